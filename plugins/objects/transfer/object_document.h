#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "edit/object_input.h"
#include "inkwell/json.h"
#include "store/object_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// An object in a bucket file: the fields of a creation and those that a creation does not accept.
struct ObjectDocument {
    ObjectInput input;  // including the problems of the whole item
    bool older = false;
    std::string id;  // in the file; "": none
    bool hasLocale = false;
    bool hasCreatedBy = false;
    std::optional<std::int64_t> order;
    std::optional<std::int64_t> createdAtMs;
    std::optional<std::int64_t> modifiedAtMs;
    std::optional<std::int64_t> publishedAtMs;
    std::string modifiedBy;
    /// Given: the object must still be as it was at that time, or, with none in it, not be there.
    std::optional<std::optional<std::int64_t>> ifModifiedAtMs;
};

/// Parses our own form, strictly.
ObjectDocument parseObjectDocument(const JsonObject& json, const std::string& path);

/// The object's member in the file; `metafields` are written as given.
JsonObject renderObjectDocument(const StoredObject& object, JsonArray metafields);

/// The locale by which the object is looked up and stored.
std::string localeOf(const ObjectDocument& file, const std::optional<StoredType>& type);

/// `before`, changed to what the file says, without metafields. What the file omits gets its default, except times and
/// `created_by`, which stay.
StoredObject applyTransfer(const ObjectDocument& file, const std::optional<StoredType>& type,
                           const StoredObject& before);

/// True when both have the same content; ids of metafields are ignored.
bool sameContent(const StoredObject& a, const StoredObject& b);

}  // namespace inkwell::objects
