#include "kernel/plugins/event_bus.h"

#include "inkwell/error.h"
#include "inkwell/registrar.h"
#include "inkwell/surrogate_keys.h"
#include "kernel/runtime/change_witness.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

void tell(const Listener& listener, const char* eventId, void* event) noexcept {
    const LastWords inCase(listener.plugin, "the listener for", eventId);
    try {
        listener.call(event);
    } catch (...) {
        makeLog(listener.plugin)->error("its listener for '" + std::string(eventId) + "' failed: " + exceptionText());
    }
}

EventBus::EventBus(const CurrentSnapshot& snapshot, PooledDatabase& database, ChangeFeed& feed, const Clock& clock,
                   Options options)
    : snapshot_(snapshot), database_(database), feed_(feed), clock_(clock), options_(std::move(options)) {}

void EventBus::announce(const char* eventId, void* event) noexcept {
    const std::shared_ptr<const Snapshot> current = snapshot_.load();
    const auto listeners = current->listeners.find(std::string_view(eventId));
    if (listeners == current->listeners.end()) return;
    for (const Listener& listener : listeners->second) tell(listener, eventId, event);
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

// The change is a part of the fact.
void EventBus::tellAfterCommit(const char* eventId, Change& change, std::shared_ptr<void> fact) {
    const std::size_t before = database_.actionsAfterCommit();
    if (before > kMostTold) return;
    if (before == kMostTold) {
        database_.afterCommit([this] {
            if (options_.onManyCommitted) options_.onManyCommitted();
        });
        return;
    }
    database_.afterCommit([this, eventId, &change, fact = std::move(fact)] {
        if (feed_.claim(change.sequence)) {
            // Twice: before anybody hears of the change and reads, and again because an answer may have been made
            // meanwhile of what a plugin had kept and did not know to be outdated.
            if (options_.onCommitted) options_.onCommitted(change);
            ChangeCommitted committed{change};
            announce(ChangeCommitted::kEventId, &committed);
            if (options_.onCommitted) options_.onCommitted(change);
        }
        announce(eventId, fact.get());
    });
}

void EventBus::publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) {
    change.timeMs = clock_.nowMs();
    feed_.append(change);
    ChangeWitness::tell(change, database_.currentAttempt());
    // Before the listeners, which may publish facts of their own: theirs come after.
    tellAfterCommit(eventId, change, fact);
    if (options_.guardsChanges) {
        ChangeRecorded recorded{change};
        deliver(ChangeRecorded::kEventId, &recorded);
    }
    deliver(Registrar::transactionEventId(eventId).c_str(), fact.get());
}

}  // namespace inkwell::kernel
