#include "queue/upkeep.h"

#include <algorithm>

#include "queue/upkeep_store.h"

namespace inkwell::webhooks {

namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
constexpr std::int64_t kMinuteMs = 60LL * 1000;
constexpr std::int64_t kNeglectMs = 10 * kMinuteMs;

constexpr std::int64_t kShare = 500;

}  // namespace

Upkeep::Upkeep(Services& services, std::int64_t keepDays, std::chrono::milliseconds longestRun)
    : services_(services), keepMs_(keepDays * kDayMs), longestRun_(longestRun) {}

void Upkeep::count() {
    const UpkeepStore::Numbers numbers = services_.database().read([](Sql& sql) { return UpkeepStore(sql).numbers(); });
    queued_ = numbers.queued;
    lateMs_ = numbers.lateMs;
    // A webhook that has just been enabled again waits for a moment: neglect is what two looks in a row have seen.
    neglectedMs_ = std::min(numbers.neglectedMs, lastNeglectedMs_);
    lastNeglectedMs_ = numbers.neglectedMs;
}

void Upkeep::cleanUp() {
    const auto end = std::chrono::steady_clock::now() + longestRun_;
    const auto hasTime = [end] { return std::chrono::steady_clock::now() < end; };
    const auto write = [&](auto&& step) {
        return services_.database().write([&](Sql& sql) { return step(UpkeepStore(sql)); });
    };
    while (write([](UpkeepStore store) { return store.giveUp(kShare); }) == kShare && hasTime()) {
    }
    // There is hardly ever one: to look for them is no reason to keep others from writing.
    const auto orphaned = services_.database().read([](Sql& sql) { return UpkeepStore(sql).orphaned(); });
    for (const std::string& id : orphaned) {
        const auto remove = [&](UpkeepStore store) { return store.removeOfWebhook(id, kShare); };
        while (hasTime() && write(remove) > 0) {
        }
    }
    do {
        place_ = write([&](UpkeepStore store) {
            UpkeepStore::Place place = place_;
            store.removeEnded(keepMs_, kShare, place);
            return place;
        });
    } while (!place_.webhookId.empty() && hasTime());
}

std::string Upkeep::problem() const {
    if (neglectedMs_ <= kNeglectMs) return "";
    return "webhook deliveries have been due for " + std::to_string(neglectedMs_ / kMinuteMs) +
           " minutes and no server tried to send them: the log names an error of the queue, or else 'workers' are too "
           "few "
           "for endpoints that are slow";
}

}  // namespace inkwell::webhooks
