#include "texts.h"

#include <glib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "html_references.h"

namespace inkwell::search {

namespace {

constexpr std::size_t kLongestTag = 10'000;

bool beginsTag(std::string_view text) {
    if (text.size() < 2) return false;
    return std::isalpha(static_cast<unsigned char>(text[1])) != 0 || text[1] == '/' || text[1] == '!';
}

// Of letters within a word, which they may stand around. A link is not: a menu has one behind the other.
bool isWithinWords(std::string_view tag) {
    static constexpr std::array<std::string_view, 21> kTags = {"abbr",  "b",    "bdi",    "bdo", "code", "del",  "dfn",
                                                               "em",    "font", "i",      "ins", "kbd",  "mark", "s",
                                                               "small", "span", "strong", "sub", "sup",  "u",    "wbr"};
    return std::find(kTags.begin(), kTags.end(), tag) != kTags.end();
}

/// "b" of "<b class=x>" and of "</b>".
std::string nameOf(std::string_view tag) {
    tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
    std::string name;
    for (const char c : tag) {
        if (!g_ascii_isalnum(c)) break;
        name += g_ascii_tolower(c);
    }
    return name;
}

/// What no reader sees ends with it.
class Hidden {
public:
    explicit Hidden(std::string end) : end_(std::move(end)) {}

    /// Where it ends, looked for from `at`; `at` where it does not. A text that has no end is gone through once.
    std::size_t endIn(std::string_view text, std::size_t at) {
        if (isMissing_) return at;
        const auto isSame = [](char a, char b) { return g_ascii_tolower(a) == b; };
        const auto* found =
            std::search(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), end_.begin(), end_.end(), isSame);
        isMissing_ = found == text.end();
        return isMissing_ ? at : static_cast<std::size_t>(found - text.begin());
    }

private:
    std::string end_;
    bool isMissing_ = false;
};

/// A text as it was written, in HTML or not.
struct Written {
    std::string_view text;
    bool isHtml = false;
    bool operator==(const Written&) const = default;
};

void collect(const Json& value, bool isHtml, std::vector<Written>& texts) {
    if (const auto* text = value.if_string()) {
        if (!text->empty()) texts.push_back({*text, isHtml});
    } else if (const auto* array = value.if_array()) {
        for (const Json& one : *array) collect(one, isHtml, texts);
    } else if (const auto* object = value.if_object()) {
        for (const auto& member : *object) collect(member.value(), isHtml, texts);
    }
}

// Their values name other things, which are found by themselves.
bool isRelation(std::string_view type) { return type == "object" || type == "objects"; }

void collect(const JsonArray& metafields, std::vector<Written>& texts) {
    for (const Json& one : metafields) {
        const auto* field = one.if_object();
        if (field == nullptr) continue;
        const std::string_view type = textOf(*field, "type");
        if (isRelation(type)) continue;
        if (const Json* value = field->if_contains("value")) collect(*value, type == "html-textarea", texts);
        if (const JsonArray* children = arrayOf(*field, "children")) collect(*children, texts);
    }
}

std::vector<Written> othersOf(std::string_view content, const JsonArray* metafields) {
    std::vector<Written> texts;
    if (!content.empty()) texts.push_back({content, true});
    if (metafields != nullptr) collect(*metafields, texts);
    return texts;
}

std::vector<Written> othersOf(const WrittenObject::Version& version) {
    return othersOf(textOf(version.document, "content"), arrayOf(version.document, "metafields"));
}

// What is no HTML may hold a '<' before a letter, and what stands behind that is read.
std::vector<std::string> asRead(const std::vector<Written>& texts) {
    std::vector<std::string> read;
    read.reserve(texts.size());
    for (const Written& one : texts) read.push_back(one.isHtml ? plainText(one.text) : std::string(one.text));
    return read;
}

}  // namespace

std::string plainText(std::string_view html) {
    std::string plain;
    plain.reserve(html.size());
    Hidden comment("-->");
    Hidden script("</script");
    Hidden style("</style");
    std::size_t at = 0;
    std::size_t end = 0;  // the next '>' from there on: looked for once, or many a '<' before it would take long
    while (at < html.size()) {
        const std::string_view rest = html.substr(at);
        if (rest.front() == '<' && beginsTag(rest)) {
            if (rest.starts_with("<!--")) at = comment.endIn(html, at);
            if (end <= at) end = std::min(html.find('>', at), html.size());
            const bool isTag = end < html.size() && end - at < kLongestTag;
            const std::string name = isTag ? nameOf(html.substr(at)) : "";
            if (!isWithinWords(name)) plain += ' ';
            at = isTag ? end + 1 : at + 1;
            if (rest.starts_with("</")) continue;
            if (name == "script") at = script.endIn(html, at);
            if (name == "style") at = style.endIn(html, at);
        } else if (const auto reference = htmlReferenceAt(rest)) {
            plain += reference->letter;
            at += reference->size;
        } else {
            plain += rest.front();
            ++at;
        }
    }
    return plain;
}

Texts textsOf(const ObjectRecord& object) {
    return {std::string(textOf(object.fields, "title")),
            asRead(othersOf(textOf(object.fields, "content"), &object.metafields)),
            std::string(textOf(object.fields, "slug"))};
}

Texts textsOf(const WrittenObject::Version& version) {
    return {version.title, asRead(othersOf(version)), version.slug};
}

bool haveSameTexts(const WrittenObject::Version& one, const WrittenObject::Version& other) {
    return one.title == other.title && one.slug == other.slug && othersOf(one) == othersOf(other);
}

Texts textsOfMedia(const JsonObject& media) {
    Texts texts{std::string(textOf(media, "original_name")), {}, {}};
    std::vector<Written> others;
    if (const Json* metadata = media.if_contains("metadata")) collect(*metadata, false, others);
    texts.others = asRead(others);
    texts.address = textOf(media, "name");
    return texts;
}

}  // namespace inkwell::search
