#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "edit/object_input.h"
#include "inkwell/json.h"
#include "inkwell/list_query.h"

namespace inkwell::objects {

inline constexpr std::size_t kMostBulkObjects = 10'000;

/// The body of POST .../objects/bulk (interface/resources.md, "Many objects at once").
struct BulkRequest {
    enum class Action { Set, Publish, Unpublish, Delete, Move };
    std::vector<std::string> ids;    // each once
    std::optional<ListQuery> query;  // if set, in place of `ids`
    Action action = Action::Set;
    ObjectInput set;           // of Action::Set
    JsonObject metadata;       // likewise: new values of metafields by key
    std::size_t setBytes = 0;  // likewise, of the whole as text
    std::string beside;        // of Action::Move: the object that they are to stand before; "": none
    bool behind = false;       // behind it instead
    bool each = false;         // every object for itself
    bool dryRun = false;
    bool triggerWebhook = false;
};

/// "set", "publish" and so on, as in the body.
const char* nameOf(BulkRequest::Action action);

/// Throws ApiError 400 with every problem of the body.
BulkRequest parseBulk(const JsonObject& body, std::int64_t nowMs);

/// Throws ApiError 400 where so many objects would get too much of `set`.
void requireRoom(const BulkRequest& request, std::size_t objects);

}  // namespace inkwell::objects
