#include "read/list_memory.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace inkwell::objects {

namespace {

// Pseudo-parts: one changes when any part may have changed, the other one with every change.
constexpr std::string_view kWhole;
constexpr std::string_view kEachChange = "*";

}  // namespace

void addName(std::string_view sql, const SqlParams& params, std::string& name) {
    (name += '\0') += sql;
    for (const SqlValue& value : params) {
        (name += '\0') += static_cast<char>('0' + value.variant().index());
        name += value.text();
    }
}

ListMemory::Slot ListMemory::slotOf(std::string_view bucketId, std::string_view part) {
    std::string name(bucketId);
    (name += '\0') += part;
    return static_cast<Slot>(std::hash<std::string>()(name) % kSlots);
}

ListMemory::Stamp ListMemory::stamp() const {
    const std::lock_guard lock(mutex_);
    return changes_;
}

void ListMemory::changed(const Change& change) {
    const std::vector<std::string> parts = ContentParts::namesOf(change);
    const std::lock_guard lock(mutex_);
    ++changes_;
    for (const std::string& part : parts) lastChanges_[slotOf(change.bucketId, part)] = changes_;
    lastChanges_[slotOf(change.bucketId, kEachChange)] = changes_;
}

void ListMemory::forget() {
    const std::lock_guard lock(mutex_);
    forgotten_ = ++changes_;
    lists_.clear();
    counts_.clear();
}

bool ListMemory::isStillTrue(const Known& known) const {
    return known.stamp >= forgotten_ && std::all_of(known.slots.begin(), known.slots.end(),
                                                    [&](Slot slot) { return lastChanges_[slot] <= known.stamp; });
}

ListMemory::Known* ListMemory::find(const std::string& list) {
    const auto found = lists_.find(list);
    if (found == lists_.end()) return nullptr;
    if (isStillTrue(found->second)) return &found->second;
    lists_.erase(found);
    return nullptr;
}

std::optional<std::int64_t> ListMemory::total(const std::string& list) {
    const std::lock_guard lock(mutex_);
    const Known* known = find(list);
    return known == nullptr ? std::nullopt : known->total;
}

std::optional<ObjectPlace> ListMemory::place(const std::string& list, std::int64_t number) {
    const std::lock_guard lock(mutex_);
    const Known* known = find(list);
    if (known == nullptr) return std::nullopt;
    const auto found = known->places.find(number);
    return found == known->places.end() ? std::nullopt : std::optional(found->second);
}

ListMemory::Known* ListMemory::findOrAdd(const std::string& list, const Origin& origin) {
    Known* known = find(list);
    if (known != nullptr) {
        known->stamp = std::min(known->stamp, origin.stamp);
        return isStillTrue(*known) ? known : nullptr;
    }
    Known fresh;
    fresh.stamp = origin.stamp;
    if (origin.parts.isEverything()) {
        fresh.slots.push_back(slotOf(origin.bucketId, kEachChange));
    } else {
        fresh.slots.push_back(slotOf(origin.bucketId, kWhole));
        for (const std::string& part : origin.parts.names()) fresh.slots.push_back(slotOf(origin.bucketId, part));
    }
    if (!isStillTrue(fresh)) return nullptr;
    if (lists_.size() >= kMaxLists) lists_.clear();
    return &(lists_[list] = std::move(fresh));
}

void ListMemory::keepTotal(const std::string& list, const Origin& origin, std::int64_t total) {
    const std::lock_guard lock(mutex_);
    if (Known* known = findOrAdd(list, origin)) known->total = total;
}

void ListMemory::keepPlace(const std::string& list, const Origin& origin, std::int64_t number, ObjectPlace place) {
    const std::lock_guard lock(mutex_);
    Known* known = findOrAdd(list, origin);
    if (known == nullptr) return;
    if (known->places.size() >= kMaxPlaces) known->places.clear();
    known->places[number] = std::move(place);
}

std::optional<RowCount> ListMemory::rows(const std::string& condition) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(condition);
    if (found == counts_.end()) return std::nullopt;
    if (changes_ - found->second.stamp <= kGoodFor) return found->second.count;
    counts_.erase(found);
    return std::nullopt;
}

void ListMemory::keepRows(const std::string& condition, RowCount count) {
    const std::lock_guard lock(mutex_);
    if (counts_.size() >= kMaxLists) counts_.clear();
    counts_[condition] = {changes_, count};
}

}  // namespace inkwell::objects
