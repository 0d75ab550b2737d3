#include "kernel/runtime/crash_line.h"

#include <algorithm>
#include <cstring>

namespace inkwell::kernel {

namespace {

constexpr std::int64_t kSecondsPerDay = 86'400;

struct Date {
    std::int64_t year;
    unsigned month, day;
};

// gmtime() may take locks. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days; for days
// since 1970 that are not negative.
Date dateOf(std::int64_t days) {
    days += 719'468;
    const std::int64_t era = days / 146'097;
    const auto dayOfEra = static_cast<unsigned>(days - era * 146'097);
    const unsigned yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const unsigned dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const unsigned shifted = (5 * dayOfYear + 2) / 153;
    const unsigned month = shifted < 10 ? shifted + 3 : shifted - 9;
    return {static_cast<std::int64_t>(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shifted + 2) / 5 + 1};
}

}  // namespace

void CrashLine::begin(const timespec& now) noexcept {
    const Date date = dateOf(now.tv_sec / kSecondsPerDay);
    const auto second = static_cast<std::uint64_t>(now.tv_sec % kSecondsPerDay);
    raw(json_ ? "{\"time\":\"" : "");
    digits(static_cast<std::uint64_t>(date.year), 4);
    raw("-");
    digits(date.month, 2);
    raw("-");
    digits(date.day, 2);
    raw("T");
    digits(second / 3600, 2);
    raw(":");
    digits(second / 60 % 60, 2);
    raw(":");
    digits(second % 60, 2);
    raw(".");
    digits(static_cast<std::uint64_t>(now.tv_nsec) / 1'000'000, 3);
    raw(json_ ? "Z\",\"level\":\"error\",\"component\":\"kernel\",\"message\":\"" : "Z error kernel ");
}

void CrashLine::text(std::string_view text) noexcept {
    for (const char c : text) {
        const bool isPlain = c >= ' ' && c <= '~' && !(json_ && (c == '"' || c == '\\'));
        raw(isPlain ? std::string_view(&c, 1) : "?");
    }
}

void CrashLine::number(std::uint64_t value) noexcept { digits(value, 1); }

void CrashLine::hex(std::uint64_t value) noexcept {
    char digits[18] = {'0', 'x'};
    std::size_t length = 2;
    int shift = 60;
    while (shift > 0 && (value >> shift) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) digits[length++] = "0123456789abcdef"[(value >> shift) & 15];
    raw({digits, length});
}

void CrashLine::end() noexcept {
    const std::string_view closing = json_ ? "\"}\n" : "\n";
    std::memcpy(bytes_ + size_, closing.data(), closing.size());
    size_ += closing.size();
}

std::string_view CrashLine::take() noexcept {
    const std::string_view fresh(bytes_ + taken_, size_ - taken_);
    taken_ = size_;
    return fresh;
}

void CrashLine::raw(std::string_view text) noexcept {
    const std::size_t length = std::min(text.size(), kRoom - kEndRoom - size_);
    std::memcpy(bytes_ + size_, text.data(), length);
    size_ += length;
}

void CrashLine::digits(std::uint64_t value, int width) noexcept {
    char reversed[20];
    std::size_t length = 0;
    for (; value > 0 || length < static_cast<std::size_t>(width); value /= 10)
        reversed[length++] = static_cast<char>('0' + value % 10);
    while (length > 0) raw({&reversed[--length], 1});
}

}  // namespace inkwell::kernel
