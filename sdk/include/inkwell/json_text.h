#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// JSON text under construction, for answers that are put together from text: of stored documents nothing is parsed, no
/// tree is built and nothing is written anew. It grows in pieces, so that nothing is moved and no memory is doubled.
/// One thread.
class INKWELL_API JsonText {
public:
    /// The pieces are allocated in `memory` (Request::memory), which must outlive the text.
    explicit JsonText(JsonMemory memory = {}) : memory_(std::move(memory)) {}
    ~JsonText();
    JsonText(JsonText&& other) noexcept;
    JsonText& operator=(JsonText&& other) noexcept;
    JsonText(const JsonText&) = delete;
    JsonText& operator=(const JsonText&) = delete;

    /// Appends what is JSON already.
    void add(std::string_view json);
    void addNumber(std::int64_t number);
    /// Takes over the pieces of a text in the same memory, and copies any other.
    void add(JsonText&& other);

    std::size_t size() const noexcept { return size_; }
    /// All of it, in one piece.
    std::string joined() const;

private:
    struct Piece {
        char* bytes;
        std::size_t size;
        std::size_t capacity;
    };
    void release() noexcept;

    JsonMemory memory_;
    std::vector<Piece> pieces_;
    std::size_t size_ = 0;
};

/// Appends `text` as a JSON string, as writeJson writes it. Any thread.
INKWELL_API void addQuoted(std::string& json, std::string_view text);

/// Walks over the members of an object, or the elements of an array, in text that writeJson made, and parses none of
/// them. What it returns are parts of that text. Throws std::runtime_error where the text is something else; what
/// stands inside a value is not looked at. One thread.
class INKWELL_API JsonWalk {
public:
    explicit JsonWalk(std::string_view text);
    /// False at the end. Call it before the first one, too.
    bool next();
    /// As it stands between its quotes; "" in an array.
    std::string_view key() const noexcept { return key_; }
    std::string_view value() const noexcept { return value_; }

private:
    std::string_view takeString();
    std::string_view takeValue();

    std::string_view rest_;
    char closing_;
    bool first_ = true;
    std::string_view key_;
    std::string_view value_;
};

}  // namespace inkwell
