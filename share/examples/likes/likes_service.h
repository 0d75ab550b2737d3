#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "likes_store.h"

namespace likes_plugin {

/// A fact of this plugin's own: whoever knows this struct, or its id and layout, may listen to it; the change feed
/// tells of it with the kind "likes". The id of the change is the object's.
struct LikesChanged {
    static constexpr const char* kEventId = "likes.changed";
    inkwell::Change change;  // "created", "deleted"
    std::int64_t count = 0;  // after it
};

/// The use cases. Any thread; each method is one unit of work. Throws inkwell::ApiError for what the client must hear.
class LikesService {
public:
    LikesService(inkwell::Services& services, std::int64_t shownVisitors)
        : services_(services), shownVisitors_(shownVisitors) {}

    /// 404 when the object does not exist or is a draft.
    LikesOfObject get(const inkwell::Bucket& bucket, const std::string& objectId);
    /// Once for each visitor: a second time changes nothing. 404 when the object does not exist.
    LikesOfObject add(const inkwell::Bucket& bucket, const inkwell::Access& access, const std::string& objectId,
                      const std::string& visitor);
    /// The visitor need not be there.
    LikesOfObject remove(const inkwell::Bucket& bucket, const inkwell::Access& access, const std::string& objectId,
                         const std::string& visitor);

    // Listeners of guards: inside the caller's unit of work.
    void removeOfObject(const std::string& objectId);
    void removeOfBucket(const std::string& bucketId);

    /// How many were added since the start.
    std::int64_t given() const { return given_; }

private:
    /// The slug of its type, if `access` may write objects of it.
    std::string requireObject(const inkwell::Bucket& bucket, const inkwell::Access& access,
                              const std::string& objectId);
    void publish(const inkwell::Bucket& bucket, const inkwell::Access& access, const std::string& objectType,
                 const std::string& objectId, const char* action, std::int64_t count);

    inkwell::Services& services_;
    const std::int64_t shownVisitors_;
    std::atomic<std::int64_t> given_{0};
};

}  // namespace likes_plugin
