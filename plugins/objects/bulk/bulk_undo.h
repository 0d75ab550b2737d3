#pragma once

#include <string>

#include "bulk/undo_store.h"
#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"

namespace inkwell::objects {

/// Undoes what BulkChange::store did to one object. Any thread, inside a unit of work.
class BulkUndo {
public:
    BulkUndo(Services& services, FieldIndexer& fields, const Bucket& bucket, const Access& access, bool triggerWebhook)
        : services_(services),
          writer_(services, fields),
          bucket_(bucket),
          access_(access),
          triggerWebhook_(triggerWebhook) {}

    /// Throws ApiError, before anything is stored, for what keeps the object from being brought back.
    void check(Sql& sql, const UndoStore::Item& item) const;
    /// Returns what did not come back, as a sentence, or "". Throws ApiError.
    std::string restore(Sql& sql, UndoStore::Item item) const;

private:
    void checkMove(Sql& sql, const UndoStore::Item& item) const;
    void restoreContent(Sql& sql, const UndoStore::Item& item) const;
    void restoreDeleted(UndoStore::Item item) const;

    Services& services_;
    ObjectWriter writer_;
    const Bucket& bucket_;
    const Access& access_;
    const bool triggerWebhook_;
};

/// The slug of an object type changes: what is kept for undoing follows. Inside the unit of work of the change, after
/// the objects are locked, so that what others delete or edit meanwhile is found.
void renameTypeInUndo(Services& services, Sql& sql, const std::string& bucketId, const std::string& from,
                      const std::string& to);

}  // namespace inkwell::objects
