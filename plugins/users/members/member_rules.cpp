#include "members/member_rules.h"

#include <algorithm>

#include "inkwell/error.h"
#include "inkwell/role_name.h"

namespace inkwell::users {

namespace {

bool contains(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

// Null for whoever may do everything.
const Membership* limitsOf(const Access& access) {
    const auto& own = access.membership();
    return own && own->role != Role::Admin ? &*own : nullptr;
}

std::string named(Role role) { return "the role '" + std::string(roleName(role)) + "'"; }

bool mayGrantPermission(const Access& access, const std::string& permission) {
    // Developers sort without it.
    return access.hasPermission(permission) || (permission == "sort_metafields" && access.maySortMetafields());
}

void requireMayGrantPermissions(const Access& access, const Membership* before, const Membership& after) {
    for (const std::string& permission : after.additionalPermissions) {
        const bool hadIt = before != nullptr && contains(before->additionalPermissions, permission);
        if (hadIt || mayGrantPermission(access, permission)) continue;
        throw ApiError::forbidden("you cannot grant the permission '" + permission + "', which you do not have");
    }
}

void requireMayGrantTypes(const Access& access, const Membership* before, const Membership& after) {
    if (after.role != Role::Contributor) return;
    for (const std::string& type : after.objectTypes) {
        const bool hadIt =
            before != nullptr && before->role == Role::Contributor && contains(before->objectTypes, type);
        if (hadIt || access.mayWriteObjectsOf(type)) continue;
        throw ApiError::forbidden("you cannot grant the object type '" + type + "', which you may not write");
    }
}

// Whether the member could publish all of it before.
bool publishedAsMuch(const Membership* before, const Membership& after) {
    if (before == nullptr || before->draftOnly || after.role < before->role) return false;
    if (before->role != Role::Contributor) return true;
    return std::all_of(after.objectTypes.begin(), after.objectTypes.end(),
                       [&](const std::string& type) { return contains(before->objectTypes, type); });
}

}  // namespace

void requireMayChange(const Access& access, const Member& member) {
    const Membership* own = limitsOf(access);
    if (own == nullptr) return;
    if (member.account.id == access.userId()) {
        throw ApiError::forbidden("you can neither edit nor remove yourself; an admin of the bucket can");
    }
    if (member.membership.role < own->role) {
        throw ApiError::forbidden("user '" + member.account.id + "' has " + named(member.membership.role) +
                                  ", which is above your own");
    }
}

void requireMayGrant(const Access& access, const Membership* before, const Membership& after) {
    const Membership* own = limitsOf(access);
    if (own == nullptr) return;
    if (after.role < own->role) {
        throw ApiError::forbidden("you cannot grant " + named(after.role) + ", which is above your own");
    }
    requireMayGrantPermissions(access, before, after);
    if (!after.draftOnly && !publishedAsMuch(before, after) && !access.mayPublish()) {
        throw ApiError::forbidden(
            "you may not publish in this bucket, so whom you add needs publishing_restrictions 'draft_only' too");
    }
    requireMayGrantTypes(access, before, after);
}

}  // namespace inkwell::users
