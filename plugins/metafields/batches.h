#pragma once

#include <algorithm>
#include <span>
#include <string>

namespace inkwell::metafields {

/// A statement binds its values one by one, and databases limit their number (MySQL: 65,535). Real content fits into
/// one batch per level.
inline constexpr std::size_t kMaxBatch = 10'000;

/// Calls `each` with consecutive slices of `values`, each small enough for one statement.
template <class F>
void forEachBatch(std::span<const std::string> values, F&& each) {
    while (!values.empty()) {
        const std::size_t count = std::min(values.size(), kMaxBatch);
        each(values.first(count));
        values = values.subspan(count);
    }
}

}  // namespace inkwell::metafields
