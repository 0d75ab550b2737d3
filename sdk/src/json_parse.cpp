#include <glib.h>

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "inkwell/json.h"

namespace inkwell {

namespace {

// Rendered answers and stored documents nest deeper than what a client may send.
constexpr int kMaxStoredDepth = 10'000;
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
constexpr std::size_t kShownKeyBytes = 100;
// Of a value in a tree, while its array grows, and of a member with a short key.
constexpr std::size_t kValueBytes = 48;

// An object or array is built in place under its parent, which cannot grow while a child is open: the pointers hold.
// Boost's own handler keeps the last of two equal keys and reads some doubles one bit off, hence this one.
class TreeBuilder {
public:
    static constexpr std::size_t max_object_size = boost::json::object::max_size();
    static constexpr std::size_t max_array_size = boost::json::array::max_size();
    static constexpr std::size_t max_key_size = boost::json::string::max_size();
    static constexpr std::size_t max_string_size = boost::json::string::max_size();
    using Text = boost::json::string_view;
    using Code = boost::json::error_code;

    explicit TreeBuilder(JsonMemory memory) : root_(std::move(memory)) {}

    Json take() { return std::move(root_); }
    const std::string& failure() const { return failure_; }
    const std::string& duplicatePath() const { return duplicatePath_; }

    bool on_document_begin(Code&) { return true; }
    bool on_document_end(Code&) { return true; }
    bool on_object_begin(Code& ec) { return open(boost::json::object_kind, ec); }
    bool on_array_begin(Code& ec) { return open(boost::json::array_kind, ec); }
    bool on_object_end(std::size_t, Code&) { return close(); }
    bool on_array_end(std::size_t, Code&) { return close(); }

    bool on_key_part(Text part, std::size_t, Code&) { return append(keyParts_, part); }
    bool on_string_part(Text part, std::size_t, Code&) { return append(textParts_, part); }
    bool on_number_part(Text part, Code&) { return append(numberParts_, part); }
    bool on_comment_part(Text, Code&) { return true; }
    bool on_comment(Text, Code&) { return true; }

    bool on_key(Text last, std::size_t, Code& ec) {
        keyParts_.append(last.data(), last.size());
        key_.swap(keyParts_);
        keyParts_.clear();
        return holdsNoNul(key_, ec);
    }
    bool on_string(Text last, std::size_t, Code& ec) {
        if (textParts_.empty()) return holdsNoNul(last, ec) && place(last, ec) != nullptr;
        textParts_.append(last.data(), last.size());
        const bool placed = holdsNoNul(textParts_, ec) && place(std::string_view(textParts_), ec) != nullptr;
        textParts_.clear();
        return placed;
    }
    bool on_int64(std::int64_t value, Text, Code& ec) { return placeNumber(value, ec); }
    bool on_uint64(std::uint64_t value, Text, Code& ec) { return placeNumber(value, ec); }
    bool on_double(double, Text last, Code& ec);
    bool on_bool(bool value, Code& ec) { return place(value, ec) != nullptr; }
    bool on_null(Code& ec) { return place(nullptr, ec) != nullptr; }

private:
    static bool append(std::string& parts, Text part) {
        parts.append(part.data(), part.size());
        return true;
    }
    template <class Value>
    Json* place(Value value, Code& ec) {
        if (open_.empty()) return &(root_ = value);
        Json& parent = *open_.back();
        if (JsonArray* array = parent.if_array()) return &array->emplace_back(value);
        const auto [member, isNew] = parent.get_object().emplace(key_, value);
        if (isNew) return &member->value();
        refuseDuplicate(ec);
        return nullptr;
    }
    template <class Value>
    bool placeNumber(Value value, Code& ec) {
        numberParts_.clear();
        return place(value, ec) != nullptr;
    }
    template <class Kind>
    bool open(Kind kind, Code& ec) {
        Json* opened = place(kind, ec);
        if (opened == nullptr) return false;
        open_.push_back(opened);
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }
    bool holdsNoNul(std::string_view text, Code& ec) {
        return text.find('\0') == std::string_view::npos || refuse("a text must not contain the character NUL", ec);
    }
    bool refuse(std::string why, Code& ec) {
        failure_ = std::move(why);
        ec = boost::json::error::syntax;
        return false;
    }
    void refuseDuplicate(Code& ec);

    Json root_;
    std::vector<Json*> open_;
    std::string key_, keyParts_, textParts_, numberParts_;
    std::string failure_, duplicatePath_;
};

bool TreeBuilder::on_double(double roughly, Text last, Code& ec) {
    numberParts_.append(last.data(), last.size());
    double value = 0;
    [[maybe_unused]] const auto [end, error] =
        std::from_chars(numberParts_.data(), numberParts_.data() + numberParts_.size(), value);
    // Too small to tell from 0 is 0, as in JavaScript; too large has no value at all.
    if (error == std::errc::result_out_of_range && std::abs(roughly) > 1) {
        return refuse("the number is out of range", ec);
    }
    // 3.0 and 3 are one number to every client: readers then need not care how it was written.
    if (std::trunc(value) == value && std::abs(value) <= kExactIntegers) {
        return placeNumber(static_cast<std::int64_t>(value), ec);
    }
    return placeNumber(value, ec);
}

std::string validPrefix(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes) return std::string(text);
    std::size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return std::string(text.substr(0, end)) + "...";
}

void TreeBuilder::refuseDuplicate(Code& ec) {
    std::string path;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
        if (const JsonArray* array = open_[i]->if_array()) {
            path += "[" + std::to_string(array->size() - 1) + "]";
        } else {
            const std::string_view key = std::prev(open_[i]->get_object().end())->key();
            path += (path.empty() ? "" : ".") + validPrefix(key, kShownKeyBytes);
        }
    }
    const std::string key = validPrefix(key_, kShownKeyBytes);
    duplicatePath_ = path.empty() ? key : path + "." + key;
    refuse("the key '" + duplicatePath_ + "' appears twice", ec);
}

struct Outcome {
    Json value;
    std::string failure;  // "" is success
    std::string duplicatePath;
};

std::string placeOf(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::string_view inLine = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
    // As editors count: characters, not bytes.
    const auto characters = std::count_if(inLine.begin(), inLine.end(),
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    return " at byte " + std::to_string(at) + " (line " + std::to_string(line) + ", column " +
           std::to_string(characters + 1) + ")";
}

std::string describe(const boost::json::error_code& error, std::string_view text, std::size_t at, int maxDepth) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "it is empty";
    if (error == boost::json::error::too_deep) {
        return "it nests deeper than the limit of " + std::to_string(maxDepth) + placeOf(text, at);
    }
    const char* firstBad = nullptr;
    const bool validText = g_utf8_validate_len(text.data(), text.size(), &firstBad) != 0;
    const auto badAt = static_cast<std::size_t>(firstBad - text.data());
    if (!validText && text[badAt] != '\0') return "it is not valid UTF-8" + placeOf(text, badAt);
    if (error == boost::json::error::incomplete) return "it ends too early" + placeOf(text, text.size());
    return error.message() + placeOf(text, at);
}

Outcome parseTree(std::string_view text, int maxDepth, JsonMemory memory = {}) {
    boost::json::parse_options options;
    options.max_depth = static_cast<std::size_t>(maxDepth);
    boost::json::basic_parser<TreeBuilder> parser(options, std::move(memory));
    boost::json::error_code error;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
    TreeBuilder& builder = parser.handler();
    if (!builder.failure().empty()) return {nullptr, builder.failure() + placeOf(text, read), builder.duplicatePath()};
    if (error) return {nullptr, describe(error, text, read, maxDepth), ""};
    if (read < text.size()) return {nullptr, "there is more text after its end" + placeOf(text, read), ""};
    return {builder.take(), "", ""};
}

}  // namespace

Json parseJson(std::string_view text, std::string_view what, int maxDepth) {
    Outcome outcome = parseTree(text, maxDepth);
    if (outcome.failure.empty()) return std::move(outcome.value);
    std::vector<Problem> problems;
    if (!outcome.duplicatePath.empty()) problems.push_back({outcome.duplicatePath, "appears twice"});
    throw ApiError::badRequest("the " + std::string(what) + " is not valid JSON: " + outcome.failure,
                               std::move(problems));
}

// There is a value behind each of these, and some more stand in texts.
std::size_t memoryOfJson(std::string_view text) noexcept {
    const auto values =
        std::count_if(text.begin(), text.end(), [](char c) { return c == ',' || c == '[' || c == '{'; });
    return 2 * text.size() + static_cast<std::size_t>(values) * kValueBytes;
}

Json parseStoredJson(std::string_view text, JsonMemory memory) {
    Outcome outcome = parseTree(text, kMaxStoredDepth, std::move(memory));
    if (!outcome.failure.empty()) throw std::runtime_error("stored JSON cannot be read: " + outcome.failure);
    return std::move(outcome.value);
}

}  // namespace inkwell
