#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/json.h"

namespace inkwell::test {

/// A block of code in a document.
struct Block {
    std::string language;
    std::string text;
    int line = 0;          // of its first line
    bool follows = false;  // only blank lines lie between it and the block before
};
std::vector<Block> blocksOf(std::string_view document);

/// The JSON values that stand one after the other in a text.
std::vector<Json> jsonValuesIn(std::string_view text);

/// Where an answer differs from what a document shows of it, or "". What is new in every answer (ids, times, the random
/// beginning of a file's name) need only be of that kind. In what is shown, "..." stands for any value, at the end of a
/// text for the rest of it; a member "..." of an object, and a last element "..." of an array, for further ones.
std::string differenceOf(const Json& shown, const Json& answered, const std::string& path = "");

/// Whether the lines shown stand in the text, in their order.
bool showsLines(std::string_view shown, std::string_view text);

}  // namespace inkwell::test
