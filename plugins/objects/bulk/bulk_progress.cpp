#include "bulk/bulk_progress.h"

#include <utility>

#include "inkwell/live_events.h"

namespace inkwell::objects {

namespace {

// With the last one, which does not wait, these are two within a second at most.
constexpr std::int64_t kBetweenMs = 1000;

}  // namespace

BulkProgress::BulkProgress(Services& services, std::string bucketId, std::string requestId, std::size_t total)
    : services_(services),
      bucketId_(std::move(bucketId)),
      requestId_(std::move(requestId)),
      total_(total),
      lastMs_(services.clock().nowMs()) {}

void BulkProgress::reached(std::size_t done) {
    const std::int64_t nowMs = services_.clock().nowMs();
    if (done < total_ && nowMs - lastMs_ < kBetweenMs) return;
    lastMs_ = nowMs;
    auto* const live = services_.find<LiveEvents>();
    if (live == nullptr) return;
    live->tellMembers(bucketId_, "progress", {{"act", "bulk"}, {"id", requestId_}, {"done", done}, {"total", total_}});
}

}  // namespace inkwell::objects
