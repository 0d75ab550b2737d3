#include "user_view.h"

namespace inkwell::users {

namespace {

// Fields of the specification that none of its operations sets.
constexpr std::string_view kUnsettable[] = {"avatar_url", "username", "bio",      "website", "company",
                                            "location",   "twitter",  "linkedin", "github"};

JsonArray toArray(const std::vector<std::string>& texts) { return JsonArray(texts.begin(), texts.end()); }

}  // namespace

JsonObject renderUser(const AccountRecord& account) {
    JsonObject json;
    json["id"] = account.id;
    json["first_name"] = account.firstName;
    json["last_name"] = account.lastName;
    json["email"] = account.email;
    for (std::string_view field : kUnsettable) json[field] = "";
    return json;
}

JsonObject renderMember(const Member& member) {
    JsonObject json = renderUser(member.account);
    const Membership& part = member.membership;
    json["role"] = roleName(part.role);
    json["publishing_restrictions"] = part.draftOnly ? Json("draft_only") : Json(nullptr);
    json["additional_permissions"] = toArray(part.additionalPermissions);
    json["object_types"] = toArray(part.objectTypes);
    return json;
}

}  // namespace inkwell::users
