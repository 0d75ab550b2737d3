#include "accounts/profile_input.h"

#include "accounts/password_hasher.h"
#include "accounts/web_address.h"
#include "email.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "user_input.h"

namespace inkwell::users {

namespace {

const char* findProblem(ProfileField::Kind kind, std::string_view text) {
    if (text.empty() || kind == ProfileField::Kind::Text) return nullptr;
    if (kind == ProfileField::Kind::Slug)
        return isSlug(text) ? nullptr
                            : "must be lower-case letters, digits, '-' and '_', with a letter or digit at both ends";
    return isWebAddress(text) ? nullptr : "must be an address that begins with http:// or https://";
}

JsonObject readProfile(JsonReader& reader) {
    JsonObject profile;
    for (const ProfileField& field : kProfileFields) {
        const auto text = reader.text(field.name, field.maxLength);
        if (!text) continue;
        if (const char* problem = findProblem(field.kind, *text)) reader.problem(field.name, problem);
        profile[field.name] = *text;
    }
    return profile;
}

std::optional<std::string> readEmail(JsonReader& reader) {
    const auto given = reader.text("email", kMaxEmailBytes);
    if (!given) return std::nullopt;
    auto email = parseEmail(*given);
    if (!email) reader.problem("email", "is not an e-mail address");
    return email;
}

std::optional<std::string> readPassword(JsonReader& reader) {
    auto password = reader.text("password", kMaxPasswordBytes);
    const char* problem = password ? findPasswordProblem(*password) : nullptr;
    if (problem) reader.problem("password", problem);
    return password;
}

bool changesNothing(const JsonReader& reader) {
    for (const char* key : {"first_name", "last_name", "email", "password"})
        if (reader.has(key)) return false;
    for (const ProfileField& field : kProfileFields)
        if (reader.has(field.name)) return false;
    return true;
}

}  // namespace

OwnerEdit parseOwnerEdit(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    OwnerEdit edit;
    edit.firstName = reader.title("first_name", kMaxNameLength);
    edit.lastName = reader.title("last_name", kMaxNameLength);
    edit.profile = readProfile(reader);
    edit.email = readEmail(reader);
    edit.password = readPassword(reader);
    edit.currentPassword = reader.text("current_password", kMaxPasswordBytes);
    if (reader.has("password") && !reader.has("current_password"))
        reader.problem("current_password", kPasswordIsNeeded);
    const bool isNothing = changesNothing(reader);
    reader.refuseOthers();  // first: a name that is misspelt is why nothing changes
    if (isNothing)
        problems.add("",
                     "needs at least one field to change: first_name, last_name, email, password or one of the "
                     "profile");
    problems.throwIfAny("the account was not changed");
    return edit;
}

}  // namespace inkwell::users
