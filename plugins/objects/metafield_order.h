#pragma once

#include "inkwell/database.h"
#include "inkwell/identity.h"
#include "inkwell/json.h"
#include "object_store.h"

namespace inkwell::objects {

/// Whether the metafields that both have, by key, stand in the same order, also inside parents and among the templates
/// of repeaters; a repeater's items are content and may stand anyhow. What comes, goes or changes its value is no
/// matter.
bool keepsMetafieldOrder(const JsonArray& before, const JsonArray& after);

/// 403 where the caller may not change the order of metafields, and `changed`, what is to be stored of `stored` or
/// beside it, does (decision 0007). The order of its newest draft counts as the object's too: whoever stored that was
/// allowed to. Inside Database::write; reads the draft if it must.
void requireMetafieldOrder(Sql& sql, const Access& access, const StoredObject& stored, const StoredObject& changed);

}  // namespace inkwell::objects
