#include "token_input.h"

#include <algorithm>

#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::bucket_tokens {

namespace {

constexpr std::size_t kMaxTypes = 200;

// "all", or an array of slugs of object types.
void readWrite(JsonReader& reader, TokenRights& rights) {
    constexpr std::string_view kKey = "write";
    const Json* given = reader.any(kKey);
    if (given == nullptr) return;
    if (*given == Json("all")) {
        rights.allTypes = true;
        return;
    }
    const auto isSlug = [](const Json& one) {
        return one.is_string() && !one.as_string().empty() && one.as_string().size() <= kMaxSlugLength;
    };
    const JsonArray* types = given->if_array();
    if (types == nullptr || types->size() > kMaxTypes || !std::all_of(types->begin(), types->end(), isSlug)) {
        reader.problem(kKey, "must be 'all' or an array of at most 200 slugs of object types");
        return;
    }
    for (const Json& type : *types) {
        std::string slug(type.as_string());
        std::vector<std::string>& known = rights.objectTypes;
        if (std::find(known.begin(), known.end(), slug) == known.end()) known.push_back(std::move(slug));
    }
}

std::optional<TokenRights> readPermissions(JsonReader& reader, Problems& problems) {
    constexpr std::string_view kKey = "permissions";
    const JsonObject* given = reader.object(kKey);
    if (given == nullptr) return std::nullopt;
    JsonReader permissions(*given, reader.pathOf(kKey), problems);
    TokenRights rights;
    rights.read = readNamed(permissions.choice("read", {"none", "published", "any"}).value_or("none"));
    readWrite(permissions, rights);
    rights.media = permissions.boolean("media").value_or(false);
    permissions.refuseOthers();
    return rights;
}

std::optional<std::optional<std::int64_t>> readExpiry(JsonReader& reader, std::int64_t nowMs) {
    constexpr std::string_view kKey = "expires_at";
    const Json* given = reader.any(kKey);
    if (given == nullptr) return std::nullopt;
    if (given->is_null()) return std::optional<std::int64_t>();
    std::optional<std::int64_t> time;
    if (const auto* text = given->if_string()) time = parseIsoTime(*text);
    if (given->is_int64()) time = given->as_int64();
    if (!time || *time <= nowMs) {
        reader.problem(kKey, "must be a future time, as '2027-01-31T00:00:00Z' or milliseconds since 1970, or null");
        return std::nullopt;
    }
    return time;
}

TokenEdit read(const JsonObject& body, std::int64_t nowMs, bool isNew) {
    TokenEdit edit;
    JsonReader reader(body, "", edit.problems);
    edit.title = isNew || reader.has("title") ? reader.requiredTitle("title", kMaxTitleLength) : std::nullopt;
    edit.rights = readPermissions(reader, edit.problems);
    if (isNew && !reader.has("permissions")) reader.problem("permissions", "is required");
    edit.expiresAtMs = readExpiry(reader, nowMs);
    reader.refuseOthers();
    if (!isNew && body.empty()) edit.problems.add("title", "or 'permissions' or 'expires_at' is required");
    return edit;
}

}  // namespace

TokenEdit parseNewToken(const JsonObject& body, std::int64_t nowMs) { return read(body, nowMs, true); }

TokenEdit parseTokenEdit(const JsonObject& body, std::int64_t nowMs) { return read(body, nowMs, false); }

std::string_view nameOf(TokenRights::Read read) {
    switch (read) {
        case TokenRights::Read::Any:
            return "any";
        case TokenRights::Read::Published:
            return "published";
        case TokenRights::Read::None:
            break;
    }
    return "none";
}

TokenRights::Read readNamed(std::string_view name) {
    if (name == "any") return TokenRights::Read::Any;
    return name == "published" ? TokenRights::Read::Published : TokenRights::Read::None;
}

}  // namespace inkwell::bucket_tokens
