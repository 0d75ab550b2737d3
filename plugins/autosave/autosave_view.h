#pragma once

#include "autosave_store.h"
#include "inkwell/json.h"

namespace inkwell::autosave {

/// {object_id, version, saved_at}, and with `object` if the item has its document.
JsonObject renderAutosave(const AutosaveItem& item);

}  // namespace inkwell::autosave
