#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// The body of a write of an object; absent members stay unset. Fields: interface/resources.md,
/// "Objects".
struct ObjectInput {
    std::optional<std::string> type;
    std::optional<std::string> title;
    std::optional<std::string> slug;
    std::optional<std::string> content;
    std::optional<std::string> status;
    std::optional<Json> metafields;      // unchecked: the metafield engine parses it
    std::optional<JsonObject> metadata;  // values of metafields by their keys; never beside `metafields`
    std::optional<std::string> createdBy;
    std::optional<std::optional<std::int64_t>> publishAtMs;  // an empty inner value clears it
    std::optional<std::optional<std::int64_t>> unpublishAtMs;
    std::optional<bool> slugField;
    std::optional<bool> contentEditor;
    std::optional<std::string> locale;
    bool clearsLocale = false;             // an edit gives null
    std::optional<std::string> thumbnail;  // "" clears
    std::optional<bool> keepRevision;      // of what an edit replaces; unset: as the type says
    bool triggerWebhook = false;
    std::set<std::string, std::less<>> checkedKeys;  // of `metafields`: Restoring::metafields; of no body

    std::string path;   // prefix of problem paths
    Problems problems;  // of the body itself

    std::string pathOf(std::string_view member) const;
};

/// Parses the body of a creation. Collects every problem and throws nothing: other checks follow, and the client gets
/// all problems at once. `publish_at` and `unpublish_at` must be after `nowMs`. `path` is "" for a body, the item's
/// path for an import.
ObjectInput parseObjectCreation(const JsonObject& body, std::int64_t nowMs, const std::string& path = "");

/// Parses the body of a revision: a creation's without `type`. Collects problems like parseObjectCreation.
ObjectInput parseObjectRevision(const JsonObject& body, std::int64_t nowMs);

/// Parses the body of an edit: no `type`, no `created_by`. Throws ApiError 400 when it changes nothing
/// (interface/resources.md, "Objects": `pretty`, `trigger_webhook` and `keep_revision` alone change nothing). `path` as
/// for a creation.
ObjectInput parseObjectEdit(const JsonObject& body, std::int64_t nowMs, const std::string& path = "");

}  // namespace inkwell::objects
