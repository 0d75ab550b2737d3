#include "texts.h"

#include <array>
#include <cctype>
#include <utility>

namespace inkwell::search {

namespace {

constexpr std::size_t kLongestTag = 10'000;

bool beginsTag(std::string_view text) {
    if (text.size() < 2) return false;
    return std::isalpha(static_cast<unsigned char>(text[1])) != 0 || text[1] == '/' || text[1] == '!';
}

std::size_t addEntity(std::string_view text, std::string& plain) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kEntities = {
        {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}}};
    for (const auto& [entity, letter] : kEntities) {
        if (!text.starts_with(entity)) continue;
        plain += letter;
        return entity.size();
    }
    plain += text.front();
    return 1;
}

void addAll(const Json& value, std::vector<std::string>& texts) {
    if (const auto* text = value.if_string()) {
        if (!text->empty()) texts.push_back(plainText(*text));
    } else if (const auto* array = value.if_array()) {
        for (const Json& one : *array) addAll(one, texts);
    } else if (const auto* object = value.if_object()) {
        for (const auto& member : *object) addAll(member.value(), texts);
    }
}

// Their values name other things, which are found by themselves.
bool isRelation(std::string_view type) { return type == "object" || type == "objects"; }

void addMetafields(const JsonArray& metafields, std::vector<std::string>& texts) {
    for (const Json& one : metafields) {
        const auto* field = one.if_object();
        if (field == nullptr || isRelation(textOf(*field, "type"))) continue;
        if (const Json* value = field->if_contains("value")) addAll(*value, texts);
        if (const JsonArray* children = arrayOf(*field, "children")) addMetafields(*children, texts);
    }
}

void addText(const JsonObject& fields, std::string_view name, std::vector<std::string>& texts) {
    if (const std::string_view text = textOf(fields, name); !text.empty()) texts.push_back(plainText(text));
}

}  // namespace

std::string plainText(std::string_view html) {
    std::string plain;
    plain.reserve(html.size());
    std::size_t at = 0;
    while (at < html.size()) {
        const std::string_view rest = html.substr(at);
        if (rest.front() == '<' && beginsTag(rest)) {
            const std::size_t end = rest.substr(0, kLongestTag).find('>');
            plain += ' ';
            at += end == std::string_view::npos ? 1 : end + 1;
        } else if (rest.front() == '&') {
            at += addEntity(rest, plain);
        } else {
            plain += rest.front();
            ++at;
        }
    }
    return plain;
}

Texts textsOf(const ObjectRecord& object) {
    Texts texts{std::string(textOf(object.fields, "title")), {}, {}};
    addText(object.fields, "content", texts.others);
    addMetafields(object.metafields, texts.others);
    texts.address = textOf(object.fields, "slug");
    return texts;
}

Texts textsOfMedia(const JsonObject& media) {
    Texts texts{std::string(textOf(media, "original_name")), {}, {}};
    if (const Json* metadata = media.if_contains("metadata")) addAll(*metadata, texts.others);
    texts.address = textOf(media, "name");
    return texts;
}

}  // namespace inkwell::search
