#pragma once

#include <string>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell::objects {

/// Keys of values in the table objects_fields. Their order is that of the values of one kind, and no two kinds mix:
/// a related object's id as it is, and a letter before everything else. Any thread.
inline constexpr std::string_view kIdsEnd = "g";  // behind every id
inline constexpr std::string_view kTexts = "t";
inline constexpr std::string_view kTextsEnd = "u";
inline constexpr std::string_view kNumbersEnd = "o";

/// A text with up to kWholeKeyLength code points, as indexedText writes it, is kept whole; of a longer one the
/// beginning and a digest, which finds it again but says nothing of its order.
inline constexpr std::size_t kWholeKeyLength = 48;
inline constexpr std::size_t kKeyPrefixLength = 16;
std::string textKey(std::string_view text);
/// Bounds for the keys of all texts not below, or not above, `text`; exact when isOrderedKey().
std::string lowestKeyFrom(std::string_view text);
std::string highestKeyUpTo(std::string_view text);
/// Whether texts that are kept whole, or by their beginning, compare with this one as their keys do.
bool isOrderedKey(std::string_view text);
bool isWholeKey(std::string_view text);

std::string numberKey(double number);
/// Whether numbers compare with this one as their keys do: a double does not tell whole numbers apart from 2^53 on.
bool isOrderedKey(double number);
std::string flagKey(bool flag);
/// Of a text, number or boolean.
std::string keyOf(const Json& value);

/// What indexedText was made of: the path that a row of objects_paths stands for.
std::string plainText(std::string_view indexed);

}  // namespace inkwell::objects
