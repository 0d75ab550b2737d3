#include "kernel/plugins/event_bus.h"

#include "inkwell/error.h"
#include "inkwell/registrar.h"
#include "inkwell/surrogate_keys.h"
#include "kernel/runtime/change_witness.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

EventBus::EventBus(const CurrentSnapshot& snapshot, PooledDatabase& database, ChangeFeed& feed, const Clock& clock,
                   std::function<void(const Change&)> onCommitted, bool guardsChanges)
    : snapshot_(snapshot),
      database_(database),
      feed_(feed),
      clock_(clock),
      onCommitted_(std::move(onCommitted)),
      guardsChanges_(guardsChanges) {}

void EventBus::announce(const char* eventId, void* event) noexcept {
    const std::shared_ptr<const Snapshot> current = snapshot_.load();
    const auto listeners = current->listeners.find(std::string_view(eventId));
    if (listeners == current->listeners.end()) return;
    for (const Listener& listener : listeners->second) {
        const LastWords inCase(listener.plugin, "the listener for", eventId);
        try {
            listener.call(event);
        } catch (...) {
            makeLog(listener.plugin)
                ->error("its listener for '" + std::string(eventId) + "' failed: " + exceptionText());
        }
    }
}

void EventBus::deliver(const char* eventId, void* event) {
    const std::shared_ptr<const Snapshot> current = snapshot_.load();
    const auto listeners = current->listeners.find(std::string_view(eventId));
    if (listeners == current->listeners.end()) return;
    for (const Listener& listener : listeners->second) {
        const LastWords inCase(listener.plugin, "the listener for", eventId);
        try {
            listener.call(event);
        } catch (const ApiError&) {
            throw;  // a veto
        } catch (const DatabaseError&) {
            throw;  // the whole may be run again
        } catch (...) {
            // Whoever catches it knows the plugin of the route, not the one to blame.
            makeLog(listener.plugin)
                ->error("its listener for '" + std::string(eventId) +
                        "' failed, which undoes the change: " + exceptionText());
            throw;
        }
    }
}

void EventBus::publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) {
    change.timeMs = clock_.nowMs();
    feed_.append(change);
    ChangeWitness::tell(change, database_.currentAttempt());
    // The change is a part of the fact. Before the listeners, which may publish facts of their own: theirs come after.
    database_.afterCommit([this, eventId, &change, fact] {
        if (feed_.claim(change.sequence)) {
            // Twice: before anybody hears of the change and reads, and again because an answer may have been made
            // meanwhile of what a plugin had kept and did not know to be outdated.
            if (onCommitted_) onCommitted_(change);
            ChangeCommitted committed{change};
            announce(ChangeCommitted::kEventId, &committed);
            if (onCommitted_) onCommitted_(change);
        }
        announce(eventId, fact.get());
    });
    if (guardsChanges_) {
        ChangeRecorded recorded{change};
        deliver(ChangeRecorded::kEventId, &recorded);
    }
    deliver(Registrar::transactionEventId(eventId).c_str(), fact.get());
}

}  // namespace inkwell::kernel
