#include "read/order_by.h"

#include <algorithm>
#include <array>

#include "inkwell/error.h"
#include "inkwell/list_query_sql.h"
#include "inkwell/text.h"
#include "read/object_query.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kMetadata = "metadata.";
constexpr std::array<std::string_view, 6> kFields = {"title",       "slug",       "created_at",
                                                     "modified_at", "publish_at", "unpublish_at"};

bool isMetafield(std::string_view name) { return name.starts_with(kMetadata) && name.size() > kMetadata.size(); }

[[noreturn]] void refuse(const std::string& message) {
    throw ApiError::badRequest("order_by " + message, {{"order_by", message}});
}

}  // namespace

std::string parseOrderBy(std::string_view text) {
    const std::string_view name = nameOfSort(text);
    if (isMetafield(name)) {
        const bool isKept = codePoints(indexedText(name)) <= kIndexedPathLength;  // as in queries
        if (!isKept) refuse("must have a key of at most " + std::to_string(kQueryKeyLength) + " characters");
    } else if (std::find(kFields.begin(), kFields.end(), name) == kFields.end()) {
        refuse(
            "must be title, slug, created_at, modified_at, publish_at, unpublish_at or metadata.<key>, with a minus "
            "before it for the reverse, not '" +
            std::string(text) + "'");
    }
    return std::string(text);
}

bool isValueOrder(std::string_view sort) {
    const std::string_view name = nameOfSort(sort);
    return name == "title" || name == "slug" || isSchedule(name) || isMetafield(name);
}

std::string_view nameOfSort(std::string_view sort) {
    if (sort.starts_with('-')) sort.remove_prefix(1);
    return sort;
}

}  // namespace inkwell::objects
