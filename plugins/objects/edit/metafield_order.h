#pragma once

#include "inkwell/database.h"
#include "inkwell/identity.h"
#include "inkwell/json.h"
#include "store/object_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// Whether the metafields that both have (matched by key) are in the same order, or in that of `type` where one is
/// given, also inside parents and among the templates of repeaters. Added, removed and edited metafields are ignored,
/// and so is the order of a repeater's items.
bool keepsMetafieldOrder(const JsonArray& before, const JsonArray& after, const JsonArray* type = nullptr);

/// Throws 403 when the caller may not reorder metafields and `changed`, which will replace `stored` or be stored as a
/// draft of it, does so (decision 0007). `type` is that of the object, null where there is none any more. The order in
/// the newest draft is accepted too: it was checked when the draft was stored. Inside Database::write; reads the draft
/// if necessary.
void requireMetafieldOrder(Sql& sql, const Access& access, const TypeRules* type, const StoredObject& stored,
                           const StoredObject& changed);

}  // namespace inkwell::objects
