#pragma once

#include <optional>

#include "edit/object_input.h"
#include "inkwell/bucket_directory.h"
#include "rules.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Applies a body to an object's content, for an edit and for a revision: everything but status and times. Adds
/// problems and throws none. Joins the caller's unit of work.
void applyContent(const Rules& rules, const Bucket& bucket, const ObjectInput& input, const TypeRules* type,
                  StoredObject& object, Problems& problems);

/// Writes the values of a body's `metadata`, which `input` has or not, over the metafields of an object that exists;
/// the others stay as they are, and are not checked. Adds problems at `path` and throws none.
void applyMetadata(const Rules& rules, const Bucket& bucket, const JsonObject& metadata, const std::string& path,
                   const TypeRules* type, StoredObject& object, Problems& problems);

/// Takes what was edited from the draft of the object. A draft has its object's own times and author.
void takeContent(StoredObject draft, StoredObject& object);
/// The times to publish and to unpublish that were given; a problem where the object would be unpublished first.
void applySchedule(const ObjectInput& input, StoredObject& object, Problems& problems);

/// Applies the member `options` only.
void applyOptions(const ObjectInput& input, StoredObject& object);

}  // namespace inkwell::objects
