#include "words.h"

#include <glib.h>

#include <algorithm>
#include <array>

namespace inkwell::search {

namespace {

constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
constexpr gunichar kInThreeDigits = 36 * 36 * 36;

// Letters that Unicode does not take apart, as people without them on the keyboard write them.
std::string_view spelled(gunichar letter) {
    switch (letter) {
        case 0xDF:
            return "ss";
        case 0xE6:
            return "ae";
        case 0xF0:
            return "d";
        case 0xF8:
            return "o";
        case 0xFE:
            return "th";
        case 0x111:
            return "d";
        case 0x127:
            return "h";
        case 0x131:
            return "i";
        case 0x142:
            return "l";
        case 0x153:
            return "oe";
        default:
            return "";
    }
}

bool isOneWord(gunichar letter) {
    const auto in = [letter](gunichar from, gunichar to) { return letter >= from && letter <= to; };
    return in(0x0E00, 0x0E7F) || in(0x3040, 0x30FF) || in(0x3400, 0x9FFF) || in(0xF900, 0xFAFF) || in(0x20000, 0x3FFFF);
}

void appendCode(gunichar letter, std::string& word) {
    int digits = letter < kInThreeDigits ? 3 : 4;
    word += digits == 3 ? 'q' : 'x';
    std::array<char, 4> code{};
    for (int i = digits; i-- > 0; letter /= 36) code.at(static_cast<std::size_t>(i)) = kDigits[letter % 36];
    word.append(code.data(), static_cast<std::size_t>(digits));
}

void appendLetter(gunichar letter, std::string& word) {
    const bool isPlain = letter < 0x80 && g_ascii_isalnum(static_cast<char>(letter)) && letter != 'q' && letter != 'x';
    if (isPlain) {
        word += static_cast<char>(letter);
    } else if (const std::string_view known = spelled(letter); !known.empty()) {
        word += known;
    } else if (g_unichar_isalnum(letter)) {
        appendCode(letter, word);
    }
}

// At the end of a word a Greek sigma has another small form, which its capital does not tell.
gunichar lowerOf(gunichar letter) {
    constexpr gunichar kFinalSigma = 0x3C2;
    constexpr gunichar kSigma = 0x3C3;
    const gunichar lower = g_unichar_tolower(letter);
    return lower == kFinalSigma ? kSigma : lower;
}

void fold(gunichar letter, std::string& word) {
    if (letter < 0x80) return appendLetter(static_cast<gunichar>(g_ascii_tolower(static_cast<char>(letter))), word);
    std::array<gunichar, G_UNICHAR_MAX_DECOMPOSITION_LENGTH> parts{};
    const gsize count = g_unichar_fully_decompose(letter, TRUE, parts.data(), parts.size());
    for (gsize i = 0; i < count; ++i) {
        const gunichar part = parts.at(i);
        if (!g_unichar_ismark(part)) appendLetter(lowerOf(part), word);
    }
}

// Says where a word may be broken, or how its letters are joined: no letter, and no end of the word.
bool isWithinWord(gunichar letter) {
    constexpr std::array<gunichar, 5> kFormats = {0xAD, 0x200C, 0x200D, 0x2060, 0xFEFF};
    return g_unichar_ismark(letter) || std::find(kFormats.begin(), kFormats.end(), letter) != kFormats.end();
}

class Collector {
public:
    /// Takes each word; false ends the reading.
    using Take = std::function<bool(Word&& word)>;
    explicit Collector(const Take& take) : take_(take) {}

    bool isOver() const noexcept { return isOver_; }

    void letter(gunichar letter, std::size_t begin, std::size_t end) {
        if (isOneWord(letter)) finish();
        if (word_.text.empty()) word_.begin = begin;
        const std::size_t before = word_.text.size();
        fold(letter, word_.text);
        if (word_.text.size() > kMaxWordLength) word_.text.resize(before);
        word_.end = end;
        ++letters_;
        if (isOneWord(letter)) finish();
    }
    void mark(std::size_t end) {
        if (!word_.text.empty()) word_.end = end;
    }
    void finish() {
        word_.isOneLetter = letters_ == 1;
        if (!word_.text.empty() && !isOver_) isOver_ = !take_(std::move(word_));
        word_ = {};
        letters_ = 0;
    }

private:
    const Take& take_;
    bool isOver_ = false;
    Word word_;
    std::size_t letters_ = 0;
};

void readWords(std::string_view text, const Collector::Take& take) {
    Collector collector(take);
    std::size_t at = 0;
    while (at < text.size() && !collector.isOver()) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {  // most are: what follows comes to the same
            const char plain = text[at];
            g_ascii_isalnum(plain) ? collector.letter(static_cast<gunichar>(plain), at, at + 1) : collector.finish();
            ++at;
            continue;
        }
        const gunichar letter = g_utf8_get_char_validated(text.data() + at, static_cast<gssize>(text.size() - at));
        if (letter >= 0x110000) {  // not UTF-8
            collector.finish();
            ++at;
            continue;
        }
        const std::size_t end = at + static_cast<std::size_t>(g_unichar_to_utf8(letter, nullptr));
        if (g_unichar_isalnum(letter)) {
            collector.letter(letter, at, end);
        } else if (isWithinWord(letter)) {
            collector.mark(end);
        } else {
            collector.finish();
        }
        at = end;
    }
    collector.finish();
}

}  // namespace

std::vector<Word> wordsOf(std::string_view text) {
    std::vector<Word> words;
    readWords(text, [&](Word&& word) {
        words.push_back(std::move(word));
        return true;
    });
    return words;
}

std::optional<Word> firstWordOf(std::string_view text, const std::function<bool(const Word& word)>& wanted) {
    std::optional<Word> found;
    readWords(text, [&](Word&& word) {
        if (wanted(word)) found = std::move(word);
        return !found;
    });
    return found;
}

}  // namespace inkwell::search
