#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "inkwell/events.h"
#include "inkwell/runtime.h"
#include "kernel/data/change_feed.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Calls one listener of a fact. What it throws is logged under its plugin's id.
void tell(const Listener& listener, const char* eventId, void* event) noexcept;

/// Delivers guards at once and facts after commit, to the listeners of the current snapshot; facts also at once to the
/// listeners in the transaction (Registrar::inTransaction). What guards and listeners in the transaction throw reaches
/// the caller; what other fact listeners throw does not. Exceptions other than vetoes and database errors are logged
/// under the listener's plugin. Any thread.
class EventBus : public Events {
public:
    struct Options {
        /// Told of every published change after its commit, before the listeners and on the writer's thread. Neither
        /// may throw.
        std::function<void(const Change&)> onCommitted = {};
        /// Told once, after the commit, when a write had more than kMostTold changes. The others are left to the feed,
        /// which tells what nobody claims: so a write of a million needs no memory for each of them.
        std::function<void()> onManyCommitted = {};
        bool guardsChanges = false;  // every change is a guard, too (ChangeRecorded)
    };
    static constexpr std::size_t kMostTold = 10'000;

    EventBus(const CurrentSnapshot& snapshot, PooledDatabase& database, ChangeFeed& feed, const Clock& clock,
             Options options);

    /// For ChangeCommitted, RemoteChange and ChangesUnknown: delivers at once, without a row in the feed.
    void announce(const char* eventId, void* event) noexcept;

protected:
    void deliver(const char* eventId, void* event) override;
    void publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) override;

private:
    void tellAfterCommit(const char* eventId, Change& change, std::shared_ptr<void> fact);

    const CurrentSnapshot& snapshot_;
    PooledDatabase& database_;
    ChangeFeed& feed_;
    const Clock& clock_;
    const Options options_;
};

}  // namespace inkwell::kernel
