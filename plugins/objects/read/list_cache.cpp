#include "read/list_cache.h"

#include <algorithm>
#include <utility>

namespace inkwell::objects {

void addName(std::string_view sql, const SqlParams& params, std::string& name) {
    (name += '\0') += sql;
    for (const SqlValue& value : params) {
        (name += '\0') += static_cast<char>('0' + value.variant().index());
        name += value.text();
    }
}

void ListCache::changed(const Change& change) { stamps_.changed(change.bucketId, ContentParts::namesOf(change)); }

void ListCache::forget() {
    stamps_.changedAll();
    const std::lock_guard lock(mutex_);
    lists_.clear();
    counts_.clear();
}

ListCache::Known* ListCache::find(const std::string& list) {
    const auto found = lists_.find(list);
    if (found == lists_.end()) return nullptr;
    if (isStillTrue(found->second)) return &found->second;
    lists_.erase(found);
    return nullptr;
}

std::optional<std::int64_t> ListCache::total(const std::string& list) {
    const std::lock_guard lock(mutex_);
    const Known* known = find(list);
    return known == nullptr ? std::nullopt : known->total;
}

std::optional<ObjectPlace> ListCache::place(const std::string& list, std::int64_t number) {
    const std::lock_guard lock(mutex_);
    const Known* known = find(list);
    if (known == nullptr) return std::nullopt;
    const auto found = known->places.find(number);
    return found == known->places.end() ? std::nullopt : std::optional(found->second);
}

ListCache::Known* ListCache::findOrAdd(const std::string& list, const Origin& origin) {
    Known* known = find(list);
    if (known != nullptr) {
        known->stamp = std::min(known->stamp, origin.stamp);
        return isStillTrue(*known) ? known : nullptr;
    }
    Known fresh;
    fresh.slots = stamps_.slotsOf(origin.bucketId, &origin.parts);
    fresh.stamp = origin.stamp;
    if (!isStillTrue(fresh)) return nullptr;
    if (lists_.size() >= kMaxLists) lists_.clear();
    return &(lists_[list] = std::move(fresh));
}

void ListCache::keepTotal(const std::string& list, const Origin& origin, std::int64_t total) {
    const std::lock_guard lock(mutex_);
    if (Known* known = findOrAdd(list, origin)) known->total = total;
}

void ListCache::keepPlace(const std::string& list, const Origin& origin, std::int64_t number, ObjectPlace place) {
    const std::lock_guard lock(mutex_);
    Known* known = findOrAdd(list, origin);
    if (known == nullptr) return;
    if (known->places.size() >= kMaxPlaces) known->places.clear();
    known->places[number] = std::move(place);
}

std::optional<RowCount> ListCache::rows(const std::string& condition) {
    const std::lock_guard lock(mutex_);
    const auto found = counts_.find(condition);
    if (found == counts_.end()) return std::nullopt;
    if (stamp() - found->second.stamp <= kGoodFor) return found->second.count;
    counts_.erase(found);
    return std::nullopt;
}

void ListCache::keepRows(const std::string& condition, RowCount count) {
    const std::lock_guard lock(mutex_);
    if (counts_.size() >= kMaxLists) counts_.clear();
    counts_[condition] = {stamp(), count};
}

}  // namespace inkwell::objects
