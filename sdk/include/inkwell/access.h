#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

struct Bucket;

enum class Role { Admin, Developer, Editor, Contributor };

/// A user's role and permissions in one bucket (interface/users-and-roles.md, "Roles").
struct Membership {
    Role role = Role::Contributor;
    bool draftOnly = false;                          // publishing_restrictions: draft_only
    std::vector<std::string> additionalPermissions;  // users, settings, sort_metafields
    std::vector<std::string> objectTypes;            // what a contributor may write

    bool operator==(const Membership&) const = default;
};

/// What a token of a bucket may do (interface/bucket-tokens.md, "Permissions").
struct TokenRights {
    enum class Read { None, Published, Any };

    std::string id;  // of the token
    Read read = Read::None;
    bool allTypes = false;  // may write objects of every type, those of `objectTypes` otherwise
    std::vector<std::string> objectTypes;
    bool media = false;  // may write media

    bool operator==(const TokenRights&) const = default;
};

/// Who makes a request and what they may do in its bucket. By default nobody, who may do nothing.
class INKWELL_API Access {
public:
    /// `besideWriter`: with the read key came the write key, or the token of a member of the bucket.
    static Access readKey(bool besideWriter = false);
    static Access writeKey();
    static Access user(std::string userId, std::optional<Membership> membership);
    /// A token of the bucket: its rights, as far as who made it has them too.
    static Access token(TokenRights rights, Membership maker);
    /// The operator at the command line: everything.
    static Access system();

    bool isWriteKey() const noexcept { return kind_ == Kind::WriteKey; }
    /// "" unless a signed-in user calls.
    const std::string& userId() const noexcept { return userId_; }
    /// "" unless a token of the bucket calls; its membership is then that of who made it.
    const std::string& tokenId() const noexcept;
    const std::optional<Membership>& membership() const noexcept { return membership_; }
    /// For the change feed: the user id, "write_key", "token:<id>", "system" or "".
    std::string actor() const;

    /// False for a token that reads nothing.
    bool mayRead() const noexcept { return !token_ || token_->read != TokenRights::Read::None; }
    /// Whether `status=any` is answered: for everybody while the bucket's setting says so (Bucket::readKeyReadsDrafts),
    /// otherwise for those who may write, and for members.
    bool mayReadDrafts(const Bucket& bucket) const;
    bool mayWriteObjectsOf(std::string_view objectType) const;
    bool mayPublish() const;
    bool mayWriteObjectTypes() const;
    bool mayWriteMedia() const;
    /// True for an admin, a key or the operator, and for a member with this one of `additional_permissions`.
    bool hasPermission(std::string_view permission) const;
    /// May change the order of an object's metafields: developers, and members with the permission `sort_metafields`.
    bool maySortMetafields() const;

    /// Each throws ApiError 403, saying what is not allowed, where its `may` function returns false.
    void requireWriteObjectsOf(std::string_view objectType) const;
    void requirePublish() const;
    void requireWriteObjectTypes() const;
    void requireWriteMedia() const;
    void requireSortMetafields() const;

    /// Whether both are the same caller with the same rights.
    bool operator==(const Access& other) const;

private:
    enum class Kind { Nobody, ReadKey, WriteKey, User, Token, System };
    bool isAtLeast(Role lowest) const;
    Access maker() const { return user({}, membership_); }  // of the token

    Kind kind_ = Kind::Nobody;
    bool besideWriter_ = false;
    std::string userId_;
    std::optional<Membership> membership_;
    std::shared_ptr<const TokenRights> token_;
};

}  // namespace inkwell
