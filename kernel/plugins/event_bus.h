#pragma once

#include <functional>

#include "inkwell/events.h"
#include "inkwell/runtime.h"
#include "kernel/data/change_feed.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// Delivers guards at once and facts after commit, to the listeners of the current snapshot; facts also at once to the
/// listeners in the transaction (Registrar::inTransaction). What guards and listeners in the transaction throw reaches
/// the caller; what other fact listeners throw does not. Exceptions other than vetoes and database errors are logged
/// under the listener's plugin. Any thread.
class EventBus : public Events {
public:
    /// `onCommitted` is told of every published change after its commit, before the listeners and on the writer's
    /// thread; it must not throw. With `guardsChanges` every change is a guard, too (ChangeRecorded).
    EventBus(const CurrentSnapshot& snapshot, PooledDatabase& database, ChangeFeed& feed, const Clock& clock,
             std::function<void(const Change&)> onCommitted = {}, bool guardsChanges = false);

    /// For ChangeCommitted, RemoteChange and ChangesUnknown: delivers at once, without a row in the feed.
    void announce(const char* eventId, void* event) noexcept;

protected:
    void deliver(const char* eventId, void* event) override;
    void publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) override;

private:
    const CurrentSnapshot& snapshot_;
    PooledDatabase& database_;
    ChangeFeed& feed_;
    const Clock& clock_;
    const std::function<void(const Change&)> onCommitted_;
    const bool guardsChanges_;
};

}  // namespace inkwell::kernel
