#pragma once

#include <string_view>

#include "inkwell/text.h"

namespace inkwell::metafields {

/// Calls `each` with every id of a comma-separated list, in order. Skips spaces around ids and empty entries.
template <class F>
void forEachId(std::string_view list, F&& each) {
    while (!list.empty()) {
        const std::size_t comma = list.find(',');
        const std::string_view id = trimmed(list.substr(0, comma));
        if (!id.empty()) each(id);
        if (comma == std::string_view::npos) return;
        list.remove_prefix(comma + 1);
    }
}

}  // namespace inkwell::metafields
