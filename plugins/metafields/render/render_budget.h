#pragma once

#include <cstddef>

#include "inkwell/json.h"

namespace inkwell::metafields {

/// Limits of one response (interface/reads-and-queries.md, "Related objects"): with the recursion guard alone, ten
/// interlinked objects would expand to a million. Counted before anything is built, so that time and memory are
/// bounded. Methods throw ApiError 400 beyond a limit. One render, one thread.
class RenderBudget {
public:
    static constexpr std::size_t kMaxObjects = 100'000;
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
    /// Stored documents also hold members that responses omit: options, templates.
    static constexpr std::size_t kMaxLoadedBytes = 4 * kMaxBytes;
    /// Related ids that are not visible cost time but add no bytes to the response.
    static constexpr std::size_t kMaxLookups = 4'000'000;
    /// Nested relations and groups. Bounds the stack of this and later recursions over the response: a thread with 1 MB
    /// must suffice (tests/plugins/metafields/render/render_budget_test.cpp).
    static constexpr int kMaxNesting = 1000;

    void countLoaded(std::size_t bytes);
    void countObject(std::size_t bytes);
    void countBytes(std::size_t bytes);
    void countLookup();
    static void checkNesting(int levels);

    std::size_t bytes() const noexcept { return bytes_; }

private:
    std::size_t loadedObjects_ = 0;
    std::size_t loadedBytes_ = 0;
    std::size_t objects_ = 0;
    std::size_t bytes_ = 0;
    std::size_t lookups_ = 0;
};

/// The estimated size of `value` as JSON text, in bytes.
std::size_t jsonSize(const Json& value);
std::size_t jsonSize(const JsonObject& object);
std::size_t jsonSize(const JsonArray& array);

}  // namespace inkwell::metafields
