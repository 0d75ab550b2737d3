#include "inkwell/http.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::size_t kQuotedValueBytes = 80;  // a value can be as long as the address; a message is for people

using Pairs = std::vector<std::pair<std::string, std::string>>;

const std::string* findIn(const Pairs& pairs, std::string_view name) {
    for (const auto& [key, value] : pairs) {
        if (key == name) return &value;
    }
    return nullptr;
}

[[noreturn]] void refuse(std::string_view name, const std::string& rule, std::string_view value) {
    const std::string message = rule + ", not " + quotedText(value, kQuotedValueBytes);
    throw ApiError::badRequest(std::string(name) + " " + message, {{std::string(name), message}});
}

std::string rangeRule(std::int64_t min, std::int64_t max) {
    if (max == std::numeric_limits<std::int64_t>::max()) {
        return "must be a whole number of at least " + std::to_string(min);
    }
    return "must be a whole number from " + std::to_string(min) + " to " + std::to_string(max);
}

}  // namespace

const std::string& Request::path(std::string_view name) const {
    const std::string* value = findIn(parts_.path, name);
    if (value == nullptr) throw std::logic_error("the route's path has no '{" + std::string(name) + "}'");
    return *value;
}

std::optional<std::string> Request::query(std::string_view name) const {
    const std::string* value = findIn(parts_.query, name);
    return value != nullptr ? std::optional<std::string>(*value) : std::nullopt;
}

std::optional<std::string> Request::header(std::string_view name) const {
    const std::string wanted = asciiLower(name);
    for (const auto& [key, value] : parts_.headers) {
        if (key.size() == wanted.size() && asciiLower(key) == wanted) return value;
    }
    return std::nullopt;
}

void Request::takeRoom(std::size_t bytes) const {
    if (parts_.takeRoom) parts_.takeRoom(bytes);
}

bool Request::flag(std::string_view name, bool fallback) const {
    const std::string* value = findIn(parts_.query, name);
    if (value == nullptr || value->empty()) return fallback;
    if (*value == "true") return true;
    if (*value == "false") return false;
    refuse(name, "must be true or false", *value);
}

std::int64_t Request::number(std::string_view name, std::int64_t fallback, std::int64_t min, std::int64_t max) const {
    const std::string* value = findIn(parts_.query, name);
    if (value == nullptr || value->empty()) return fallback;
    std::int64_t number = 0;
    const char* end = value->data() + value->size();
    const auto parsed = std::from_chars(value->data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end || number < min || number > max) {
        refuse(name, rangeRule(min, max), *value);
    }
    return number;
}

std::string Request::choice(std::string_view name, std::string fallback,
                            std::initializer_list<std::string_view> allowed) const {
    const std::string* value = findIn(parts_.query, name);
    if (value == nullptr || value->empty()) return fallback;
    if (std::find(allowed.begin(), allowed.end(), *value) != allowed.end()) return *value;
    std::string rule = "must be one of ";
    for (const std::string_view one : allowed) {
        if (one.data() != allowed.begin()->data()) rule += ", ";
        rule += one;
    }
    refuse(name, rule, *value);
}

const JsonObject& Request::json() const {
    if (const JsonObject* object = parts_.body.if_object()) return *object;
    throw ApiError::badRequest("the body must be a JSON object, not " + std::string(jsonKindName(parts_.body)));
}

std::istream& Request::body() const {
    if (parts_.stream == nullptr) throw std::logic_error("the route does not ask for BodyKind::Stream");
    return *parts_.stream;
}

const Bucket& Request::bucket() const {
    if (!parts_.bucket) throw std::logic_error("the route's path has no '{bucket_slug}'");
    return *parts_.bucket;
}

void Request::requireReadDrafts() const {
    if (!parts_.bucket || parts_.access.mayReadDrafts(*parts_.bucket)) return;
    if (!parts_.access.tokenId().empty()) {
        throw ApiError::forbidden(
            "this token reads published content only; drafts take one with the permission 'read': 'any'");
    }
    throw ApiError::forbidden("the read key of bucket '" + parts_.bucket->slug +
                              "' reads published content only (its setting 'read_key_reads_drafts' is false); "
                              "for drafts send the write key or a member's token beside it, in the header "
                              "'Authorization: Bearer <key or token>'");
}

Response Response::ok(JsonObject body) {
    return {200, std::move(body), {}};  // an assignment would copy what lies in another memory
}

Response Response::message(std::string text) { return ok({{"message", std::move(text)}}); }

}  // namespace inkwell
