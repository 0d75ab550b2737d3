#include "sending/answer_reader.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::webhooks {

namespace {

constexpr std::size_t kMaxHeadBytes = 32 * 1024;
constexpr int kMaxInterimAnswers = 16;
constexpr std::int64_t kMaxWaitSeconds = 366LL * 24 * 3600;
constexpr std::string_view kVersion = "HTTP/1.";

[[noreturn]] void refuseAsGarbage() { throw std::runtime_error("the receiver's answer is not HTTP"); }

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::int64_t> parseCount(std::string_view text) {
    std::int64_t count = 0;
    if (text.empty() || !std::all_of(text.begin(), text.end(), isDigit)) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    // Only digits, yet no number of 64 bits.
    return error == std::errc() ? count : std::numeric_limits<std::int64_t>::max();
}

std::int64_t nowMs() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// "HTTP/1.1 200", with or without a reason behind it.
int parseStatus(std::string_view line) {
    constexpr std::size_t kEnd = 12;
    const bool formed = line.size() >= kEnd && line.starts_with(kVersion) && isDigit(line[7]) && line[8] == ' ' &&
                        isDigit(line[9]) && isDigit(line[10]) && isDigit(line[11]) &&
                        (line.size() == kEnd || line[kEnd] == ' ');
    const int status = formed ? (line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0') : 0;
    if (status < 100 || status > 599) refuseAsGarbage();
    return status;
}

void readLine(std::string_view line, AnswerHead& head) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return;
    const std::string name = asciiLower(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "retry-after") head.retryAfterMs = parseRetryAfter(value, nowMs());
    if (name == "content-length") head.contentLength = parseCount(value);
}

AnswerHead parseHead(std::string_view text) {
    AnswerHead head;
    for (bool first = true; !text.empty(); first = false) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (first) {
            head.status = parseStatus(line);
        } else {
            readLine(line, head);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return head;
}

}  // namespace

std::optional<AnswerHead> AnswerReader::add(std::string_view bytes) {
    buffer_ += bytes;
    checkStart();
    for (std::size_t end = findEnd(); end != 0; end = findEnd()) {
        const AnswerHead head = parseHead(std::string_view(buffer_).substr(0, end));
        buffer_.erase(0, end);
        searched_ = 0;
        if (head.status >= 200) return head;
        if (++interimAnswers_ > kMaxInterimAnswers) {
            throw std::runtime_error("the receiver sent too many interim answers");
        }
        checkStart();
    }
    if (buffer_.size() > kMaxHeadBytes) throw std::runtime_error("the headers of the receiver's answer are too long");
    return std::nullopt;
}

void AnswerReader::checkStart() const {
    const std::size_t length = std::min(buffer_.size(), kVersion.size());
    if (std::string_view(buffer_).substr(0, length) != kVersion.substr(0, length)) refuseAsGarbage();
}

// Behind the empty line; 0 while there is none.
std::size_t AnswerReader::findEnd() {
    for (std::size_t line = buffer_.find('\n', searched_); line != std::string::npos;) {
        const std::string_view next = std::string_view(buffer_).substr(line + 1);
        if (next.starts_with('\n')) return line + 2;
        if (next.starts_with("\r\n")) return line + 3;
        searched_ = line;
        line = buffer_.find('\n', line + 1);
    }
    return 0;
}

std::optional<std::int64_t> parseRetryAfter(std::string_view value, std::int64_t nowMs) {
    if (const std::optional<std::int64_t> seconds = parseCount(value))
        return std::min(*seconds, kMaxWaitSeconds) * 1000;
    std::tm date{};
    std::istringstream text{std::string(value)};
    text.imbue(std::locale::classic());
    text >> std::get_time(&date, "%a, %d %b %Y %H:%M:%S GMT");
    if (text.fail() || text.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
    const std::int64_t atMs = static_cast<std::int64_t>(::timegm(&date)) * 1000;
    return std::clamp<std::int64_t>(atMs - nowMs, 0, kMaxWaitSeconds * 1000);
}

}  // namespace inkwell::webhooks
