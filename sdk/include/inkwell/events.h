#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "inkwell/export.h"
#include "inkwell/identity.h"
#include "inkwell/json.h"

namespace inkwell {

struct Bucket;
struct RenderOptions;

/// One row of the change feed.
struct Change {
    std::int64_t sequence = 0;  // assigned by the feed; not commit order
    std::string bucketId;
    std::string kind;  // "object", "object_type", "revision", "bucket", "media", "user" ...
    std::string type;  // object type slug, or ""
    std::string id;
    std::string action;  // "created", "edited", "deleted"
    std::int64_t timeMs = 0;
    std::string actor;  // Access::actor()
    // What readers see: "created" (also of a draft that is published), "edited", "deleted" (also for a draft), or "".
    std::string readerAction;
    std::string objectId = {};  // that a revision belongs to; "" for everything else
    std::string detail = {};    // what was changed, for the audit: up to 200 characters without secrets, or ""
};

// Guards: delivered inside the caller's transaction. A listener may amend what is not const, join the unit of work, or
// veto by throwing ApiError.

struct ObjectSaving {
    static constexpr const char* kEventId = "object.saving";
    const std::string& bucketId;
    const std::string& objectType;
    JsonObject& document;  // content, options and metafields as they will be stored
    bool isNew;
};

struct ObjectDeleting {
    static constexpr const char* kEventId = "object.deleting";
    const std::string& bucketId;
    const std::string& objectId;
};

/// Every plugin must remove its own rows of the bucket.
struct BucketDeleting {
    static constexpr const char* kEventId = "bucket.deleting";
    const std::string& bucketId;
};

/// The slug of an object type changes. Whoever stores type slugs follows them by type_follower.h, also while it is off.
struct ObjectTypeRenaming {
    static constexpr const char* kEventId = "object-type.renaming";
    const std::string& bucketId;
    const std::string& from;
    const std::string& to;
};

// Facts: written to the change feed in the same transaction, delivered after the outermost commit, dropped on rollback.
// Listeners must be quick: queue and return. What one throws is logged under its plugin's id and goes no further.

/// The common part of facts that webhooks report.
struct RecordFact {
    Change change;
    bool triggerWebhook = false;
    /// Set with triggerWebhook, but not for a deletion: returns the record as reads show it after the change. For
    /// listeners in the transaction (Registrar::inTransaction), on their thread, with the bucket of the change; media
    /// and merge requests use no option but `memory`. Throws ApiError 400 if the record would be too large.
    std::function<JsonObject(const Bucket&, const RenderOptions&)> record;
};

struct ObjectFact : RecordFact {
    std::string title;
    std::string status;          // after the change; before it for a deletion
    std::string previousStatus;  // "" for a creation
};
struct ObjectCreated : ObjectFact {
    static constexpr const char* kEventId = "object.created";
};
struct ObjectEdited : ObjectFact {
    static constexpr const char* kEventId = "object.edited";
};
struct ObjectDeleted : ObjectFact {
    static constexpr const char* kEventId = "object.deleted";
};

struct ObjectTypeChanged {
    static constexpr const char* kEventId = "object-type.changed";
    Change change;
};
/// change.kind is "revision", change.type the object's type.
struct RevisionCreated : RecordFact {
    static constexpr const char* kEventId = "revision.created";
    std::string objectId;
    std::string status;
};
/// The change is one of the target bucket.
struct MergeCompleted : RecordFact {
    static constexpr const char* kEventId = "merge.completed";
};
struct BucketChanged {
    static constexpr const char* kEventId = "bucket.changed";
    Change change;
};
struct UserChanged {
    static constexpr const char* kEventId = "user.changed";
    Change change;
};
/// change.kind is "media" or "media_folder".
struct MediaChanged : RecordFact {
    static constexpr const char* kEventId = "media.changed";
};

/// A committed change of this server or another one: for listeners to every change. Same rule as for facts.
struct ChangeCommitted {
    static constexpr const char* kEventId = "change.committed";
    Change change;
};

/// A committed change of another server or process, or of this one after a commit whose outcome was unknown.
struct RemoteChange {
    static constexpr const char* kEventId = "remote.change";
    Change change;
};

/// Forget what is cached of the database: a commit's outcome is unknown, the feed cannot be read, or the later facts of
/// a write with over 10,000 are not delivered (at the beginning, every second, and when it is over); or the plugin was
/// enabled while the server runs, which heard nothing until then. As facts.
struct ChangesUnknown {
    static constexpr const char* kEventId = "changes.unknown";
};

/// Guards and facts, as the structs that have the kEventId. Any thread; guards and publish only inside Database::write.
class INKWELL_API Events {
public:
    virtual ~Events() = default;

    template <class Event>
    void guard(Event& event) {
        deliver(Event::kEventId, &event);
    }
    /// Sets sequence and time, writes the feed's row, calls listeners in the transaction, delivers after the commit.
    template <class Fact>
    void publish(Fact fact) {
        auto kept = std::make_shared<Fact>(std::move(fact));
        publishFact(Fact::kEventId, kept->change, std::shared_ptr<void>(kept, kept.get()));
    }

protected:
    virtual void deliver(const char* eventId, void* event) = 0;
    virtual void publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) = 0;
};

}  // namespace inkwell
