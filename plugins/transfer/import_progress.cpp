#include "import_progress.h"

#include <algorithm>
#include <utility>

#include "inkwell/live_events.h"

namespace inkwell::transfer {

namespace {

// With the last one, which does not wait, these are two within a second at most.
constexpr std::int64_t kBetweenMs = 1000;

}  // namespace

ImportProgress::ImportProgress(Services& services, std::string bucketId, std::string requestId)
    : services_(services),
      bucketId_(std::move(bucketId)),
      requestId_(std::move(requestId)),
      lastMs_(services.clock().nowMs()) {}

void ImportProgress::begin(std::int64_t total) {
    total_ = total;
    done_ = 0;
}

void ImportProgress::step() {
    done_ = std::min(done_ + 1, total_);
    const std::int64_t nowMs = services_.clock().nowMs();
    if (nowMs - lastMs_ < kBetweenMs) return;
    lastMs_ = nowMs;
    tell();
}

void ImportProgress::end() {
    done_ = total_;
    tell();
}

void ImportProgress::tell() const {
    auto* const live = services_.find<LiveEvents>();
    if (live == nullptr) return;
    live->tellMembers(bucketId_, "progress",
                      {{"act", "import"}, {"id", requestId_}, {"done", done_}, {"total", total_}});
}

}  // namespace inkwell::transfer
