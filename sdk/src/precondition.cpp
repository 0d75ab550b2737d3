#include "inkwell/precondition.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "inkwell/crypto.h"
#include "inkwell/http.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr int kPreconditionFailed = 412;
constexpr std::size_t kMaxTags = 64;
constexpr std::size_t kTagBytes = 16;

const std::vector<Problem>& needsVersions() {
    static const std::vector<Problem> kProblems{
        {"If-Match", "must be * or a list of entity tags that begin with a version"}};
    return kProblems;
}

ApiError invalidIfMatch() {
    return ApiError::badRequest(
        "If-Match is not valid: it holds * or the ETags of earlier answers, such as \"7\" or \"7-1f0c\", separated by "
        "commas",
        needsVersions());
}

// Of an object that was read without the right to read drafts.
bool isDigestAlone(std::string_view tag) {
    return tag.size() == 2 * kTagBytes && tag.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

ApiError noVersion() {
    return ApiError::badRequest(
        "If-Match names no version: that ETag is of a read that may see no drafts; send the one of an answer to a "
        "write, "
        "of a 412, or of a read with the right to read drafts",
        needsVersions());
}

// `"7"`, `"7-1f0c"` or either with W/ in front.
std::int64_t versionOf(std::string_view tag) {
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (tag.size() < 3 || tag.front() != '"' || tag.back() != '"') throw invalidIfMatch();
    tag = tag.substr(1, tag.size() - 2);
    if (isDigestAlone(tag)) throw noVersion();
    const std::string_view number = tag.substr(0, tag.find('-'));
    std::int64_t version = 0;
    const char* end = number.data() + number.size();
    const auto read = std::from_chars(number.data(), end, version);
    if (read.ec != std::errc() || read.ptr != end || version < 0 || tag.find('"') != std::string_view::npos) {
        throw invalidIfMatch();
    }
    return version;
}

}  // namespace

Precondition Precondition::parse(std::string_view ifMatch) {
    Precondition condition;
    condition.any_ = trimmed(ifMatch) == "*";
    while (!condition.any_) {
        const std::size_t comma = ifMatch.find(',');
        if (condition.versions_.size() == kMaxTags) throw invalidIfMatch();
        condition.versions_.push_back(versionOf(trimmed(ifMatch.substr(0, comma))));
        if (comma == std::string_view::npos) break;
        ifMatch.remove_prefix(comma + 1);
    }
    return condition;
}

bool Precondition::accepts(std::int64_t version) const noexcept {
    return any_ || std::find(versions_.begin(), versions_.end(), version) != versions_.end();
}

void Precondition::require(const std::string& thing, const std::string& id, std::int64_t version) const {
    if (!accepts(version)) throw VersionMismatch(thing, id, version);
}

std::string entityTagOf(std::string_view text) {
    return '"' + toHex(std::string_view(Digest::of(text)).substr(0, kTagBytes)) + '"';
}

std::optional<Precondition> preconditionOf(const Request& request) {
    const std::optional<std::string> ifMatch = request.header("If-Match");
    if (!ifMatch) return std::nullopt;
    return Precondition::parse(*ifMatch);
}

void requireVersion(const std::optional<Precondition>& ifMatch, const std::string& thing, const std::string& id,
                    std::int64_t version) {
    if (ifMatch) ifMatch->require(thing, id, version);
}

VersionMismatch::VersionMismatch(const std::string& thing, const std::string& id, std::int64_t version)
    : ApiError(kPreconditionFailed, "precondition_failed",
               thing + " '" + id + "' has been changed since: it is at version " + std::to_string(version) +
                   " and If-Match names another; `current` is what it is now, where that may be read") {}

VersionMismatch::~VersionMismatch() = default;

void VersionMismatch::show(VersionedRecord current) {
    const auto [name, value] = versionHeader(current.version);
    withHeader(name, value);
    if (!current.record.empty()) current_ = std::make_shared<const JsonObject>(std::move(current.record));
}

void showVersion(Response& response, std::int64_t version) { response.headers.push_back(versionHeader(version)); }

std::pair<std::string, std::string> versionHeader(std::int64_t version) {
    return {"ETag", '"' + std::to_string(version) + "-\""};
}

std::string_view versionPrefix(std::string_view value) noexcept {
    if (value.size() < 4 || value.front() != '"' || !value.ends_with("-\"")) return {};
    const std::string_view prefix = value.substr(1, value.size() - 2);
    const bool isNumber = std::all_of(prefix.begin(), prefix.end() - 1, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? prefix : std::string_view{};
}

bool namesTag(std::string_view header, std::string_view quotedTag, TagComparison comparison) noexcept {
    while (!header.empty()) {
        const std::size_t comma = header.find(',');
        std::string_view tag = trimmed(header.substr(0, comma));
        header = comma == std::string_view::npos ? std::string_view{} : header.substr(comma + 1);
        if (tag == "*") return true;
        if (comparison == TagComparison::Weak && tag.starts_with("W/")) tag.remove_prefix(2);
        if (tag == quotedTag) return true;
    }
    return false;
}

}  // namespace inkwell
