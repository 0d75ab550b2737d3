#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/runtime.h"

namespace inkwell::kernel::test {

constexpr const char* kReadKey = "read-key-of-blog";
constexpr const char* kWriteKey = "write-key-of-blog";

/// Knows the bucket 'blog', one without keys, 'keyless', and 'quiet', whose read key reads published content only.
class FakeDirectory : public BucketDirectory {
public:
    std::shared_ptr<const Bucket> findBySlug(std::string_view slug) override {
        if (slug == "blog") return std::make_shared<Bucket>(Bucket{"b1", "blog", "Blog", kReadKey, kWriteKey});
        if (slug == "keyless") return std::make_shared<Bucket>(Bucket{"b2", "keyless", "Keyless", "", ""});
        if (slug == "quiet")
            return std::make_shared<Bucket>(Bucket{"b1", "quiet", "Quiet", kReadKey, kWriteKey, false});
        return nullptr;
    }
    std::shared_ptr<const Bucket> findById(std::string_view) override { return nullptr; }
    std::shared_ptr<const Bucket> create(const std::string&, const std::string&, const std::string&, bool) override {
        throw std::logic_error("no test creates a bucket");
    }
};

/// Tokens 'token-of-admin', 'token-of-editor' (roles in bucket 'blog') and 'token-of-stranger' (none).
class FakeIdentity : public Identity {
public:
    std::optional<Account> findByToken(std::string_view token) override {
        if (isEnded) return std::nullopt;
        for (const char* name : {"admin", "editor", "stranger"}) {
            if (token == "token-of-" + std::string(name)) return Account{name, std::string(name) + "@x.org", false};
        }
        return std::nullopt;
    }
    std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId) override {
        if (bucketId != "b1" || userId == "stranger") return std::nullopt;
        Membership membership;
        membership.role = userId == "admin" ? Role::Admin : Role::Editor;
        membership.draftOnly = isRestricted;
        return membership;
    }
    std::vector<std::string> bucketsOf(const std::string&) override { return {}; }
    void addAdmin(const std::string&, const std::string&) override {}
    bool hasAccounts() override { return true; }
    Account addAccount(std::string_view, std::string_view, bool) override {
        throw std::logic_error("no test adds an account");
    }
    void setPassword(std::string_view, std::string_view) override {}

    std::atomic<bool> isEnded{false};       // nobody is signed in any more
    std::atomic<bool> isRestricted{false};  // every member is now
};

class CountingIds : public Ids {
public:
    std::string next() override {
        if (failsOnce.exchange(false)) throw std::runtime_error("no id is left");
        return "request-" + std::to_string(++count_);
    }

    std::atomic<bool> failsOnce{false};

private:
    std::atomic<int> count_{0};
};

}  // namespace inkwell::kernel::test
