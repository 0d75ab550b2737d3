#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/media_library.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::buckets {

/// Roles in memory; the token "admin-token" belongs to a server administrator, every other one to a plain account.
class FakeIdentity : public Identity {
public:
    std::optional<Account> findByToken(std::string_view token) override {
        return Account{"", "", token == "admin-token"};
    }
    std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId) override {
        auto found = roles.find({userId, bucketId});
        if (found == roles.end()) return std::nullopt;
        return Membership{found->second, false, {}, {}};
    }
    std::vector<std::string> bucketsOf(const std::string& userId) override {
        std::vector<std::string> ids;
        for (const auto& [key, role] : roles)
            if (key.first == userId) ids.push_back(key.second);
        return ids;
    }
    void addAdmin(const std::string& userId, const std::string& bucketId) override {
        if (refuses) throw ApiError::notFound("user", userId);
        roles[{userId, bucketId}] = Role::Admin;
    }
    bool hasAccounts() override { return true; }
    Account addAccount(std::string_view, std::string_view, bool) override { return {}; }
    void setPassword(std::string_view, std::string_view) override {}

    std::map<std::pair<std::string, std::string>, Role> roles;  // (user, bucket)
    bool refuses = false;
};

/// Knows one media record, "cover.png".
class FakeMedia : public MediaLibrary {
public:
    std::vector<Record> findByName(const Bucket&, std::span<const std::string> names) override {
        if (std::find(names.begin(), names.end(), "cover.png") == names.end()) return {};
        return {{"cover.png", {{"image_url", "https://img.example/cover.png"}}}};
    }
    std::optional<MediaContent> open(const Bucket&, const std::string&) override { return std::nullopt; }
};

class BucketsTest : public ::testing::Test {
protected:
    explicit BucketsTest(JsonObject settings = {}) {
        fixture_.host(inkwell_plugin, std::move(settings));
        fixture_.setService<Identity>(&identity_);
        fixture_.setService<MediaLibrary>(&media_);
    }

    BucketDirectory& directory() { return fixture_.get<BucketDirectory>(); }

    RequestParts parts(const std::string& slug = "", const std::string& body = "") {
        RequestParts made;
        if (!slug.empty()) made.bucket = directory().findBySlug(slug);
        if (!body.empty()) made.body = parseJson(body);
        made.access =
            Access::user(user_, made.bucket ? identity_.findMembership(user_, made.bucket->id) : std::nullopt);
        return made;
    }
    JsonObject create(const std::string& body) {
        return fixture_.call(Method::Post, kBuckets, parts("", body)).json.at("bucket").as_object();
    }
    JsonObject get(const std::string& slug) {
        return fixture_.call(Method::Get, kBucket, parts(slug)).json.at("bucket").as_object();
    }
    JsonObject edit(const std::string& slug, const std::string& body) {
        return fixture_.call(Method::Patch, kBucket, parts(slug, body)).json.at("bucket").as_object();
    }
    Json remove(const std::string& slug) { return fixture_.call(Method::Delete, kBucket, parts(slug)).json; }

    static constexpr const char* kBuckets = "/v2/buckets";
    static constexpr const char* kBucket = "/v2/buckets/{bucket_slug}";
    FakeIdentity identity_;
    FakeMedia media_;
    test::PluginFixture fixture_;
    const std::string user_ = "0123456789abcdef01234567";
};

}  // namespace inkwell::buckets
