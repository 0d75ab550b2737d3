#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "inkwell/events.h"
#include "kernel/data/database.h"
#include "kernel/data/migrator.h"

namespace inkwell::kernel {

/// The kernel's own tables: `changes`, `kept_answers`.
PluginMigrations kernelMigrations();

/// Appends to and follows the table `changes` (sequence, bucket_id, kind, type, id, action, time, actor, node). Any
/// thread.
class ChangeFeed {
public:
    /// `node` tells this process's changes from others'.
    ChangeFeed(PooledDatabase& database, std::string node);
    ~ChangeFeed();

    /// Joins the caller's write; fills change.sequence.
    void append(Change& change);

    /// Call after the commit, before announcing a change of this node: false if the follower has announced it already.
    bool claim(std::int64_t sequence);

    static constexpr int kRetryMs = 1000;
    struct Told {
        std::chrono::milliseconds interval;
        std::int64_t nowMs;  // the time that changes carry
        /// Called once for each committed change of other nodes, and for those of this node that nobody has claimed
        /// some seconds after the commit (a commit whose result was lost). What it throws is logged.
        std::function<void(const Change&)> onChange;
        /// Called after each failed attempt to read the feed, and while there was no successful one for
        /// `longestSilence`; the next call or read follows within kRetryMs. Any thread. Must not throw, nor the next.
        std::function<void()> onFailure = {};
        /// Called after each successful attempt.
        std::function<void()> onRead = {};
        /// A database that hangs fails no read. Longer than a machine is busy with other things.
        std::chrono::milliseconds longestSilence{5000};
    };
    /// Starts the thread that reads what was committed and announces it, on that thread (ChangeFollower).
    void follow(Told told);
    void stop() noexcept;

    /// ChangeLog::isAllAnnounced. Joins the caller's unit of work. Any thread. Throws DatabaseError.
    bool hasAnnouncedAll();

    struct Numbers {
        std::chrono::milliseconds sinceRead{0};  // since the last successful read; 0 before follow()
        std::uint64_t changes = 0;               // delivered, of other nodes
        std::uint64_t failures = 0;              // failed attempts to read the feed
    };
    Numbers numbers() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
