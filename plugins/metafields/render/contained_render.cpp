#include "render/contained_render.h"

#include <new>
#include <vector>

#include "render/render_budget.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

bool isContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80; }

// The length of the character at the front, by Table 3-7 of Unicode; 0 where there is none.
std::size_t characterLength(std::string_view text) {
    const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const unsigned lead = at(0);
    if (lead < 0x80) return 1;
    const unsigned second = at(1);
    if (!isContinuation(static_cast<unsigned char>(second))) return 0;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (!isContinuation(static_cast<unsigned char>(at(2)))) return 0;
    if (lead == 0xE0) return second >= 0xA0 ? 3 : 0;
    if (lead == 0xED) return second <= 0x9F ? 3 : 0;
    if (lead > 0xE0 && lead <= 0xEF) return 3;
    if (!isContinuation(static_cast<unsigned char>(at(3)))) return 0;
    if (lead == 0xF0) return second >= 0x90 ? 4 : 0;
    if (lead == 0xF4) return second <= 0x8F ? 4 : 0;
    return lead > 0xF0 && lead < 0xF4 ? 4 : 0;
}

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = characterLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

// Without recursion: a plugin may nest as it likes.
bool hasOnlyUtf8(const Json& whole) {
    std::vector<const Json*> waiting{&whole};
    while (!waiting.empty()) {
        const Json& json = *waiting.back();
        waiting.pop_back();
        if (const auto* text = json.if_string()) {
            if (!isUtf8(*text)) return false;
        } else if (const JsonArray* array = json.if_array()) {
            for (const Json& one : *array) waiting.push_back(&one);
        } else if (const JsonObject* object = json.if_object()) {
            for (const auto& [key, value] : *object) {
                if (!isUtf8(key)) return false;
                waiting.push_back(&value);
            }
        }
    }
    return true;
}

}  // namespace

Json renderContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field,
                     const RenderLookup& lookup) {
    try {
        Json shown = type.render(MetafieldView{field, kNoPath}, lookup);
        if (!types.isForeign(type) || hasOnlyUtf8(shown)) return shown;
        types.faults().tell(type, "render", fieldText(field), "its text is not valid UTF-8");
    } catch (const RenderLimit&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        types.faults().tell(type, "render", fieldText(field), faultText());
    }
    return nullptr;
}

void decorateContained(const TypeSet& types, const MetafieldType& type, JsonObject& field, const RenderLookup& lookup) {
    try {
        type.decorate(field, lookup);
    } catch (const RenderLimit&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        types.faults().tell(type, "render", fieldText(field), faultText());
    }
}

}  // namespace inkwell::metafields
