#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "inkwell/json.h"
#include "inkwell/json_text.h"

namespace inkwell {

namespace {

// 0: as it is; otherwise what follows the backslash, 'u' for \u00XX.
constexpr auto kEscapes = [] {
    std::array<char, 256> table{};
    for (int c = 0; c < 0x20; ++c) table[c] = 'u';
    table['\b'] = 'b';
    table['\f'] = 'f';
    table['\n'] = 'n';
    table['\r'] = 'r';
    table['\t'] = 't';
    table['"'] = '"';
    table['\\'] = '\\';
    return table;
}();

/// Where the first character at or after `from` that needs an escape stands; the size when none does. Eight bytes at a
/// time, because texts are most of every document: a byte below 0x20, '"' or '\\' sets its high bit.
std::size_t findEscape(std::string_view text, std::size_t from) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    std::size_t at = from;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        const std::uint64_t quote = word ^ (kOnes * '"');
        const std::uint64_t slash = word ^ (kOnes * '\\');
        const std::uint64_t found =
            ((word - kOnes * 0x20) & ~word) | ((quote - kOnes) & ~quote) | ((slash - kOnes) & ~slash);
        if ((found & kHighs) != 0) break;
    }
    while (at < text.size() && kEscapes[static_cast<unsigned char>(text[at])] == 0) ++at;
    return at;
}

void addEscaped(std::string& out, char c) {
    const char escape = kEscapes[static_cast<unsigned char>(c)];
    out += '\\';
    out += escape;
    if (escape != 'u') return;
    constexpr std::string_view kHex = "0123456789abcdef";
    out += "00";
    out += kHex[static_cast<unsigned char>(c) >> 4];
    out += kHex[c & 0xF];
}

// Boost's serializer writes 3.0 as 3E0; clients compare texts and expect what JavaScript writes.
class Writer {
public:
    explicit Writer(bool pretty) : pretty_(pretty) {}

    // A stack of its own: a long chain of related objects must not overflow the thread's.
    std::string write(const Json& root) {
        out_.reserve(512);
        value(root);
        while (!open_.empty()) step();
        return std::move(out_);
    }

private:
    struct Open {
        const JsonArray* array;
        const JsonObject* object;
        std::size_t next;
        std::size_t size;
    };

    void step() {
        Open& top = open_.back();
        if (top.next == top.size) {
            const char bracket = top.array ? ']' : '}';
            open_.pop_back();
            newLine();
            out_ += bracket;
            return;
        }
        if (top.next > 0) out_ += ',';
        newLine();
        const std::size_t at = top.next++;
        if (top.array) {
            value((*top.array)[at]);
            return;
        }
        const auto& member = *(top.object->begin() + static_cast<std::ptrdiff_t>(at));
        text(member.key());
        out_ += pretty_ ? ": " : ":";
        value(member.value());
    }

    void value(const Json& json) {
        switch (json.kind()) {
            case boost::json::kind::null:
                out_ += "null";
                break;
            case boost::json::kind::bool_:
                out_ += json.get_bool() ? "true" : "false";
                break;
            case boost::json::kind::int64:
                number(json.get_int64());
                break;
            case boost::json::kind::uint64:
                number(json.get_uint64());
                break;
            case boost::json::kind::double_:
                real(json.get_double());
                break;
            case boost::json::kind::string:
                text(json.get_string());
                break;
            case boost::json::kind::array:
                open(json.get_array().empty(), "[]", {&json.get_array(), nullptr, 0, json.get_array().size()});
                break;
            case boost::json::kind::object:
                open(json.get_object().empty(), "{}", {nullptr, &json.get_object(), 0, json.get_object().size()});
                break;
        }
    }

    void open(bool empty, const char* brackets, const Open& container) {
        if (empty) {
            out_ += brackets;
            return;
        }
        out_ += brackets[0];
        open_.push_back(container);
    }

    void newLine() {
        if (!pretty_) return;
        out_ += '\n';
        out_.append(2 * open_.size(), ' ');
    }

    template <class Number, class... Format>
    void number(Number value, Format... format) {
        char buffer[64];
        const auto result = std::to_chars(buffer, buffer + sizeof buffer, value, format...);
        out_.append(buffer, result.ptr);
    }

    void real(double value) {
        if (!std::isfinite(value)) {
            out_ += "null";
        } else if (value == 0) {
            out_ += '0';  // not -0
        } else if (std::abs(value) >= 1e-6 && std::abs(value) < 1e21) {
            number(value, std::chars_format::fixed);
        } else {
            number(value, std::chars_format::scientific);
        }
    }

    void text(std::string_view text) { addQuoted(out_, text); }

    const bool pretty_;
    std::string out_;
    std::vector<Open> open_;
};

}  // namespace

void addQuoted(std::string& json, std::string_view text) {
    json += '"';
    std::size_t plain = 0;
    for (std::size_t at = findEscape(text, 0); at < text.size(); at = findEscape(text, plain)) {
        json.append(text, plain, at - plain);
        addEscaped(json, text[at]);
        plain = at + 1;
    }
    json.append(text, plain);
    json += '"';
}

std::string writeJson(const Json& value) { return Writer(false).write(value); }

std::string writePrettyJson(const Json& value) { return Writer(true).write(value); }

}  // namespace inkwell
