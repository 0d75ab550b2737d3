#include "user_view.h"

#include "accounts/profile_input.h"

namespace inkwell::users {

namespace {

JsonArray toArray(const std::vector<std::string>& texts) { return JsonArray(texts.begin(), texts.end()); }

// What whoever added them knew before.
AccountRecord withoutProfile(const Member& member) {
    AccountRecord shown;
    shown.id = member.account.id;
    shown.email = member.account.email;
    shown.firstName = member.admission.givenFirstName;
    shown.lastName = member.admission.givenLastName;
    return shown;
}

}  // namespace

JsonObject renderUser(const AccountRecord& account) {
    JsonObject json;
    json["id"] = account.id;
    json["first_name"] = account.firstName;
    json["last_name"] = account.lastName;
    json["email"] = account.email;
    for (const ProfileField& field : kProfileFields) json[field.name] = textOf(account.profile, field.name);
    return json;
}

JsonObject renderMember(const Member& member) {
    JsonObject json = renderUser(member.admission.accepted ? member.account : withoutProfile(member));
    const Membership& part = member.membership;
    json["role"] = roleName(part.role);
    json["publishing_restrictions"] = part.draftOnly ? Json("draft_only") : Json(nullptr);
    json["additional_permissions"] = toArray(part.additionalPermissions);
    json["object_types"] = toArray(part.objectTypes);
    json["accepted"] = member.admission.accepted;
    return json;
}

}  // namespace inkwell::users
