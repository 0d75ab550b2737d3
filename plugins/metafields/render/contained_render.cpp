#include "render/contained_render.h"

#include <glib.h>

#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "inkwell/fault_text.h"
#include "render/render_budget.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

bool isUtf8(std::string_view text) {
    const char* bad = nullptr;
    while (g_utf8_validate_len(text.data(), text.size(), &bad) == 0) {
        if (*bad != '\0') return false;  // at which the library ends, but it is a character
        text.remove_prefix(static_cast<std::size_t>(bad - text.data()) + 1);
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

// Whether it was done; what no plugin is to blame for goes on.
template <class Work>
bool contained(const TypeSet& types, const MetafieldType& type, const JsonObject& field, const Work& work,
               std::string_view act = "render") {
    try {
        work();
        return true;
    } catch (const RenderLimit&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (...) {
        types.faults().tell(type, act, fieldText(field), faultText());
        return false;
    }
}

}  // namespace

Json renderContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field,
                     const RenderLookup& lookup) {
    std::optional<Json> shown;
    const auto render = [&] { shown.emplace(type.render(MetafieldView{field, kNoPath}, lookup)); };
    if (!contained(types, type, field, render)) return nullptr;
    if (!types.isForeign(type) || hasOnlyUtf8(*shown)) return std::move(*shown);
    types.faults().tell(type, "render", fieldText(field), "its text is not valid UTF-8");
    return nullptr;
}

void decorateContained(const TypeSet& types, const MetafieldType& type, JsonObject& field, const RenderLookup& lookup) {
    contained(types, type, field, [&] { type.decorate(field, lookup); });
}

void collectContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field, References& found) {
    const auto collect = [&] { type.references(MetafieldView{field, kNoPath}, found); };
    contained(types, type, field, collect, "find the references of");
}

}  // namespace inkwell::metafields
