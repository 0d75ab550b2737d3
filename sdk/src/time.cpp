#include <algorithm>
#include <chrono>

#include "inkwell/text.h"

namespace inkwell {

namespace {

using std::chrono::milliseconds;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::int64_t kFirstMs = milliseconds(sys_days(std::chrono::year(0) / 1 / 1).time_since_epoch()).count();
constexpr std::int64_t kLastMs =
    milliseconds(sys_days(std::chrono::year(10000) / 1 / 1).time_since_epoch()).count() - 1;

/// Eats the text from the left. After the first mismatch everything is a mismatch.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool ok() const { return ok_; }
    bool atEnd() const { return text_.empty(); }
    bool peek(std::string_view anyOf) const { return !text_.empty() && anyOf.find(text_[0]) != std::string_view::npos; }
    char next() {
        if (text_.empty()) {
            ok_ = false;
            return '\0';
        }
        const char c = text_[0];
        text_.remove_prefix(1);
        return c;
    }
    void expect(char c) { ok_ = next() == c && ok_; }
    int digits(int count) {
        int value = 0;
        for (int i = 0; i < count; ++i) {
            const char c = next();
            ok_ = ok_ && c >= '0' && c <= '9';
            value = value * 10 + (c - '0');
        }
        return value;
    }
    /// At most `max`, of `count` digits.
    int number(int count, int max) {
        const int value = digits(count);
        ok_ = ok_ && value <= max;
        return value;
    }

private:
    std::string_view text_;
    bool ok_ = true;
};

std::optional<sys_days> scanDate(Scanner& scanner) {
    const int year = scanner.digits(4);
    scanner.expect('-');
    const int month = scanner.digits(2);
    scanner.expect('-');
    const int day = scanner.digits(2);
    if (!scanner.ok()) return std::nullopt;
    const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return sys_days(date);
}

int scanFractionMs(Scanner& scanner) {
    scanner.expect('.');
    int ms = scanner.digits(1) * 100;
    for (int unit = 10; scanner.peek("0123456789"); unit /= 10) ms += unit * scanner.digits(1);
    return ms;
}

std::int64_t scanTimeMs(Scanner& scanner) {
    std::int64_t minutes = scanner.number(2, 23) * 60;
    scanner.expect(':');
    minutes += scanner.number(2, 59);
    std::int64_t ms = 0;
    if (scanner.peek(":")) {
        scanner.expect(':');
        ms = scanner.number(2, 59) * 1000;
        if (scanner.peek(".")) ms += scanFractionMs(scanner);
    }
    if (scanner.peek("+-")) {
        const int sign = scanner.next() == '-' ? 1 : -1;
        const int hours = scanner.number(2, 23);
        scanner.expect(':');
        minutes += sign * (hours * 60 + scanner.number(2, 59));
    } else if (!scanner.atEnd()) {
        scanner.expect('Z');
    }
    return minutes * 60'000 + ms;
}

// Every record shows several times; snprintf takes ten times as long.
void putDigits(std::string& text, std::size_t at, std::size_t count, std::int64_t value) {
    for (std::size_t i = at + count; i-- > at; value /= 10) text[i] = static_cast<char>('0' + value % 10);
}

}  // namespace

bool isDate(std::string_view text) {
    Scanner scanner(text);
    return scanDate(scanner).has_value() && scanner.atEnd();
}

std::string isoTime(std::int64_t unixMs) {
    const std::chrono::sys_time<milliseconds> time{milliseconds(std::clamp(unixMs, kFirstMs, kLastMs))};
    const sys_days day = std::chrono::floor<std::chrono::days>(time);
    const year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::string text = "0000-00-00T00:00:00.000Z";
    putDigits(text, 0, 4, static_cast<int>(date.year()));
    putDigits(text, 5, 2, static_cast<unsigned>(date.month()));
    putDigits(text, 8, 2, static_cast<unsigned>(date.day()));
    putDigits(text, 11, 2, clock.hours().count());
    putDigits(text, 14, 2, clock.minutes().count());
    putDigits(text, 17, 2, clock.seconds().count());
    putDigits(text, 20, 3, clock.subseconds().count());
    return text;
}

std::optional<std::int64_t> parseIsoTime(std::string_view text) {
    Scanner scanner(text);
    const std::optional<sys_days> day = scanDate(scanner);
    if (!day) return std::nullopt;
    std::int64_t timeMs = 0;
    if (!scanner.atEnd()) {
        scanner.expect('T');
        timeMs = scanTimeMs(scanner);
    }
    if (!scanner.ok() || !scanner.atEnd()) return std::nullopt;
    return milliseconds(day->time_since_epoch()).count() + timeMs;
}

}  // namespace inkwell
