#include "bulk/bulk_progress.h"

#include <utility>

#include "inkwell/live_events.h"

namespace inkwell::objects {

namespace {

// With the first and the last one, which do not wait, these are three within a second at most.
constexpr std::int64_t kBetweenMs = 1000;

}  // namespace

BulkProgress::BulkProgress(Services& services, std::string bucketId, Ids ids, std::size_t total)
    : services_(services),
      bucketId_(std::move(bucketId)),
      ids_(std::move(ids)),
      total_(total),
      lastMs_(services.clock().nowMs()) {}

void BulkProgress::reached(std::size_t done) {
    const std::int64_t nowMs = services_.clock().nowMs();
    if (done < total_ && nowMs - lastMs_ < kBetweenMs) return;
    lastMs_ = nowMs;
    tell(done);
}

void BulkProgress::tell(std::size_t done) {
    auto* const live = services_.find<LiveEvents>();
    if (live == nullptr) return;
    live->tellMembers(bucketId_, "progress",
                      {{"act", "bulk"}, {"id", ids_.request}, {"done", done}, {"total", total_}, {"undo", ids_.undo}});
}

}  // namespace inkwell::objects
