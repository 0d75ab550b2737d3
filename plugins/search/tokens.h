#pragma once

#include <cstddef>
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

/// The tokens by which one word is found: either of them, whole or as the beginning of a longer one.
struct Wish {
    std::string all;  // where everybody may find the word
    std::string own;  // where those may who see this version
    bool isBeginning = false;
};

/// What a thing's tokens must have to be found with this rank: for each of `words` one of the two.
std::vector<Wish> wishesFor(std::int64_t bucketNumber, std::span<const Word> words, Visibility visibility, Rank rank);
/// The expression that finds it in the index. `name` is the name of the engine's dialect. Made of ASCII letters and
/// digits and of operators: nothing of a client's text reaches the engine's parser.
std::string expressionFor(std::string_view name, std::span<const Wish> wishes);

/// `words` by their texts, each once.
std::vector<Word> distinctWords(std::vector<Word> words);

/// Looks the words of a search up in the tokens of one thing after the other: says of one what the expressions ask of
/// all. Goes through the tokens once, however many words there are. One thread.
class Lookup {
public:
    /// `words` come from distinctWords.
    Lookup(std::int64_t bucketNumber, std::span<const Word> words, Visibility visibility);

    /// `tokens`, made by tokensOf, are those that has() and hasWord() tell of from now on.
    void read(std::string_view tokens);
    /// All words, as the rank asks.
    bool has(Rank rank) const;
    /// The word with this index, as Rank::Any asks.
    bool hasWord(std::size_t index) const;

private:
    void take(std::string_view word, bool isTitle);

    struct Asked {
        std::string text;
        bool isOneLetter = false;
        std::size_t shorter = 0;  // 1 + the index of the longest other word that this one begins with; 0: none
        unsigned found = 0;       // a bit for each rank
    };
    std::string titlePlaces_;
    std::string anywherePlaces_;
    std::string number_;  // as it stands in front of each word
    std::vector<Asked> words_;
};

}  // namespace inkwell::search
