#include "user_view.h"

#include "accounts/profile_input.h"
#include "inkwell/role_name.h"
#include "inkwell/text.h"

namespace inkwell::users {

namespace {

JsonArray toArray(const std::vector<std::string>& texts) { return JsonArray(texts.begin(), texts.end()); }

// What whoever added them knew before.
AccountRecord withoutProfile(const Member& member) {
    AccountRecord shown;
    shown.id = member.account.id;
    // A role that an older server gave has none.
    const std::string& given = member.admission.givenEmail;
    shown.email = given.empty() ? member.account.email : given;
    shown.firstName = member.admission.givenFirstName;
    shown.lastName = member.admission.givenLastName;
    return shown;
}

void addMembership(JsonObject& json, const Membership& part) {
    json["role"] = roleName(part.role);
    json["publishing_restrictions"] = part.draftOnly ? Json("draft_only") : Json(nullptr);
    json["additional_permissions"] = toArray(part.additionalPermissions);
    json["object_types"] = toArray(part.objectTypes);
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

JsonObject renderOwner(const AccountRecord& account) {
    JsonObject json = renderUser(account);
    json["server_admin"] = account.serverAdmin;
    return json;
}

JsonObject renderBucketOf(const Bucket& bucket, const Membership& membership) {
    JsonObject json{{"id", bucket.id}, {"slug", bucket.slug}, {"title", bucket.title}};
    addMembership(json, membership);
    return json;
}

JsonObject renderSession(const SessionRecord& session, bool isCurrent) {
    return {{"id", session.id},           {"created_at", isoTime(session.createdAtMs)},
            {"client", session.client},   {"expires_at", isoTime(session.expiresAtMs)},
            {"network", session.network}, {"current", isCurrent}};
}

JsonObject renderAccountEntry(const AccountEntry& entry) {
    const AccountRecord& account = entry.account;
    return {{"id", account.id},
            {"email", account.email},
            {"first_name", account.firstName},
            {"last_name", account.lastName},
            {"server_admin", account.serverAdmin},
            {"invited", !account.passwordHash.has_value()},
            {"buckets", entry.buckets},
            {"created_at", isoTime(account.createdAtMs)}};
}

AccountRecord shownAccount(const Member& member) {
    return member.admission.accepted ? member.account : withoutProfile(member);
}

JsonObject renderMember(const Member& member) {
    JsonObject json = renderUser(shownAccount(member));
    addMembership(json, member.membership);
    json["accepted"] = member.admission.accepted;
    return json;
}

}  // namespace inkwell::users
