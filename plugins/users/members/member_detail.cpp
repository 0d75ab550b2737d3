#include "members/member_detail.h"

#include "inkwell/role_name.h"

namespace inkwell::users {

namespace {

std::string restrictionOf(const Membership& membership) { return membership.draftOnly ? "draft_only" : "none"; }

std::string permissionsOf(const Membership& membership) {
    std::string all;
    for (const std::string& one : membership.additionalPermissions) all += (all.empty() ? "" : " ") + one;
    return all.empty() ? "none" : all;
}

}  // namespace

std::string grantedDetail(const Membership& given) {
    std::string detail = "role: " + std::string(roleName(given.role));
    if (given.draftOnly) detail += ", publishing_restrictions: draft_only";
    if (!given.additionalPermissions.empty()) detail += ", additional_permissions: " + permissionsOf(given);
    return detail;
}

std::string changedDetail(const Membership& before, const Membership& after) {
    std::string all;
    const auto tell = [&](const char* name, const std::string& from, const std::string& to) {
        if (from != to) all += (all.empty() ? "" : ", ") + std::string(name) + ": " + from + " -> " + to;
    };
    tell("role", std::string(roleName(before.role)), std::string(roleName(after.role)));
    tell("publishing_restrictions", restrictionOf(before), restrictionOf(after));
    tell("additional_permissions", permissionsOf(before), permissionsOf(after));
    if (before.objectTypes != after.objectTypes) all += all.empty() ? "object_types" : ", object_types";
    return all;
}

}  // namespace inkwell::users
