#pragma once

#include "inkwell/props.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// As forEachValueField, limited to `props` below `metadata`. Calls `each(field, type, below)`, where `below` are the
/// props within the metafield's value.
template <class F>
void forEachWantedField(const JsonArray& metafields, const TypeSet& types, const Props& props, F&& each) {
    for (const Json& entry : metafields) {
        const JsonObject* field = entry.if_object();
        const Props* below = field == nullptr ? nullptr : props.find(textOf(*field, "key"));
        if (below == nullptr) continue;
        const MetafieldType* type = types.of(*field);
        if (type == nullptr || type->shape() == MetafieldShape::Value) {
            each(*field, type, *below);
            continue;
        }
        const JsonArray* children = arrayOf(*field, "children");
        if (children == nullptr) continue;
        if (type->shape() == MetafieldShape::Group) {
            forEachWantedField(*children, types, *below, each);
            continue;
        }
        for (const Json& item : *children) {
            const JsonObject* object = item.if_object();
            const JsonArray* fields = object == nullptr ? nullptr : arrayOf(*object, "children");
            if (fields != nullptr) forEachWantedField(*fields, types, *below, each);
        }
    }
}

}  // namespace inkwell::metafields
