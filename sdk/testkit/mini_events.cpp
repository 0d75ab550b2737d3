#include "mini_events.h"

#include "inkwell/registrar.h"

namespace inkwell::testkit {

void MiniEvents::listen(const std::string& eventId, std::function<void(void*)> listener) {
    const std::lock_guard lock(mutex_);
    listeners_.emplace(eventId, std::move(listener));
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
    deliver(Registrar::transactionEventId(eventId).c_str(), fact.get());
    database_.afterCommit([this, id = std::string(eventId), fact] {
        {
            const std::lock_guard lock(mutex_);
            facts_.emplace_back(id, fact);
        }
        deliver(id.c_str(), fact.get());
    });
}

}  // namespace inkwell::testkit
