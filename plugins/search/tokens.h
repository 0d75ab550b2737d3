#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/render_options.h"
#include "texts.h"
#include "words.h"

namespace inkwell::search {

/// Which matches are asked for, the best first: all words in the title, whole; in the title, as beginnings; anywhere,
/// whole; anywhere, as beginnings.
enum class Rank { WholeTitle, Title, Whole, Any };

/// What the index holds of one thing: its tokens with spaces between them, each once. A token says who may find the
/// word (everybody, readers of what is published, those who see drafts), whether it is in the title, in which bucket,
/// and the word (decision 0023, "Tokens"). `published` or `latest` is null when there is no such version; both are the
/// same for what has no draft over it.
std::string tokensOf(std::int64_t bucketNumber, const Texts* published, const Texts* latest);

/// The expression that finds what has all `words` with this rank. `name` is the name of the engine's dialect. Made of
/// ASCII letters and digits and of operators: nothing of a client's text reaches the engine's parser.
std::string expressionFor(std::string_view name, std::int64_t bucketNumber, std::span<const Word> words,
                          Visibility visibility, Rank rank);

}  // namespace inkwell::search
