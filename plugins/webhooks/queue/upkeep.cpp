#include "queue/upkeep.h"

#include <algorithm>

#include "queue/upkeep_store.h"

namespace inkwell::webhooks {

namespace {

constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
constexpr std::int64_t kMinuteMs = 60LL * 1000;
constexpr std::int64_t kNeglectMs = 10 * kMinuteMs;

constexpr std::int64_t kShare = 500;
constexpr int kMaxShares = 40;  // of one run: the scheduler's thread has other jobs too

}  // namespace

Upkeep::Upkeep(Services& services, std::int64_t keepDays) : services_(services), keepMs_(keepDays * kDayMs) {}

void Upkeep::count() {
    const UpkeepStore::Numbers numbers = services_.database().read([](Sql& sql) { return UpkeepStore(sql).numbers(); });
    queued_ = numbers.queued;
    lateMs_ = numbers.lateMs;
    // A webhook that has just been enabled again waits for a moment: neglect is what two looks in a row have seen.
    neglectedMs_ = std::min(numbers.neglectedMs, lastNeglectedMs_);
    lastNeglectedMs_ = numbers.neglectedMs;
}

void Upkeep::cleanUp() {
    int shares = 0;
    const auto write = [&](auto&& step) {
        return services_.database().write([&](Sql& sql) { return step(UpkeepStore(sql)); });
    };
    while (shares++ < kMaxShares && write([](UpkeepStore store) { return store.giveUp(kShare); }) == kShare) {
    }
    // There is hardly ever one: to look for them is no reason to keep others from writing.
    const auto orphaned = services_.database().read([](Sql& sql) { return UpkeepStore(sql).orphaned(); });
    for (const std::string& id : orphaned) {
        const auto remove = [&](UpkeepStore store) { return store.removeOfWebhook(id, kShare); };
        while (shares++ < kMaxShares && write(remove) == kShare) {
        }
    }
    do {
        place_ = write([&](UpkeepStore store) {
            UpkeepStore::Place place = place_;
            store.removeEnded(keepMs_, kShare, place);
            return place;
        });
    } while (!place_.webhookId.empty() && shares++ < kMaxShares);
}

std::string Upkeep::problem() const {
    if (neglectedMs_ <= kNeglectMs) return "";
    return "webhook deliveries have been due for " + std::to_string(neglectedMs_ / kMinuteMs) +
           " minutes and no server tried to send them: the log names an error of the queue, or else 'workers' are too "
           "few "
           "for endpoints that are slow";
}

}  // namespace inkwell::webhooks
