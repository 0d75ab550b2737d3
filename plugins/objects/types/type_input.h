#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// The body of a write of an object type; absent members stay unset. Fields: interface/resources.md, "Object types".
struct TypeInput {
    std::optional<std::string> title;
    std::optional<std::string> singular;
    std::optional<std::string> slug;
    std::optional<std::string> emoji;           // "" clears
    std::optional<std::string> previewLink;     // "" clears
    std::optional<std::string> priorityLocale;  // "" clears
    std::optional<Json> metafields;             // unchecked: the metafield engine parses it
    std::optional<bool> slugField;
    std::optional<bool> contentEditor;
    std::optional<bool> localization;
    std::optional<bool> singleton;
    std::optional<bool> keepRevisions;
    std::optional<std::optional<bool>> enforceValidation;  // an empty inner value leaves it to the server's setting
    std::optional<std::vector<std::string>> locales;
    std::map<std::string, std::string> renamedFields;  // of an edit: new keys by former paths
    std::optional<std::int64_t> order;                 // of an edit: its place among the types of the bucket

    std::string path;   // prefix of problem paths
    Problems problems;  // of the body itself

    /// The path of a member in problems.
    std::string pathOf(std::string_view member) const;
};

/// Parses the body of a creation. Collects every problem and throws nothing: other checks follow, and the client gets
/// all problems at once. `path` is "" for a body, the item's path for an import.
TypeInput parseTypeCreation(const JsonObject& body, const std::string& path = "");

/// Parses the body of an edit. Throws ApiError 400 when it changes nothing.
TypeInput parseTypeEdit(const JsonObject& body);

/// What POST .../object-types/{slug}/apply is asked for.
struct TypeApplication {
    std::int64_t limit = 1000;  // objects to examine
    std::string after;          // the object to go on behind; "": from the beginning
};

/// Throws ApiError 400 with every problem of the body, which may be empty.
TypeApplication parseTypeApplication(const JsonObject& body);

}  // namespace inkwell::objects
