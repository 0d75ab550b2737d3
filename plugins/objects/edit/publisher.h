#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "edit/draft_service.h"
#include "inkwell/services.h"
#include "store/publication_store.h"

namespace inkwell::objects {

/// Publishes objects whose `publish_at` has come, and drafts over objects whose has, and makes drafts of those whose
/// `unpublish_at` has (interface/drafts-and-revisions.md, "Scheduled publication"): a job of every server, each object
/// once. Servers of one database claim different batches; others take over the batch of one that dies. On the
/// scheduler's thread, except for what the operator reads.
class Publisher {
public:
    /// `drafts` must outlive it.
    Publisher(Services& services, DraftService& drafts) : services_(services), drafts_(drafts) {}

    /// Called by Plugin::start: from now on, due objects must be published.
    void markCaughtUp() noexcept { caughtUp_ = std::chrono::steady_clock::now(); }
    /// Returns when no object is due and free to claim, and each draft that is due was tried.
    void publishDue();

    /// Time since nothing was due; normally below two seconds. Any thread.
    std::chrono::duration<double> lag() const noexcept { return std::chrono::steady_clock::now() - caughtUp_.load(); }
    /// What /health/ready says about this lag; "" while it is small. Any thread.
    static std::string problemOf(std::chrono::duration<double> lag);

private:
    void changeAll(Schedule schedule);
    std::size_t changeShare(Schedule schedule);
    void publishDrafts();
    void publishDraft(const DueDraft& due, std::int64_t nowMs);
    void announce(const DueObject& object, const char* status);

    Services& services_;
    DraftService& drafts_;
    std::map<std::string, std::int64_t> stuck_;  // objects, until when nobody tries to publish their drafts
    std::atomic<std::chrono::steady_clock::time_point> caughtUp_{};
};

}  // namespace inkwell::objects
