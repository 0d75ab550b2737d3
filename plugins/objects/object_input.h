#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// What a body says about an object; absent members say nothing. Fields as in the specification, "Objects", create and
/// edit fields.
struct ObjectInput {
    std::optional<std::string> type;
    std::optional<std::string> title;
    std::optional<std::string> slug;
    std::optional<std::string> content;
    std::optional<std::string> status;
    std::optional<Json> metafields;  // unchecked: the metafield engine reads it
    std::optional<std::string> createdBy;
    std::optional<std::optional<std::int64_t>> publishAtMs;  // an empty inner value clears
    std::optional<bool> slugField;
    std::optional<bool> contentEditor;
    std::optional<std::string> locale;
    std::optional<std::string> thumbnail;  // "" clears
    bool triggerWebhook = false;

    std::string path;   // what problem paths begin with
    Problems problems;  // what is wrong with the body by itself

    std::string pathOf(std::string_view member) const;
};

/// The body of a creation. Collects every problem and throws nothing: what the bucket knows is checked later, and a
/// client gets all problems at once. `publish_at` must lie after `nowMs`. `path` is "" for a body and the item's place
/// for an import.
ObjectInput parseObjectCreation(const JsonObject& body, std::int64_t nowMs, const std::string& path = "");

/// The body of a revision: that of a creation without `type`. Collects problems like parseObjectCreation.
ObjectInput parseObjectRevision(const JsonObject& body, std::int64_t nowMs);

/// The body of an edit: no `type`, no `created_by`. Throws ApiError 400 when it holds nothing to change
/// (where-silent.md, "Metafield rules": nothing but `pretty` or `trigger_webhook` is nothing).
ObjectInput parseObjectEdit(const JsonObject& body, std::int64_t nowMs);

}  // namespace inkwell::objects
