#include "highlight.h"

#include <algorithm>
#include <optional>

#include "inkwell/html.h"
#include "inkwell/text.h"

namespace inkwell::search {

namespace {

constexpr std::size_t kBefore = 60;  // bytes shown in front of the first word that was found
constexpr std::size_t kShown = 220;

bool isFound(const Word& word, std::span<const Word> asked) {
    return std::any_of(asked.begin(), asked.end(), [&](const Word& one) {
        return one.isOneLetter ? word.text == one.text : word.text.starts_with(one.text);
    });
}

bool isInsideLetter(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

// Moved to the right to where a word begins, but not beyond `limit`.
std::size_t wordStart(std::string_view text, std::size_t from, std::size_t limit) {
    if (from == 0) return 0;
    const std::size_t space = text.find(' ', from);
    if (space != std::string_view::npos && space < limit) return space + 1;
    while (isInsideLetter(text, from)) ++from;
    return from;
}

std::string oneLine(std::string_view text) {
    std::string line;
    for (const char c : text) {
        const bool isSpace = static_cast<unsigned char>(c) <= ' ';
        if (!isSpace) line += c;
        if (isSpace && !line.empty() && line.back() != ' ') line += ' ';
    }
    return std::string(trimmed(line));
}

std::optional<std::string> excerpt(const std::string& given, std::span<const Word> asked) {
    const std::string text = oneLine(given);
    const std::optional<Word> first = firstWordOf(text, [&](const Word& word) { return isFound(word, asked); });
    if (!first) return std::nullopt;
    const std::size_t begin =
        first->begin > kBefore ? wordStart(text, first->begin - kBefore, first->begin) : std::size_t{0};
    std::size_t end = std::min(text.size(), std::max(begin + kShown, first->end));
    while (isInsideLetter(text, end)) ++end;
    return (begin > 0 ? "… " : "") + marked(std::string_view(text).substr(begin, end - begin), asked) +
           (end < text.size() ? " …" : "");
}

}  // namespace

std::string marked(std::string_view text, std::span<const Word> asked) {
    std::string html;
    std::size_t at = 0;
    for (const Word& word : wordsOf(text)) {
        if (!isFound(word, asked)) continue;
        html += escapedHtml(text.substr(at, word.begin - at));
        html += "<mark>" + escapedHtml(text.substr(word.begin, word.end - word.begin)) + "</mark>";
        at = word.end;
    }
    return html + escapedHtml(text.substr(at));
}

JsonObject highlightOf(const Texts& texts, std::span<const Word> words) {
    JsonObject highlight{{"title", marked(texts.title, words)}, {"text", nullptr}};
    for (const std::string& text : texts.others) {
        const std::optional<std::string> shown = excerpt(text, words);
        if (!shown) continue;
        highlight["text"] = *shown;
        break;
    }
    return highlight;
}

}  // namespace inkwell::search
