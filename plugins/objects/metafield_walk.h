#pragma once

#include "inkwell/json.h"

namespace inkwell::objects {

/// Members of a stored metafield that hold metafields.
inline constexpr const char* kNestingMembers[] = {"children", "repeater_fields"};

/// Calls visit on every metafield, groups before their members; passes over what is no object. Any thread.
template <class Array, class Visit>
void walkMetafields(Array& metafields, const Visit& visit) {
    for (auto& entry : metafields) {
        auto* metafield = entry.if_object();
        if (metafield == nullptr) continue;
        visit(*metafield);
        for (const char* member : kNestingMembers) {
            auto* nested = metafield->if_contains(member);
            if (nested != nullptr && nested->is_array()) walkMetafields(nested->get_array(), visit);
        }
    }
}

/// The metafields without their `id`, at any depth: a content file is the same for every bucket.
JsonArray withoutIds(const JsonArray& metafields);

}  // namespace inkwell::objects
