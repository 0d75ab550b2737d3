#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"
#include "view_store.h"

namespace inkwell::views {

inline constexpr std::size_t kMaxColumns = 50;
inline constexpr std::size_t kMaxQueryBytes = 8192;

/// What a body says of a view; what it does not name is not set.
struct ViewInput {
    std::optional<std::string> title;
    std::optional<std::string> type;
    std::optional<std::string> sort;
    std::optional<JsonObject> query;
    std::optional<JsonArray> columns;
    std::optional<bool> isShared;
    Problems problems = {};  // of the body; the service adds those of the type and the query
};

/// Throw nothing: the service reports all problems at once. A new view needs a title; an edit may name any member, and
/// needs one.
ViewInput parseNewView(const JsonObject& body);
ViewInput parseViewEdit(const JsonObject& body);

/// Puts what is given into the view.
void apply(ViewInput input, View& view);

}  // namespace inkwell::views
