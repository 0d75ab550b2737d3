#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/json.h"
#include "object_input.h"
#include "object_store.h"
#include "type_store.h"

namespace inkwell::objects {

/// An object as a bucket's file holds it: the fields of a creation and what a creation does not take.
struct TransferObject {
    ObjectInput input;  // with the problems of the whole item
    bool older = false;
    std::string id;  // in the file; "": none
    bool hasLocale = false;
    bool hasCreatedBy = false;
    std::optional<std::int64_t> order;
    std::optional<std::int64_t> createdAtMs;
    std::optional<std::int64_t> modifiedAtMs;
    std::optional<std::int64_t> publishedAtMs;
    std::string modifiedBy;
};

/// Our own form, strictly.
TransferObject parseTransferObject(const JsonObject& json, const std::string& path);

/// The file's member; `metafields` as the file shall hold them.
JsonObject renderTransferObject(const StoredObject& object, JsonArray metafields);

/// The locale under which the object is looked up and stored.
std::string localeOf(const TransferObject& file, const std::optional<StoredType>& type);

/// `before` with everything the file says but metafields; what the file leaves out takes its default, but times and
/// `created_by` keep what they are.
StoredObject applyTransfer(const TransferObject& file, const std::optional<StoredType>& type,
                           const StoredObject& before);

/// True when both hold the same content, metafield ids apart.
bool sameContent(const StoredObject& a, const StoredObject& b);

}  // namespace inkwell::objects
