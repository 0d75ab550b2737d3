#include "inkwell/access.h"

#include <algorithm>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"

namespace inkwell {

namespace {

void require(bool allowed, const Access& access, const std::string& what) {
    if (allowed) return;
    if (!access.tokenId().empty()) throw ApiError::forbidden("this token does not allow to " + what);
    if (access.userId().empty()) throw ApiError::forbidden("this key does not allow to " + what);
    if (!access.membership()) throw ApiError::forbidden("you have no role in this bucket that allows to " + what);
    throw ApiError::forbidden("your role in this bucket does not allow to " + what);
}

}  // namespace

Access Access::readKey(bool besideWriter) {
    Access access;
    access.kind_ = Kind::ReadKey;
    access.besideWriter_ = besideWriter;
    return access;
}

Access Access::writeKey() {
    Access access;
    access.kind_ = Kind::WriteKey;
    return access;
}

Access Access::user(std::string userId, std::optional<Membership> membership) {
    Access access;
    access.kind_ = Kind::User;
    access.userId_ = std::move(userId);
    access.membership_ = std::move(membership);
    return access;
}

Access Access::token(TokenRights rights, Membership maker) {
    Access access;
    access.kind_ = Kind::Token;
    access.membership_ = std::move(maker);
    access.token_ = std::make_shared<const TokenRights>(std::move(rights));
    return access;
}

Access Access::system() {
    Access access;
    access.kind_ = Kind::System;
    return access;
}

const std::string& Access::tokenId() const noexcept {
    static const std::string kNone;
    return token_ ? token_->id : kNone;
}

std::string Access::actor() const {
    switch (kind_) {
        case Kind::User:
            return userId_;
        case Kind::WriteKey:
            return "write_key";
        case Kind::Token:
            return "token:" + token_->id;
        case Kind::System:
            return "system";
        case Kind::Nobody:
        case Kind::ReadKey:
            break;
    }
    return {};
}

bool Access::isAtLeast(Role lowest) const {
    if (kind_ == Kind::WriteKey || kind_ == Kind::System) return true;
    return kind_ == Kind::User && membership_ && membership_->role <= lowest;
}

bool Access::mayReadDrafts(const Bucket& bucket) const {
    if (token_) return token_->read == TokenRights::Read::Any;
    return bucket.readKeyReadsDrafts || besideWriter_ || isAtLeast(Role::Contributor);
}

bool Access::mayWriteObjectsOf(std::string_view objectType) const {
    const auto names = [&](const std::vector<std::string>& types) {
        return std::find(types.begin(), types.end(), objectType) != types.end();
    };
    if (token_) return (token_->allTypes || names(token_->objectTypes)) && maker().mayWriteObjectsOf(objectType);
    if (isAtLeast(Role::Editor)) return true;
    return isAtLeast(Role::Contributor) && names(membership_->objectTypes);
}

bool Access::mayPublish() const {
    if (token_) return maker().mayPublish();
    return isAtLeast(Role::Contributor) && !(membership_ && membership_->draftOnly);
}

bool Access::mayWriteObjectTypes() const { return isAtLeast(Role::Developer); }

bool Access::mayWriteMedia() const {
    return token_ ? token_->media && maker().mayWriteMedia() : isAtLeast(Role::Contributor);
}

bool Access::hasPermission(std::string_view permission) const {
    if (isAtLeast(Role::Admin)) return true;
    if (!isAtLeast(Role::Contributor)) return false;
    const std::vector<std::string>& permissions = membership_->additionalPermissions;
    return std::find(permissions.begin(), permissions.end(), permission) != permissions.end();
}

bool Access::maySortMetafields() const {
    if (token_) return maker().maySortMetafields();
    return isAtLeast(Role::Developer) || hasPermission("sort_metafields");
}

void Access::requireWriteObjectsOf(std::string_view objectType) const {
    require(mayWriteObjectsOf(objectType), *this, "write objects of the type '" + std::string(objectType) + "'");
}

void Access::requirePublish() const { require(mayPublish(), *this, "publish, or to edit what is published"); }

void Access::requireWriteObjectTypes() const { require(mayWriteObjectTypes(), *this, "write object types"); }

void Access::requireWriteMedia() const { require(mayWriteMedia(), *this, "write media"); }

void Access::requireSortMetafields() const { require(maySortMetafields(), *this, "change the order of metafields"); }

bool Access::operator==(const Access& other) const {
    const bool haveTokens = token_ && other.token_;
    return kind_ == other.kind_ && besideWriter_ == other.besideWriter_ && userId_ == other.userId_ &&
           membership_ == other.membership_ && (haveTokens ? *token_ == *other.token_ : token_ == other.token_);
}

}  // namespace inkwell
