#pragma once

#include <functional>

#include "inkwell/events.h"
#include "inkwell/runtime.h"
#include "kernel/data/change_feed.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// Delivers guards at once and facts after commit, to the listeners of the current snapshot; facts also at once to the
/// listeners in the transaction (Registrar::inTransaction). A guard's exception and one in the transaction pass to the
/// caller; a fact listener's stays here. What is neither a veto nor the database's is logged under the listener's
/// plugin. Any thread.
class EventBus : public Events {
public:
    /// `onCommitted` is told of every published change after its commit, before the listeners and on the writer's
    /// thread; it must not throw.
    EventBus(const CurrentSnapshot& snapshot, PooledDatabase& database, ChangeFeed& feed, const Clock& clock,
             std::function<void(const Change&)> onCommitted = {});

    /// For ChangeCommitted and RemoteChange: no feed row, at once.
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
};

}  // namespace inkwell::kernel
