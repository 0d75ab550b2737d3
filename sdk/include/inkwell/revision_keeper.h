#pragma once

#include <cstdint>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/object_catalog.h"

namespace inkwell {

/// Keeps what edits replace (interface/drafts-and-revisions.md, "Keeping what an edit replaces"). Provided by
/// `revisions`. Any thread; joins the caller's unit of work.
class INKWELL_API RevisionKeeper {
public:
    static constexpr const char* kServiceId = "inkwell.revision-keeper/1";
    virtual ~RevisionKeeper() = default;

    /// Stores the object as it is before an edit, and removes the oldest of those kept beyond the plugin's bound. The
    /// record is in the form of ObjectCatalog::Revised, with the object's own id. Inside Database::write.
    virtual void keep(const Bucket& bucket, ObjectRecord replaced, std::int64_t modifiedAtMs) = 0;
};

}  // namespace inkwell
