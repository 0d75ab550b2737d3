#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inkwell::search {

/// A word of a text as the index knows it: lower case, without accents, in ASCII letters and digits only.
struct Word {
    std::string text;
    std::size_t begin = 0;  // where it stands in the text, in bytes
    std::size_t end = 0;
    bool isOneLetter = false;  // too short to be the beginning of others
};

inline constexpr std::size_t kMaxWordLength = 60;  // bytes of Word::text; a longer one is cut

/// The words of a UTF-8 text, in its order (decision 0023, "Words"). Both engines get these instead of the text, so
/// that both find the same. Letters beyond ASCII are written as a code that begins with q or x, one after the other, so
/// that the beginning of a word is still its beginning; scripts without spaces give a word for each character. Any
/// thread.
std::vector<Word> wordsOf(std::string_view text);
/// The first of them that `wanted` says it is; the rest of the text is not looked at. Any thread.
std::optional<Word> firstWordOf(std::string_view text, const std::function<bool(const Word& word)>& wanted);

}  // namespace inkwell::search
