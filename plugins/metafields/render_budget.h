#pragma once

#include <cstddef>

#include "inkwell/json.h"

namespace inkwell::metafields {

/// What one answer may hold (where-silent.md, "Reads"): a path guard alone lets ten interlinked objects unfold into a
/// million. Counted before anything is built, so that time and memory stay bounded. Every method throws ApiError 400
/// when its limit is passed. One render, one thread.
class RenderBudget {
public:
    static constexpr std::size_t kMaxObjects = 100'000;
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;
    /// Stored documents also hold what an answer does not show: options, templates.
    static constexpr std::size_t kMaxLoadedBytes = 4 * kMaxBytes;
    /// Related ids that are not visible cost time and leave no byte in the answer.
    static constexpr std::size_t kMaxLookups = 4'000'000;
    /// Relations and groups within each other. Bounds the stack, here and for whoever walks the answer later: a thread
    /// with 1 MB must do (tests/plugins/metafields/render_limits_test.cpp).
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

/// About how long `value` is as JSON text.
std::size_t jsonSize(const Json& value);
std::size_t jsonSize(const JsonObject& object);
std::size_t jsonSize(const JsonArray& array);

}  // namespace inkwell::metafields
