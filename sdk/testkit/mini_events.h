#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/events.h"
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
    void listen(const std::string& eventId, std::function<void(void*)> listener);

    /// The committed facts of one kind, oldest first.
    template <class Fact>
    std::vector<Fact> facts() const {
        const std::lock_guard lock(mutex_);
        std::vector<Fact> all;
        for (const auto& [eventId, fact] : facts_) {
            if (eventId == Fact::kEventId) all.push_back(*static_cast<const Fact*>(fact.get()));
        }
        return all;
    }

protected:
    void deliver(const char* eventId, void* event) override;
    void publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) override;

private:
    MiniDatabase& database_;
    const Clock& clock_;
    mutable std::mutex mutex_;
    std::int64_t lastSequence_ = 0;
    std::multimap<std::string, std::function<void(void*)>> listeners_;
    std::vector<std::pair<std::string, std::shared_ptr<void>>> facts_;
};

}  // namespace inkwell::testkit
