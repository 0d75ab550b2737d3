#include "kernel/http/request_head.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "kernel/http/wire/raw_head.h"

namespace inkwell::kernel {

namespace {

bool isForbidden(char c) {
    constexpr char kDelete = 0x7f;
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == kDelete;
}

constexpr std::string_view kHostMarks = "-._~!$&'()*+,;=%";

bool isAlphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// A name or an address, with a port or without one (RFC 3986, 3.2.2). It may be empty.
bool isHost(std::string_view text) {
    const bool isBracketed = text.starts_with('[');
    const std::size_t end = isBracketed ? text.find(']') : std::min(text.find(':'), text.size());
    if (end == std::string_view::npos) return false;
    const std::string_view name = isBracketed ? text.substr(1, end - 1) : text.substr(0, end);
    const std::string_view port = text.substr(isBracketed ? end + 1 : end);
    const auto isOfName = [=](char c) {
        return isAlphanumeric(c) || kHostMarks.find(c) != std::string_view::npos || (isBracketed && c == ':');
    };
    return std::all_of(name.begin(), name.end(), isOfName) && (port.empty() || port.front() == ':') &&
           std::all_of(port.begin(), port.end(), [](char c) { return c == ':' || (c >= '0' && c <= '9'); }) &&
           port.find(':', 1) == std::string_view::npos;
}

constexpr const char* kTusHeader = "Tus-Resumable";
constexpr const char* kTusVersion = "1.0.0";
constexpr const char* kIgnoredHeader = "Inkwell-Ignored";
constexpr const char* kExpect = "Expect";
constexpr const char* kContinue = "100-continue";

bool isListHeader(std::string_view lowerName) {
    static constexpr std::array<std::string_view, 6> kLists = {"accept",        "accept-encoding", "accept-language",
                                                               "cache-control", "if-match",        "if-none-match"};
    return std::find(kLists.begin(), kLists.end(), lowerName) != kLists.end();
}

// In lower case; none of them may hold a comma.
std::vector<std::string> membersOf(std::string_view list) {
    std::vector<std::string> members;
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view member = trimmed(list.substr(0, comma));
        if (!member.empty()) members.push_back(asciiLower(member));
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
    }
    return members;
}

void checkExpectation(const Poco::Net::HTTPRequest& request) {
    if (!hasExpectation(request)) return;
    for (const std::string& one : membersOf(listOf(request, kExpect))) {
        if (one == kContinue) continue;
        throw ApiError(417, "expectation_failed",
                       "the header Expect asks for what this server does not know; it may be '100-continue' or absent");
    }
}

}  // namespace

void checkHead(const Poco::Net::HTTPRequest& request) {
    int hosts = 0;
    for (const auto& [name, value] : request) {
        if (std::any_of(value.begin(), value.end(), isForbidden)) {
            throw ApiError::badRequest("the value of a header has a control character");
        }
        if (asciiLower(name) != "host") continue;
        if (!isHost(value)) throw ApiError::badRequest("the header Host is neither a name nor an address");
        ++hosts;
    }
    const bool needsHost = request.getVersion() != Poco::Net::HTTPMessage::HTTP_1_0;
    if (hosts > 1 || (hosts == 0 && needsHost)) throw ApiError::badRequest("the header Host is needed, exactly once");
    checkExpectation(request);
}

bool hasExpectation(const Poco::Net::HTTPRequest& request) {
    return request.getVersion() != Poco::Net::HTTPMessage::HTTP_1_0 && request.has(kExpect);
}

std::string listOf(const Poco::Net::HTTPRequest& request, const char* name) {
    std::string list;
    for (auto line = request.find(name); line != request.end() && asciiLower(line->first) == asciiLower(name); ++line)
        list.append(list.empty() ? "" : ", ").append(line->second);
    return list;
}

std::vector<std::pair<std::string, std::string>> headersForHandlers(const Poco::Net::HTTPRequest& request) {
    const bool isHead = request.getMethod() == Poco::Net::HTTPRequest::HTTP_HEAD;
    std::vector<std::pair<std::string, std::string>> headers;
    for (const auto& [name, value] : request) {
        const std::string lower = asciiLower(name);
        // Ranges are for GET alone (RFC 9110, 14.2).
        if (isHead && lower == "range") continue;
        // Lines of one name stand side by side. Of a list they are one value (RFC 9110, 5.3); others stay as they came.
        if (!headers.empty() && asciiLower(headers.back().first) == lower && isListHeader(lower)) {
            headers.back().second.append(", ").append(value);
        } else {
            headers.emplace_back(name, value);
        }
    }
    return headers;
}

bool keepsConnection(const Poco::Net::HTTPRequest& request) {
    const std::vector<std::string> options = membersOf(listOf(request, "Connection"));
    const auto has = [&](const char* option) {
        return std::find(options.begin(), options.end(), option) != options.end();
    };
    if (has("close")) return false;
    return request.getVersion() != Poco::Net::HTTPMessage::HTTP_1_0 || has("keep-alive");
}

TraceContext traceOf(const Poco::Net::HTTPRequest& request) {
    const auto found = request.find("traceparent");
    if (found == request.end()) return {};
    const auto next = std::next(found);
    if (next != request.end() && asciiLower(next->first) == asciiLower(found->first)) return {};
    return parseTraceparent(found->second);
}

void addTusVersion(std::vector<std::pair<std::string, std::string>>& headers) {
    const bool isThere =
        std::any_of(headers.begin(), headers.end(), [](const auto& header) { return header.first == kTusHeader; });
    if (!isThere) headers.emplace_back(kTusHeader, kTusVersion);
}

void addIgnored(const std::string& ignored, std::vector<std::pair<std::string, std::string>>& headers) {
    if (ignored.empty()) return;
    for (auto& [name, value] : headers) {
        if (name != kIgnoredHeader) continue;
        value = ignored + ", " + value;
        return;
    }
    headers.emplace_back(kIgnoredHeader, ignored);
}

void restoreValues(std::string_view head, Poco::Net::HTTPRequest& request) {
    const auto headers = headersOf(head);
    for (const auto& [encoded, word] : headers) {
        if (word.find("=?") == std::string_view::npos) continue;
        const std::string name(encoded);
        request.erase(name);
        for (const auto& [other, value] : headers) {
            if (asciiLower(other) == asciiLower(name)) request.add(name, std::string(value));
        }
    }
}

}  // namespace inkwell::kernel
