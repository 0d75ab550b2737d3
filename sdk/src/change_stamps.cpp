#include "inkwell/change_stamps.h"

#include <algorithm>
#include <functional>

namespace inkwell {

namespace {

// Pseudo-parts: kWhole changes when any part may have changed, kEachChange with every change.
constexpr std::string_view kWhole;
constexpr std::string_view kEachChange = "*";

// Of two that come at once the later one stays.
void raiseTo(std::atomic<ChangeStamps::Stamp>& value, ChangeStamps::Stamp wanted) noexcept {
    ChangeStamps::Stamp known = value.load();
    while (known < wanted && !value.compare_exchange_weak(known, wanted)) {
    }
}

}  // namespace

// A sum, so that whether two parts of a bucket share a slot depends on their names alone.
std::uint16_t ChangeStamps::slotOf(std::string_view bucketId, std::string_view part) const noexcept {
    const std::hash<std::string_view> hash;
    return static_cast<std::uint16_t>((hash(bucketId) + hash(part)) % lastChanges_.size());
}

// Besides the parts themselves: a change that may touch any of them, or, for what is made of everything, each change.
ChangeStamps::Slots ChangeStamps::slotsOf(std::string_view bucketId, const ContentParts* madeOf) const {
    if (madeOf == nullptr || madeOf->isEverything()) return {slotOf(bucketId, kEachChange)};
    Slots slots{slotOf(bucketId, kWhole)};
    const ContentParts::Names names = madeOf->names();
    slots.reserve(names.size() + 1);
    for (const std::string& part : names) slots.push_back(slotOf(bucketId, part));
    return slots;
}

bool ChangeStamps::isStillTrue(Stamp stamp, const Slots& slots) const noexcept {
    return lastChangeOfAll_.load() <= stamp && std::all_of(slots.begin(), slots.end(), [&](std::uint16_t slot) {
               return lastChanges_[slot].load() <= stamp;
           });
}

void ChangeStamps::changed(std::string_view bucketId, const std::vector<std::string>& parts) noexcept {
    const Stamp change = ++changes_;
    for (const std::string& part : parts) raiseTo(lastChanges_[slotOf(bucketId, part)], change);
    raiseTo(lastChanges_[slotOf(bucketId, kEachChange)], change);
}

void ChangeStamps::changedAll() noexcept { raiseTo(lastChangeOfAll_, ++changes_); }

}  // namespace inkwell
