#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "comments_input.h"
#include "comments_store.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"

namespace comments_plugin {

/// A fact of this plugin's own: whoever knows this struct, or its id and layout, may listen to it; the change feed
/// tells of it with the kind "comments". The id of the change is the entry's, its type that of the object.
struct CommentsChanged {
    static constexpr const char* kEventId = "comments.changed";
    inkwell::Change change;  // "created", "edited", "deleted"
    std::string objectId;
};

/// Tells of an entry, in the unit of work that stored or removed it: `before` and `after` it, null where there is none.
/// Without it the server goes on to answer from memory.
void publishChange(inkwell::Services& services, const std::string& actor, const std::string& objectType,
                   const CommentsEntry* before, const CommentsEntry* after);

/// The plugin's settings, checked.
struct CommentsSettings {
    bool moderated = true;
    std::int64_t maxTextLength = 2000;
    std::int64_t keepWaitingDays = 30;  // 0: forever
};

/// The use cases. Any thread; each method is one unit of work. Throws inkwell::ApiError for what the client must hear.
class CommentsService {
public:
    CommentsService(inkwell::Services& services, CommentsSettings settings)
        : services_(services), settings_(settings) {}

    const CommentsSettings& settings() const { return settings_; }

    /// 404 when the object does not exist or is a draft.
    CommentsPage listApproved(const inkwell::Bucket& bucket, const std::string& objectId,
                              const inkwell::ListParams& params);
    CommentsPage listWaiting(const inkwell::Bucket& bucket, const inkwell::ListParams& params);
    /// The entry waits for approval if the settings say so. 404 when the object does not exist or is a draft.
    CommentsEntry add(const inkwell::Bucket& bucket, const inkwell::Access& access, const std::string& objectId,
                      const NewEntry& given);
    /// For those who may write and publish objects of the object's type: 403 for others.
    CommentsEntry approve(const inkwell::Bucket& bucket, const inkwell::Access& access, const std::string& id,
                          bool approved);
    /// Who may do so, the route says.
    void remove(const inkwell::Bucket& bucket, const inkwell::Access& access, const std::string& id);

    // Listeners of guards: inside the caller's unit of work.
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);

    /// The job: removes what has waited too long, and counts what waits.
    void sweep();

    /// How many were added since the start; how many waited at the last sweep.
    std::int64_t added() const { return added_; }
    std::int64_t waiting() const { return waiting_; }

private:
    /// The slug of the object's type. 404 for what readers do not see.
    std::string requireVisible(const inkwell::Bucket& bucket, const std::string& objectId);
    /// The slug of an object's type; "" when it is gone.
    std::string typeOf(const inkwell::Bucket& bucket, const std::string& objectId);

    inkwell::Services& services_;
    const CommentsSettings settings_;
    std::atomic<std::int64_t> added_{0};
    std::atomic<std::int64_t> waiting_{0};
};

}  // namespace comments_plugin
