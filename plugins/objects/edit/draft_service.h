#pragma once

#include <string>

#include "edit/object_writer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/precondition.h"
#include "inkwell/services.h"
#include "read/object_view.h"
#include "store/publication_store.h"

namespace inkwell::objects {

/// Publishes and discards drafts (interface/drafts-and-revisions.md, "Publishing and discarding"). Any thread; each
/// method is one unit of work, except that the response is rendered after its commit. Throws ApiError for the client.
class DraftService {
public:
    DraftService(Services& services, FieldIndexer& fields)
        : services_(services), view_(services), writer_(services, fields) {}

    /// What `status=any` shows of the object becomes the published object. The result includes `metafields`. Throws 404
    /// when there is no object or no draft, 403, 409 when the draft's slug is taken, and as discard() a
    /// VersionMismatch that shows nothing yet.
    VersionedRecord publish(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook,
                            const std::optional<Precondition>& ifMatch = {});
    /// The same of a draft whose time has come, as the system, with its object's slug, or the next free one, where its
    /// own is taken. Nothing where it is not there any more, or waits for another time.
    void publishDue(const DueDraft& due);
    /// Removes the draft that is prepared over the object. Throws 404 as publish() does, 409 when the object itself is
    /// the draft, 403.
    void discard(const Bucket& bucket, const Access& access, const std::string& id,
                 const std::optional<Precondition>& ifMatch = {});

private:
    /// Stores the content of `draft` or, where there is none, of the object itself as published; `userId` may be empty.
    void store(Sql& sql, const Bucket& bucket, const std::shared_ptr<StoredObject>& object,
               std::optional<StoredObject> draft, const std::string& userId, std::int64_t nowMs,
               const ObjectWriter::By& by);

    Services& services_;
    ObjectView view_;
    ObjectWriter writer_;
};

}  // namespace inkwell::objects
