#include "tokens.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace inkwell::search {

namespace {

constexpr std::size_t kMaxWords = 5'000;  // of one version; what a longer text says after them is not found

// In front of a token: who may find it, in the title and anywhere.
struct Place {
    char all;
    char published;
    char latest;
};
constexpr Place kTitle{'t', 'r', 'y'};
constexpr Place kAnywhere{'b', 'p', 'd'};

using Words = std::set<std::string>;

Words titleWords(const Texts& texts) {
    Words words;
    for (Word& word : wordsOf(texts.title)) words.insert(std::move(word.text));
    return words;
}

Words allWords(const Texts& texts) {
    Words words = titleWords(texts);
    for (Word& word : wordsOf(texts.address)) words.insert(std::move(word.text));
    for (const std::string& text : texts.others) {
        for (Word& word : wordsOf(text)) {
            if (words.size() >= kMaxWords) return words;
            words.insert(std::move(word.text));
        }
    }
    return words;
}

// The 'z' ends the number, so that no token of one bucket begins like one of another.
std::string numberPart(std::int64_t bucketNumber) { return std::to_string(bucketNumber) + "z"; }

std::string token(char place, std::int64_t bucketNumber, const std::string& word) {
    return place + numberPart(bucketNumber) + word;
}

void add(const Words& published, const Words& latest, const Place& place, std::int64_t bucketNumber,
         std::string& tokens) {
    const auto append = [&](char kind, const std::string& word) {
        tokens.append(tokens.empty() ? "" : " ").append(token(kind, bucketNumber, word));
    };
    for (const std::string& word : published) append(latest.contains(word) ? place.all : place.published, word);
    for (const std::string& word : latest) {
        if (!published.contains(word)) append(place.latest, word);
    }
}

bool isTitle(Rank rank) { return rank == Rank::WholeTitle || rank == Rank::Title; }
bool isWhole(Rank rank) { return rank == Rank::WholeTitle || rank == Rank::Whole; }

unsigned bitOf(Rank rank) { return 1U << static_cast<unsigned>(rank); }

char ownOf(const Place& place, Visibility visibility) {
    return visibility == Visibility::Published ? place.published : place.latest;
}

}  // namespace

std::string tokensOf(std::int64_t bucketNumber, const Texts* published, const Texts* latest) {
    std::string tokens;
    const auto addWords = [&](Words (*of)(const Texts&), const Place& place) {
        const Words ofLatest = latest ? of(*latest) : Words();
        // Mostly they are one version, whose words are looked for once.
        if (published == latest) return add(ofLatest, ofLatest, place, bucketNumber, tokens);
        add(published ? of(*published) : Words(), ofLatest, place, bucketNumber, tokens);
    };
    addWords(titleWords, kTitle);
    addWords(allWords, kAnywhere);
    return tokens;
}

std::vector<Wish> wishesFor(std::int64_t bucketNumber, std::span<const Word> words, Visibility visibility, Rank rank) {
    const Place& place = isTitle(rank) ? kTitle : kAnywhere;
    const char own = ownOf(place, visibility);
    std::vector<Wish> wishes;
    for (const Word& word : words) {
        wishes.push_back({token(place.all, bucketNumber, word.text), token(own, bucketNumber, word.text),
                          !isWhole(rank) && !word.isOneLetter});
    }
    return wishes;
}

std::string expressionFor(std::string_view name, std::span<const Wish> wishes) {
    const bool isSqlite = name == "sqlite";
    std::string expression;
    for (const Wish& wish : wishes) {
        const char* star = wish.isBeginning ? "*" : "";
        if (!expression.empty()) expression += isSqlite ? " AND " : " ";
        expression += isSqlite ? "(" + wish.all + star + " OR " + wish.own + star + ")"
                               : "+(" + wish.all + star + " " + wish.own + star + ")";
    }
    return expression;
}

std::vector<Word> distinctWords(std::vector<Word> words) {
    // Of two with one text the letter comes first, which asks for more.
    std::sort(words.begin(), words.end(), [](const Word& one, const Word& other) {
        return std::tie(one.text, other.isOneLetter) < std::tie(other.text, one.isOneLetter);
    });
    const auto isSame = [](const Word& one, const Word& other) { return one.text == other.text; };
    words.erase(std::unique(words.begin(), words.end(), isSame), words.end());
    return words;
}

Lookup::Lookup(std::int64_t bucketNumber, std::span<const Word> words, Visibility visibility)
    : titlePlaces_{kTitle.all, ownOf(kTitle, visibility)},
      anywherePlaces_{kAnywhere.all, ownOf(kAnywhere, visibility)},
      number_(numberPart(bucketNumber)) {
    for (const Word& word : words) {
        std::size_t shorter = words_.size();
        while (shorter > 0 && !word.text.starts_with(words_[shorter - 1].text)) shorter = words_[shorter - 1].shorter;
        words_.push_back({word.text, word.isOneLetter, shorter});
    }
}

void Lookup::read(std::string_view tokens) {
    for (Asked& asked : words_) asked.found = 0;
    while (!tokens.empty()) {
        const std::string_view token = tokens.substr(0, tokens.find(' '));
        tokens.remove_prefix(std::min(token.size() + 1, tokens.size()));
        if (token.empty() || !token.substr(1).starts_with(number_)) continue;
        const bool isTitle = titlePlaces_.find(token.front()) != std::string::npos;
        if (!isTitle && anywherePlaces_.find(token.front()) == std::string::npos) continue;
        take(token.substr(1 + number_.size()), isTitle);
    }
}

// In the order of texts nothing but what begins with a word stands between that word and what begins with it.
void Lookup::take(std::string_view word, bool isTitle) {
    const auto after = std::upper_bound(words_.begin(), words_.end(), word,
                                        [](std::string_view text, const Asked& asked) { return text < asked.text; });
    const unsigned whole =
        isTitle ? bitOf(Rank::WholeTitle) | bitOf(Rank::Title) : bitOf(Rank::Whole) | bitOf(Rank::Any);
    const unsigned beginning = bitOf(isTitle ? Rank::Title : Rank::Any);
    for (auto at = static_cast<std::size_t>(after - words_.begin()); at > 0; at = words_[at - 1].shorter) {
        Asked& asked = words_[at - 1];
        if (asked.text.size() == word.size() && asked.text == word) {
            asked.found |= whole;
        } else if (!asked.isOneLetter && word.starts_with(asked.text)) {
            asked.found |= beginning;
        }
    }
}

bool Lookup::has(Rank rank) const {
    return std::all_of(words_.begin(), words_.end(),
                       [rank](const Asked& asked) { return (asked.found & bitOf(rank)) != 0; });
}

bool Lookup::hasWord(std::size_t index) const { return (words_.at(index).found & bitOf(Rank::Any)) != 0; }

}  // namespace inkwell::search
