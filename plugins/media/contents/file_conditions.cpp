#include "contents/file_conditions.h"

#include <Poco/DateTimeFormat.h>
#include <Poco/DateTimeFormatter.h>
#include <Poco/DateTimeParser.h>
#include <Poco/Timestamp.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "inkwell/precondition.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

constexpr int kPartial = 206;
constexpr int kNotModified = 304;
constexpr int kPreconditionFailed = 412;
constexpr int kOutOfRange = 416;
constexpr std::int64_t kMsPerSecond = 1000;

std::optional<std::int64_t> parseHttpDate(const std::string& text) {
    Poco::DateTime date;
    int zone = 0;
    if (!Poco::DateTimeParser::tryParse(Poco::DateTimeFormat::HTTP_FORMAT, text, date, zone)) return std::nullopt;
    return date.timestamp().epochTime();
}

std::optional<std::int64_t> parseNumber(std::string_view digits) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool good = !digits.empty() && digits.front() != '-' && end == digits.data() + digits.size();
    if (!good) return std::nullopt;
    // More digits than a number has: behind the end of every file.
    return error == std::errc::result_out_of_range ? std::numeric_limits<std::int64_t>::max() : number;
}

std::optional<std::int64_t> secondsOf(const FileState& file) {
    return file.modifiedMs ? std::optional(*file.modifiedMs / kMsPerSecond) : std::nullopt;
}

int checkConditions(const Request& request, const FileState& file) {
    const auto modified = secondsOf(file);
    if (const auto match = request.header("If-Match")) {
        if (!namesTag(*match, file.etag, TagComparison::Strong)) return kPreconditionFailed;
    } else if (const auto since = request.header("If-Unmodified-Since")) {
        const auto date = parseHttpDate(*since);
        if (date && (!modified || *modified > *date)) return kPreconditionFailed;
    }
    if (const auto none = request.header("If-None-Match")) {
        if (namesTag(*none, file.etag)) return kNotModified;
    } else if (const auto since = request.header("If-Modified-Since")) {
        const auto date = parseHttpDate(*since);
        if (date && modified && *modified <= *date) return kNotModified;
    }
    return 0;
}

bool isSame(const std::string& ifRange, const FileState& file) {
    if (ifRange.find('"') != std::string::npos) return trimmed(ifRange) == file.etag;
    const auto date = parseHttpDate(ifRange);
    return date && date == secondsOf(file);
}

}  // namespace

FilePart parseRange(const std::string& range, std::int64_t sizeBytes) {
    const FilePart whole{200, 0, sizeBytes};
    const std::size_t equals = range.find('=');
    if (equals == std::string::npos || asciiLower(trimmed(range.substr(0, equals))) != "bytes") return whole;
    const std::string_view part = trimmed(std::string_view(range).substr(equals + 1));
    const std::size_t hyphen = part.find('-');
    if (hyphen == std::string_view::npos || part.find(',') != std::string_view::npos) return whole;
    const std::string_view firstText = trimmed(part.substr(0, hyphen));
    const std::string_view lastText = trimmed(part.substr(hyphen + 1));
    const auto first = parseNumber(firstText);
    const auto last = parseNumber(lastText);
    if ((!first && !firstText.empty()) || (!last && !lastText.empty()) || (!first && !last)) return whole;
    if (!first) {  // the last bytes
        if (*last == 0 || sizeBytes == 0) return {kOutOfRange, 0, 0};
        const std::int64_t length = std::min(*last, sizeBytes);
        return {kPartial, sizeBytes - length, length};
    }
    if (last && *last < *first) return whole;
    if (*first >= sizeBytes) return {kOutOfRange, 0, 0};
    return {kPartial, *first, std::min(last.value_or(sizeBytes), sizeBytes - 1) - *first + 1};
}

FilePart choosePart(const Request& request, const FileState& file) {
    if (const int status = checkConditions(request, file)) return {status, 0, 0};
    const auto range = request.header("Range");
    const auto ifRange = request.header("If-Range");
    if (!range || (ifRange && !isSame(*ifRange, file))) return {200, 0, file.sizeBytes};
    return parseRange(*range, file.sizeBytes);
}

std::string httpDate(std::int64_t unixMs) {
    return Poco::DateTimeFormatter::format(Poco::Timestamp(unixMs * kMsPerSecond), Poco::DateTimeFormat::HTTP_FORMAT);
}

}  // namespace inkwell::media
