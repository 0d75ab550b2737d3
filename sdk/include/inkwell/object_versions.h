#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/object_catalog.h"
#include "inkwell/precondition.h"

namespace inkwell {

/// What plugins that write objects need to know of their versions. Provided by `objects`. Any thread; every method
/// joins the caller's unit of work.
class INKWELL_API ObjectVersions {
public:
    static constexpr const char* kServiceId = "inkwell.object-versions/1";
    virtual ~ObjectVersions() = default;

    /// The version of the object, whatever its status; a draft that is prepared over it has none of its own. Every
    /// change that ObjectCatalog makes raises it by one. Not for a content that was read before: ObjectRecord has the
    /// version of its own. ApiError 404 without the object.
    virtual std::int64_t versionOf(const Bucket& bucket, const std::string& id) = 0;
    /// The same, with the object locked until the commit. Inside Database::write: what is compared with it is the row
    /// that is written, and what is read afterwards is not older.
    virtual std::int64_t lock(const Bucket& bucket, const std::string& id) = 0;
    /// The object as this writer is shown it, draft or not: for answers to writes. Throws ApiError 404.
    virtual VersionedRecord written(const Bucket& bucket, const Access& access, const std::string& id) = 0;
    /// For VersionMismatch::show: the same as far as the caller may read it, who has written nothing. Without drafts it
    /// is what readers see; where nothing may be seen, its version alone. Throws ApiError 404.
    virtual VersionedRecord current(const Bucket& bucket, const Access& access, const std::string& id) = 0;

    enum class Which { Live, Draft };
    /// The object itself, or the draft that is prepared over it, in the form of ObjectCatalog::Revised: thumbnails by
    /// name. Nothing where there is none.
    virtual std::optional<ObjectRecord> find(const Bucket& bucket, const std::string& id, Which which) = 0;

    /// The edit that PATCH makes with this body: its fact, its guards and its refusals. Inside Database::write.
    virtual void edit(const Bucket& bucket, const Access& access, const std::string& id, const JsonObject& body,
                      const Restoring& restoring = {}) = 0;
};

}  // namespace inkwell
