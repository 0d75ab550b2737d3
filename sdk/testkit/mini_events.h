#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/events.h"
#include "inkwell/registrar.h"
#include "inkwell/runtime.h"
#include "mini_database.h"

namespace inkwell::testkit {

/// Guards reach the listeners at once, facts after the commit, as in the server; facts are kept for the test to look
/// at. Any thread.
class MiniEvents : public Events {
public:
    /// Both outlive it.
    MiniEvents(MiniDatabase& database, const Clock& clock) : database_(database), clock_(clock) {}

    /// Adds a listener of the test to those of the plugins.
    template <class Event>
    void on(std::function<void(Event&)> listener) {
        listen(Event::kEventId,
               [listener = std::move(listener)](void* event) { listener(*static_cast<Event*>(event)); });
    }
    /// The same inside the transaction of a fact; what it throws undoes the change.
    template <class Fact>
    void inTransaction(std::function<void(const Fact&)> listener) {
        listen(Registrar::transactionEventId(Fact::kEventId),
               [listener = std::move(listener)](void* fact) { listener(*static_cast<const Fact*>(fact)); });
    }
    void listen(const std::string& eventId, std::function<void(void*)> listener);

    /// Delivers to the listeners without a transaction: for RemoteChange, for instance.
    template <class Event>
    void announce(Event event) {
        deliver(Event::kEventId, &event);
    }

    /// The committed facts of one kind, oldest first.
    template <class Fact>
    std::vector<Fact> facts() const {
        const std::lock_guard lock(mutex_);
        std::vector<Fact> all;
        for (const Committed& one : facts_) {
            if (one.eventId == Fact::kEventId) all.push_back(*static_cast<const Fact*>(one.fact.get()));
        }
        return all;
    }
    /// "bucket.changed created b1" for every committed fact, oldest first: event, action, id.
    std::vector<std::string> summary() const;
    /// Forgets the committed facts; the listeners stay.
    void clear();

protected:
    void deliver(const char* eventId, void* event) override;
    void publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) override;

private:
    struct Committed {
        std::string eventId;
        std::string line;  // of summary()
        std::shared_ptr<void> fact;
    };

    MiniDatabase& database_;
    const Clock& clock_;
    mutable std::mutex mutex_;
    std::int64_t lastSequence_ = 0;
    std::multimap<std::string, std::function<void(void*)>> listeners_;
    std::vector<Committed> facts_;
};

}  // namespace inkwell::testkit
