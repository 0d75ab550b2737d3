#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/json.h"

namespace inkwell {

enum class Role { Admin, Developer, Editor, Contributor };

/// A user's part in one bucket (where-silent.md, "Users").
struct Membership {
    Role role = Role::Contributor;
    bool draftOnly = false;                          // publishing_restrictions: draft_only
    std::vector<std::string> additionalPermissions;  // users, settings, sort_metafields
    std::vector<std::string> objectTypes;            // what a contributor may write
};

/// Who makes a request and what they may do in its bucket. The default is nobody, who may do nothing.
class INKWELL_API Access {
public:
    static Access readKey();
    static Access writeKey();
    static Access user(std::string userId, std::optional<Membership> membership);
    /// The operator at the command line: everything.
    static Access system();

    bool isWriteKey() const noexcept { return kind_ == Kind::WriteKey; }
    /// "" unless a signed-in user calls.
    const std::string& userId() const noexcept { return userId_; }
    const std::optional<Membership>& membership() const noexcept { return membership_; }
    /// For the change feed: the user id, "write_key", "system" or "".
    std::string actor() const;

    bool mayWriteObjectsOf(std::string_view objectType) const;
    bool mayPublish() const;
    bool mayWriteObjectTypes() const;
    bool mayWriteMedia() const;
    /// True for an admin, a key or the operator, and for a member with this one of `additional_permissions`.
    bool hasPermission(std::string_view permission) const;
    /// The order of an object's metafields: developers, and members with the permission `sort_metafields`.
    bool maySortMetafields() const;

    /// The same as ApiError 403 saying what is not allowed.
    void requireWriteObjectsOf(std::string_view objectType) const;
    void requirePublish() const;
    void requireWriteObjectTypes() const;
    void requireWriteMedia() const;
    void requireSortMetafields() const;

private:
    enum class Kind { Nobody, ReadKey, WriteKey, User, System };
    bool isAtLeast(Role lowest) const;

    Kind kind_ = Kind::Nobody;
    std::string userId_;
    std::optional<Membership> membership_;
};

struct Account {
    std::string id;
    std::string email;
    bool serverAdmin = false;
};

/// Accounts, tokens and roles. Provided by `users`; the gatekeeper and other plugins find it. Any thread.
class INKWELL_API Identity {
public:
    static constexpr const char* kServiceId = "inkwell.identity/1";
    virtual ~Identity() = default;

    /// The owner of a token that is neither expired nor revoked.
    virtual std::optional<Account> findByToken(std::string_view token) = 0;
    virtual std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId) = 0;
    /// The buckets in which the user has a role, as ids.
    virtual std::vector<std::string> bucketsOf(const std::string& userId) = 0;
    /// Makes the user an admin of a new bucket; joins the caller's unit of work.
    virtual void addAdmin(const std::string& userId, const std::string& bucketId) = 0;

    // For the command line. E-mails are lower-cased here; ApiError for a bad one, a taken one, a short password.
    virtual bool hasAccounts() = 0;
    virtual Account addAccount(std::string_view email, std::string_view password, bool serverAdmin) = 0;
    virtual void setPassword(std::string_view email, std::string_view password) = 0;
};

}  // namespace inkwell
