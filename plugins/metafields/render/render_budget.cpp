#include "render/render_budget.h"

#include "inkwell/error.h"

namespace inkwell::metafields {

namespace {

constexpr std::size_t kScalarSize = 8;

void require(bool within) {
    if (within) return;
    throw ApiError::badRequest(
        "the answer would hold more than 100,000 nested objects, 1,000 levels or 64 MB; ask for less with 'props', "
        "'depth' or 'limit'");
}

}  // namespace

void RenderBudget::countLoaded(std::size_t bytes) {
    loadedBytes_ += bytes;
    require(++loadedObjects_ <= kMaxObjects && loadedBytes_ <= kMaxLoadedBytes);
}

void RenderBudget::countObject(std::size_t bytes) {
    require(++objects_ <= kMaxObjects);
    countBytes(bytes);
}

void RenderBudget::countBytes(std::size_t bytes) {
    bytes_ += bytes;
    require(bytes_ <= kMaxBytes);
}

void RenderBudget::countLookup() { require(++lookups_ <= kMaxLookups); }

void RenderBudget::checkNesting(int levels) { require(levels <= kMaxNesting); }

std::size_t jsonSize(const Json& value) {
    switch (value.kind()) {
        case boost::json::kind::string:
            return value.get_string().size() + 2;
        case boost::json::kind::array:
            return jsonSize(value.get_array());
        case boost::json::kind::object:
            return jsonSize(value.get_object());
        default:
            return kScalarSize;
    }
}

std::size_t jsonSize(const JsonObject& object) {
    std::size_t size = 2;
    for (const auto& [key, value] : object) size += key.size() + 4 + jsonSize(value);
    return size;
}

std::size_t jsonSize(const JsonArray& array) {
    std::size_t size = 2;
    for (const Json& value : array) size += jsonSize(value) + 1;
    return size;
}

}  // namespace inkwell::metafields
