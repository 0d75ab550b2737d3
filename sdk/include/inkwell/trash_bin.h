#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"

namespace inkwell {

/// A record on its way out, as the trash lists it.
struct TrashedRecord {
    std::string kind;  // "object" or "media": Recoverable::kind
    std::string id;
    std::string type;  // slug of the object type; "" for media
    std::string title;
    std::string slug;    // "" for media
    std::string status;  // draft, published; "" for media
};

/// Which deletion is undone, and how.
struct Undeletion {
    /// Only what was deleted then, as TrashBin::take told it; nothing: whenever it was.
    std::optional<std::int64_t> deletedAtMs;
    bool triggerWebhook = false;  // of the creation that everybody is told of
};

/// Where deleted objects and media wait. Provided by `trash`. Any thread; inside the caller's Database::write.
class INKWELL_API TrashBin {
public:
    static constexpr const char* kServiceId = "inkwell.trash-bin/1";
    virtual ~TrashBin() = default;

    /// Call before the record and what hangs on it are removed. Takes it if a person or the operator deletes it, or if
    /// the bucket's setting `trash_on_delete` says so; returns when, in UTC milliseconds, and nothing if it did not.
    /// What the record keeps outside of the database must then stay until Recoverable::forget.
    virtual std::optional<std::int64_t> take(const Bucket& bucket, const Access& access,
                                             const TrashedRecord& record) = 0;
    /// Brings it back whole. Throws ApiError 404 when the trash does not have it, 409 when it was deleted at another
    /// time than `undeletion` says, and as Recoverable::restore.
    virtual void restore(const Bucket& bucket, const Access& access, const std::string& id,
                         const Undeletion& undeletion) = 0;
    /// Those of the records that wait in it, in one statement, in no particular order. Any unit of work.
    virtual std::vector<TrashedRecord> find(const Bucket& bucket, std::span<const std::string> ids) = 0;
};

}  // namespace inkwell
