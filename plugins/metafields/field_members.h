#pragma once

#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::metafields {

/// The members of one metafield as a client sends it: only the listed ones, each of its own kind (specification,
/// "Metafield"). Whether they fit the metafield's type is the checker's part.
void checkMembers(const JsonObject& given, const std::string& path, Problems& problems);

/// The members of one entry of a repeater: `type` and `children`; a title and a key may stand beside them.
void checkItemMembers(const JsonObject& given, const std::string& path, Problems& problems);

/// What is stored of `field` before its children: an order of members that never changes, nothing response-only.
/// `id` is the one to store.
JsonObject storedMembers(const JsonObject& field, std::string id);

/// "metafields[2].value", or "value" when `path` is empty.
std::string memberPath(const std::string& path, std::string_view member);

}  // namespace inkwell::metafields
