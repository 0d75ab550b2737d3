#include "mini_events.h"

namespace inkwell::testkit {

void MiniEvents::listen(const std::string& eventId, std::function<void(void*)> listener) {
    const std::lock_guard lock(mutex_);
    listeners_.emplace(eventId, std::move(listener));
}

std::vector<std::string> MiniEvents::summary() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> lines;
    for (const Committed& one : facts_) lines.push_back(one.line);
    return lines;
}

void MiniEvents::clear() {
    const std::lock_guard lock(mutex_);
    facts_.clear();
}

void MiniEvents::deliver(const char* eventId, void* event) {
    std::vector<std::function<void(void*)>> listeners;
    {
        const std::lock_guard lock(mutex_);
        const auto [first, last] = listeners_.equal_range(eventId);
        for (auto one = first; one != last; ++one) listeners.push_back(one->second);
    }
    for (const auto& listener : listeners) listener(event);
}

void MiniEvents::publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) {
    {
        const std::lock_guard lock(mutex_);
        change.sequence = ++lastSequence_;
    }
    change.timeMs = clock_.nowMs();
    Committed committed{eventId, std::string(eventId) + " " + change.action + " " + change.id, std::move(fact)};
    deliver(Registrar::transactionEventId(eventId).c_str(), committed.fact.get());
    database_.afterCommit([this, committed = std::move(committed), change] {
        {
            const std::lock_guard lock(mutex_);
            facts_.push_back(committed);
        }
        ChangeCommitted heard{change};
        deliver(ChangeCommitted::kEventId, &heard);
        deliver(committed.eventId.c_str(), committed.fact.get());
    });
}

}  // namespace inkwell::testkit
