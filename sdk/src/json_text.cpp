#include "inkwell/json_text.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace inkwell {

namespace {

constexpr std::size_t kFirstPiece = 4 * 1024;
constexpr std::size_t kLargestPiece = 256 * 1024;

[[noreturn]] void failWalk() { throw std::runtime_error("stored JSON is not as it was written"); }

}  // namespace

JsonText::~JsonText() { release(); }

JsonText::JsonText(JsonText&& other) noexcept
    : memory_(other.memory_), pieces_(std::exchange(other.pieces_, {})), size_(std::exchange(other.size_, 0)) {}

JsonText& JsonText::operator=(JsonText&& other) noexcept {
    if (this == &other) return *this;
    release();
    memory_ = other.memory_;
    pieces_ = std::exchange(other.pieces_, {});
    size_ = std::exchange(other.size_, 0);
    return *this;
}

void JsonText::release() noexcept {
    for (const Piece& piece : pieces_) memory_->deallocate(piece.bytes, piece.capacity, 1);
    pieces_.clear();
}

void JsonText::add(std::string_view json) {
    while (!json.empty()) {
        if (pieces_.empty() || pieces_.back().size == pieces_.back().capacity) {
            const std::size_t wanted =
                std::max(json.size(), pieces_.empty() ? kFirstPiece : 2 * pieces_.back().capacity);
            const std::size_t capacity = std::min(wanted, kLargestPiece);
            pieces_.reserve(pieces_.size() + 1);
            pieces_.push_back({static_cast<char*>(memory_->allocate(capacity, 1)), 0, capacity});
        }
        Piece& piece = pieces_.back();
        const std::size_t count = std::min(json.size(), piece.capacity - piece.size);
        std::memcpy(piece.bytes + piece.size, json.data(), count);
        piece.size += count;
        size_ += count;
        json.remove_prefix(count);
    }
}

void JsonText::add(JsonText&& other) {
    if (memory_ != other.memory_) {
        for (const Piece& piece : other.pieces_) add(std::string_view(piece.bytes, piece.size));
        return;
    }
    pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
    other.pieces_.clear();
    size_ += std::exchange(other.size_, 0);
}

void JsonText::addNumber(std::int64_t number) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, number);
    add(std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)));
}

std::string JsonText::joined() const {
    std::string text;
    text.reserve(size_);
    for (const Piece& piece : pieces_) text.append(piece.bytes, piece.size);
    return text;
}

JsonWalk::JsonWalk(std::string_view text) : rest_(text) {
    if (rest_.size() < 2 || (rest_[0] != '{' && rest_[0] != '[')) failWalk();
    closing_ = rest_[0] == '{' ? '}' : ']';
    rest_.remove_prefix(1);
}

bool JsonWalk::next() {
    if (rest_.empty()) failWalk();
    if (rest_[0] == closing_) {
        if (rest_.size() != 1) failWalk();
        return false;
    }
    if (!first_) {
        if (rest_[0] != ',') failWalk();
        rest_.remove_prefix(1);
    }
    first_ = false;
    if (closing_ == '}') {
        const std::string_view quoted = takeString();
        key_ = quoted.substr(1, quoted.size() - 2);
        if (rest_.empty() || rest_[0] != ':') failWalk();
        rest_.remove_prefix(1);
    }
    value_ = takeValue();
    return true;
}

std::string_view JsonWalk::takeString() {
    if (rest_.empty() || rest_[0] != '"') failWalk();
    std::size_t at = 1;
    while (true) {
        const auto* const quote = static_cast<const char*>(std::memchr(rest_.data() + at, '"', rest_.size() - at));
        if (quote == nullptr) failWalk();
        at = static_cast<std::size_t>(quote - rest_.data());
        std::size_t slashes = 0;
        while (rest_[at - slashes - 1] == '\\') ++slashes;  // stops at the opening quote
        ++at;
        if (slashes % 2 == 0) break;
    }
    const std::string_view taken = rest_.substr(0, at);
    rest_.remove_prefix(at);
    return taken;
}

std::string_view JsonWalk::takeValue() {
    if (rest_.empty()) failWalk();
    const std::string_view from = rest_;
    if (rest_[0] == '"') return takeString();
    if (rest_[0] != '{' && rest_[0] != '[') {
        const std::size_t end = rest_.find_first_of(",]}");
        const bool isScalar = std::string_view("-0123456789tfn").find(rest_[0]) != std::string_view::npos;
        if (end == std::string_view::npos || !isScalar) failWalk();
        rest_.remove_prefix(end);
        return from.substr(0, end);
    }
    for (std::size_t depth = 0; !rest_.empty();) {
        const char c = rest_[0];
        if (c == '"') {
            takeString();
            continue;
        }
        rest_.remove_prefix(1);
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) return from.substr(0, from.size() - rest_.size());
    }
    failWalk();
}

}  // namespace inkwell
