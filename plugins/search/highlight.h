#pragma once

#include <span>
#include <string>
#include <string_view>

#include "inkwell/json.h"
#include "texts.h"
#include "words.h"

namespace inkwell::search {

/// {"title": ..., "text": ...}: the title, and of the first other text that has one of the words (null when none has)
/// the part around it. HTML: the words found stand in <mark>, everything else is escaped. Any thread.
JsonObject highlightOf(const Texts& texts, std::span<const Word> words);

/// `text` as HTML, with the words found in <mark>.
std::string marked(std::string_view text, std::span<const Word> words);

}  // namespace inkwell::search
