#include "tokens.h"

#include <algorithm>
#include <set>

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
std::string token(char place, std::int64_t bucketNumber, const std::string& word) {
    return place + std::to_string(bucketNumber) + "z" + word;
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

bool has(std::string_view tokens, std::string_view token, bool asBeginning) {
    for (std::size_t at = tokens.find(token); at != tokens.npos; at = tokens.find(token, at + 1)) {
        if (at > 0 && tokens[at - 1] != ' ') continue;
        const std::size_t end = at + token.size();
        if (asBeginning || end == tokens.size() || tokens[end] == ' ') return true;
    }
    return false;
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
    const char own = visibility == Visibility::Published ? place.published : place.latest;
    std::vector<Wish> wishes;
    for (const Word& word : words) {
        wishes.push_back({token(place.all, bucketNumber, word.text), token(own, bucketNumber, word.text),
                          !isWhole(rank) && !word.isOneLetter});
    }
    return wishes;
}

bool fulfils(std::string_view tokens, std::span<const Wish> wishes) {
    return std::all_of(wishes.begin(), wishes.end(), [&](const Wish& wish) {
        return has(tokens, wish.all, wish.isBeginning) || has(tokens, wish.own, wish.isBeginning);
    });
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

}  // namespace inkwell::search
