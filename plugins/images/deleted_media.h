#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "image_service.h"
#include "inkwell/events.h"
#include "inkwell/services.h"

namespace inkwell::images {

/// Removes the kept pictures of media that are deleted or have another file now, whichever server did it. Any thread.
class DeletedMedia {
public:
    /// The service must outlive it.
    DeletedMedia(Services& services, ImageService& images) : services_(services), images_(images) {}

    /// The listener of ChangeCommitted.
    void changed(const Change& change);
    /// Has the next sweep look at all that is kept, as the first one does: for what nobody told.
    void lookAtAll() noexcept { all_ = true; }
    /// A job: looks at the buckets that changed. What it cannot find out is left to the next look at all.
    void sweep();

private:
    void sweepBucket(const std::string& bucketId, const VariantCache::Names& names);

    Services& services_;
    ImageService& images_;
    std::atomic<bool> all_ = true;
    std::mutex mutex_;
    std::set<std::string> buckets_;  // that changed
};

}  // namespace inkwell::images
