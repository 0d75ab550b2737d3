#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/object_catalog.h"

namespace inkwell {

/// An object as a merge takes it or meets it, without the draft over it.
struct ObjectForMerge : ObjectRecord {
    std::int64_t version = 0;
    bool hasDraft = false;  // prepared over it: the next edit ends it
};

/// Which objects of one bucket a merge from another meets. Provided by `objects`. Any thread; joins the caller's unit
/// of work. Throws DatabaseError.
class INKWELL_API ObjectCounterparts {
public:
    static constexpr const char* kServiceId = "inkwell.object-counterparts/1";
    virtual ~ObjectCounterparts() = default;

    /// For each record of another bucket the id of the object of `bucket` with its type, slug and locale, or ""
    /// (interface/merge-requests.md, "Completing"). Inside Database::write these objects are locked until the commit.
    virtual std::vector<std::string> counterparts(const Bucket& bucket, std::span<const ObjectRecord> records) = 0;
    /// These objects as a merge takes them, in the form of ObjectCatalog::Revised: without the drafts over them and
    /// without references to what is not there; addresses of files in texts are those of `into`, which may be the
    /// bucket itself. In no particular order; missing ones are left out.
    virtual std::vector<ObjectForMerge> findForMerge(const Bucket& bucket, std::span<const std::string> ids,
                                                     const Bucket& into) = 0;
};

}  // namespace inkwell
