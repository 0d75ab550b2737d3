#include "user_input.h"

#include <algorithm>
#include <array>

#include "accounts/password_hasher.h"
#include "email.h"
#include "inkwell/role_name.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::users {

namespace {

constexpr std::array<std::string_view, 3> kPermissions{"users", "settings", "sort_metafields"};

std::string itemPath(std::string_view key, std::size_t index) {
    std::string path(key);
    return path.append("[").append(std::to_string(index)).append("]");
}

constexpr std::size_t kMaxPermissions = 20;
constexpr std::size_t kMaxTypes = 200;  // as many as a token of a bucket has

std::vector<std::string> withoutRepeats(const std::vector<std::string>& texts) {
    std::vector<std::string> once;
    for (const std::string& text : texts)
        if (std::find(once.begin(), once.end(), text) == once.end()) once.push_back(text);
    return once;
}

// Said before each is compared with all others.
bool areTooMany(JsonReader& reader, std::string_view key, const std::vector<std::string>& given, std::size_t most) {
    if (given.size() > most) reader.problem(key, "has more than " + std::to_string(most) + " entries");
    return given.size() > most;
}

// null and "" lift the restriction: what an answer shows may be sent back.
std::optional<bool> readDraftOnly(JsonReader& reader) {
    constexpr std::string_view kKey = "publishing_restrictions";
    const Json* given = reader.any(kKey);
    if (!given) return std::nullopt;
    if (given->is_null() || *given == Json("")) return false;
    auto restriction = reader.choice(kKey, {"draft_only"});
    return restriction ? std::optional(true) : std::nullopt;
}

std::optional<std::vector<std::string>> readPermissions(JsonReader& reader, Problems& problems) {
    constexpr std::string_view kKey = "additional_permissions";
    auto given = reader.texts(kKey, kMaxKeyLength);
    if (!given || areTooMany(reader, kKey, *given, kMaxPermissions)) return std::nullopt;
    for (std::size_t i = 0; i < given->size(); ++i)
        if (std::find(kPermissions.begin(), kPermissions.end(), (*given)[i]) == kPermissions.end())
            problems.add(itemPath(kKey, i),
                         "must be one of users, settings, sort_metafields, not '" + (*given)[i] + "'");
    return withoutRepeats(*given);
}

std::optional<std::vector<std::string>> readObjectTypes(JsonReader& reader, bool required) {
    constexpr std::string_view kKey = "object_types";
    auto given = reader.texts(kKey, kMaxSlugLength);
    if (required && !reader.has(kKey)) reader.problem(kKey, kTypesAreRequired);
    if (!given || areTooMany(reader, kKey, *given, kMaxTypes)) return std::nullopt;
    return withoutRepeats(*given);
}

void readRole(JsonReader& reader, RoleEdit& edit) {
    auto name = reader.choice("role", {"admin", "developer", "editor", "contributor"});
    if (!reader.has("role")) reader.problem("role", "is required");
    if (name) edit.role = *parseRole(*name);
    edit.draftOnly = readDraftOnly(reader);
    edit.additionalPermissions = readPermissions(reader, edit.problems);
    edit.objectTypes = readObjectTypes(reader, name == "contributor");
    edit.isContributorOfNothing = name == "contributor" && edit.objectTypes && edit.objectTypes->empty();
}

}  // namespace

SignIn parseSignIn(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    auto email = reader.requiredText("email", kMaxEmailBytes);
    auto password = reader.requiredText("password", kMaxPasswordBytes);
    reader.refuseOthers();
    problems.throwIfAny("signing in needs an e-mail address and a password");
    return {*email, *password};
}

std::string parseNewPassword(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    auto password = reader.requiredText("password", kMaxPasswordBytes);
    reader.refuseOthers();
    problems.throwIfAny("the password was not set");
    return *password;
}

std::string parseResetRequest(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    const auto given = reader.requiredText("email", kMaxEmailBytes);
    const auto email = given ? parseEmail(*given) : std::nullopt;
    if (given && !email) reader.problem("email", "is not an e-mail address");
    reader.refuseOthers();
    problems.throwIfAny("a new password cannot be asked for");
    return *email;
}

NewMember parseNewMember(const JsonObject& body) {
    NewMember member;
    JsonReader reader(body, "", member.role.problems);
    member.firstName = reader.requiredTitle("first_name", kMaxNameLength).value_or("");
    member.lastName = reader.requiredTitle("last_name", kMaxNameLength).value_or("");
    auto given = reader.requiredText("email", kMaxEmailBytes);
    auto email = given ? parseEmail(*given) : std::nullopt;
    if (given && !email) reader.problem("email", "is not an e-mail address");
    member.email = email.value_or("");
    readRole(reader, member.role);
    reader.refuseOthers();
    return member;
}

RoleEdit parseRoleEdit(const JsonObject& body) {
    RoleEdit edit;
    JsonReader reader(body, "", edit.problems);
    readRole(reader, edit);
    reader.refuseOthers();
    return edit;
}

Membership applied(const RoleEdit& edit, Membership current) {
    current.role = edit.role;
    if (edit.draftOnly) current.draftOnly = *edit.draftOnly;
    if (edit.additionalPermissions) current.additionalPermissions = *edit.additionalPermissions;
    if (edit.objectTypes) current.objectTypes = *edit.objectTypes;
    return current;
}

}  // namespace inkwell::users
