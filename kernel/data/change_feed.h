#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "inkwell/events.h"
#include "kernel/data/database.h"
#include "kernel/data/migrator.h"

namespace inkwell::kernel {

/// The kernel's own tables: `changes`.
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

    /// Starts the thread that reads what other nodes committed. The sequence is not commit order (a lower number can
    /// commit later), so it keeps a trailing window and a set of what it has delivered. `onChange` runs on that thread;
    /// what it throws is logged. So does `onFailure`, for every attempt that could not read the feed; the next one
    /// follows within kRetryMs; it must not throw.
    static constexpr int kRetryMs = 1000;
    void follow(std::chrono::milliseconds interval, std::function<void(const Change&)> onChange,
                std::function<void()> onFailure = {});
    void stop() noexcept;

    struct Numbers {
        std::chrono::milliseconds sinceRead{0};  // since the last attempt that could; 0 while nobody follows
        std::uint64_t changes = 0;               // of other nodes, delivered
        std::uint64_t failures = 0;              // attempts that could not read the feed
    };
    Numbers numbers() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
