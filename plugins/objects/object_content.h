#pragma once

#include <optional>

#include "inkwell/bucket_directory.h"
#include "object_input.h"
#include "object_store.h"
#include "rules.h"

namespace inkwell::objects {

/// What a body changes of an object's content, for an edit and for a revision: everything but its status and times.
/// Adds problems and throws none; joins the caller's unit of work.
void applyContent(const Rules& rules, const Bucket& bucket, const ObjectInput& input,
                  const std::optional<StoredType>& type, StoredObject& object, Problems& problems);

/// The part of it that is `options`.
void applyOptions(const ObjectInput& input, StoredObject& object);

}  // namespace inkwell::objects
