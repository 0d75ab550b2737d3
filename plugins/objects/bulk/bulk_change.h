#pragma once

#include <optional>

#include "bulk/bulk_input.h"
#include "bulk/object_move.h"
#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "rules.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// How to undo the change of one object may be so long as text: engines refuse longer statements.
inline constexpr std::size_t kMostUndoBytes = 8'000'000;
/// Throws the ApiError 409 beyond that: whoever changes the object by itself needs no undo.
[[noreturn]] void refuseUndo(const std::string& id);

/// What POST .../objects/bulk does to one object. Any thread, inside a unit of work.
class BulkChange {
public:
    BulkChange(Services& services, FieldIndexer& fields, const Bucket& bucket, const Access& access,
               const BulkRequest& request)
        : services_(services),
          rules_(services),
          writer_(services, fields),
          bucket_(bucket),
          access_(access),
          request_(request) {}

    /// Called in a unit of work before its first objects are loaded: finds out where those of a move go. Throws
    /// ApiError where no object can be moved.
    void begin(Sql& sql);
    /// Changes `object` as asked, and stores nothing. Returns false when there is nothing to change. Throws ApiError
    /// for what keeps the object from being changed.
    bool prepare(Sql& sql, StoredObject& object) const;
    /// Whether changing the object loses the draft that is prepared over it.
    bool endsDraftOf(const StoredObject& object) const;
    /// Stores a prepared object, which was `before`; returns how to undo that, for BulkUndo. Throws ApiError.
    JsonObject store(Sql& sql, StoredObject before, const std::shared_ptr<StoredObject>& object) const;

private:
    void applySet(const TypeRules* type, StoredObject& object) const;
    bool applyMove(StoredObject& object) const;
    JsonObject remove(Sql& sql, const std::shared_ptr<StoredObject>& object) const;
    ObjectWriter::By by() const { return {access_.actor(), request_.triggerWebhook}; }

    Services& services_;
    Rules rules_;
    ObjectWriter writer_;
    const Bucket& bucket_;
    const Access& access_;
    const BulkRequest& request_;
    std::optional<ObjectMove> move_;
};

}  // namespace inkwell::objects
