#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// What a body says about an object type; absent members say nothing. Fields as in the specification, "Object types".
struct TypeInput {
    std::optional<std::string> title;
    std::optional<std::string> singular;
    std::optional<std::string> slug;
    std::optional<std::string> emoji;           // "" clears
    std::optional<std::string> priorityLocale;  // "" clears
    std::optional<Json> metafields;             // unchecked: the metafield engine reads it
    std::optional<bool> slugField;
    std::optional<bool> contentEditor;
    std::optional<bool> localization;
    std::optional<bool> singleton;
    std::optional<std::vector<std::string>> locales;

    std::string path;   // what problem paths begin with
    Problems problems;  // what is wrong with the body by itself

    /// The path of a member, as problems name it.
    std::string pathOf(std::string_view member) const;
};

/// The body of a creation. Collects every problem and throws nothing: what the bucket knows is checked later, and a
/// client gets all problems at once. `path` is "" for a body and the item's place for an import.
TypeInput parseTypeCreation(const JsonObject& body, const std::string& path = "");

/// The body of an edit. Throws ApiError 400 when it holds no field.
TypeInput parseTypeEdit(const JsonObject& body);

}  // namespace inkwell::objects
