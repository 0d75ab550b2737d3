#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inkwell/metafield_type.h"
#include "inkwell/services.h"
#include "types/type_faults.h"

namespace inkwell::metafields {

/// Allows lookups by string_view without creating a string.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
};

template <class V>
using TextMap = std::unordered_map<std::string, V, TextHash, std::equal_to<>>;

/// The metafield types of the enabled plugins by name. Made for each call of the engine, because plugins can be
/// switched between calls. The types must outlive it. One thread.
class TypeSet {
public:
    TypeSet(Services& services, TypeFaults& faults);
    /// nullptr for a type whose plugin is not enabled.
    const MetafieldType* find(std::string_view name) const;
    const MetafieldType* of(const JsonObject& field) const { return find(textOf(field, "type")); }

    /// Whether another plugin brings it.
    bool isForeign(const MetafieldType& type) const;
    TypeFaults& faults() const noexcept { return faults_; }

    /// Of all types, sorted. Views into this.
    std::vector<std::string_view> names() const;

private:
    std::vector<std::pair<std::string, const MetafieldType*>> types_;  // so few are found soonest in a row
    TypeFaults& faults_;
    mutable std::optional<std::vector<const MetafieldType*>> foreign_;  // nothing before the first question
};

/// Calls `each(field, type)` for every metafield with a value, descending into parents and items of repeaters. `type`
/// is nullptr for an unknown type. `Array` is JsonArray or const JsonArray.
template <class Array, class F>
void forEachValueField(Array& metafields, const TypeSet& types, F&& each) {
    for (auto& entry : metafields) {
        auto* field = entry.if_object();
        if (field == nullptr) continue;
        const MetafieldType* type = types.of(*field);
        if (type == nullptr || type->shape() == MetafieldShape::Value) {
            each(*field, type);
            continue;
        }
        auto* children = field->if_contains("children");
        auto* list = children == nullptr ? nullptr : children->if_array();
        if (list == nullptr) continue;
        if (type->shape() == MetafieldShape::Group) {
            forEachValueField(*list, types, each);
            continue;
        }
        for (auto& item : *list) {
            auto* object = item.if_object();
            auto* fields = object == nullptr ? nullptr : object->if_contains("children");
            if (fields != nullptr && fields->is_array()) forEachValueField(fields->get_array(), types, each);
        }
    }
}

}  // namespace inkwell::metafields
