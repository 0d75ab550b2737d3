#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bulk/bulk_change.h"
#include "bulk/bulk_run.h"
#include "bulk/undo_store.h"
#include "read/object_reader.h"

namespace inkwell::objects {

/// Changes many objects at once, and undoes it (interface/resources.md, "Many objects at once"). Any thread. In the
/// mode `all` a change is one unit of work, otherwise one for each kBulkAtOnce objects. Throws ApiError for the client.
class BulkService {
public:
    /// How long a change can be undone.
    static constexpr std::int64_t kUndoMs = 10 * 60 * 1000;

    BulkService(Services& services, FieldIndexer& fields, ObjectReader& reader)
        : services_(services), fields_(fields), reader_(reader) {}

    struct Undo {
        std::string id;
        std::int64_t expiresAtMs = 0;
    };
    struct Outcome {
        std::vector<BulkResult> results;
        bool dryRun = false;
        std::optional<Undo> undo;
    };
    /// Throws 403 when the caller may change none of the objects, or not find them by a query; 400 when the query finds
    /// too many. Members hear under the id of the request how far a change in the mode `each` has come.
    Outcome change(const Bucket& bucket, const Access& access, const BulkRequest& request,
                   const std::string& requestId);
    /// Brings back each object for itself; what fails can be tried again. Throws 404 when it is unknown or too late.
    Outcome undo(const Bucket& bucket, const Access& access, const std::string& undoId, bool triggerWebhook);

    struct UndoPage {
        std::vector<UndoStore::Listed> changes;
        std::int64_t total = 0;
    };
    /// What the caller has changed and can still undo, the latest first: also for who never heard how it ended.
    UndoPage undoable(const Bucket& bucket, const Access& access, std::int64_t limit, std::int64_t skip);

    /// A job: forgets what can no longer be undone.
    void sweep();

private:
    std::vector<std::string> idsOf(const Bucket& bucket, const Access& access, const BulkRequest& request);
    /// Of an undo. Throws ApiError 404 when there are none.
    std::vector<UndoStore::Place> placesOf(const Bucket& bucket, const std::string& undoId);
    std::vector<BulkResult> look(const Bucket& bucket, const BulkChange& change, std::span<const std::string> ids);
    std::vector<BulkResult> work(Sql& sql, const BulkChange& change, const UndoStore::Change& undo,
                                 std::span<const std::string> ids, std::size_t first);

    Services& services_;
    FieldIndexer& fields_;
    ObjectReader& reader_;
};

}  // namespace inkwell::objects
