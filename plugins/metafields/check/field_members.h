#pragma once

#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::metafields {

/// Checks the members of one metafield as sent by a client: only known ones, each of the right JSON type
/// (interface/metafields.md, "Fields of a metafield"). The checker checks whether they fit the metafield's type.
/// `withoutType` is the problem of one that has no `type`; "" is the usual one, and a type is required.
void checkMembers(const JsonObject& given, const std::string& path, const std::string& withoutType, Problems& problems);

/// Checks the members of a repeater's item: `type` and `children`, optionally a title and a key.
void checkItemMembers(const JsonObject& given, const std::string& path, Problems& problems);

/// The members of `field` to store, without children and response-only members, always in the same order.
/// `id` is the one to store.
JsonObject storedMembers(const JsonObject& field, std::string id);

/// "metafields[2].value", or "value" when `path` is empty.
std::string memberPath(const std::string& path, std::string_view member);

}  // namespace inkwell::metafields
