#include "kernel/http/response_cache.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>

namespace inkwell::kernel {

namespace {

// The nodes of list and map, the shared pointers' counters and what the allocator rounds up.
constexpr std::int64_t kEntryOverhead = 512;

std::int64_t steadyMs() noexcept {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

std::int64_t sizeOf(const std::string& key, const FinishedRead& read) {
    std::size_t size = key.capacity() + read.text->capacity() + read.tag.capacity() + read.keys.capacity();
    if (read.gzip) size += read.gzip->capacity();
    return static_cast<std::int64_t>(size) + kEntryOverhead;
}

bool saysTrue(std::string_view flag) { return flag == "true"; }

bool isSame(const std::weak_ptr<const Snapshot>& a, const std::weak_ptr<const Snapshot>& b) noexcept {
    return !a.owner_before(b) && !b.owner_before(a);
}

}  // namespace

std::string cacheKey(const Route& route, const RequestParts& parts) {
    const bool keepable = route.options.cacheable && route.method == Method::Get && route.auth == Auth::ReadKey;
    if (!keepable || !parts.bucket) return {};
    std::string key = route.path;
    const auto add = [&key](std::string_view text) { (key += '\0') += text; };
    add(parts.bucket->id);
    for (const auto& [name, value] : parts.path) {
        if (name != "bucket_slug") add(value);
    }
    std::vector<const std::pair<std::string, std::string>*> query;
    const std::string* pretty = nullptr;
    for (const auto& parameter : parts.query) {
        const auto& [name, value] = parameter;
        if (name == "read_key" || name == "use_cache") continue;
        if (name == "sort" && value == "random") return {};
        if (name != "pretty") {
            query.push_back(&parameter);
        } else if (pretty == nullptr) {
            pretty = &value;  // the first one counts, as for the handler
        }
    }
    // Stable: of a repeated parameter the first counts.
    std::stable_sort(query.begin(), query.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
    add(pretty != nullptr && saysTrue(*pretty) ? "pretty" : "");
    add(parts.access.mayReadDrafts(*parts.bucket) ? "" : "published");  // what others may read is not found then
    for (const auto* parameter : query) {
        add(parameter->first);
        add(parameter->second);
    }
    return key;
}

struct ResponseCache::Shard {
    struct Entry {
        std::string key;
        Stamp stamp;
        ChangeStamps::Slots slots;
        std::shared_ptr<const FinishedRead> read;
        std::int64_t bytes;
    };
    using Entries = std::list<Entry>;

    void erase(Entries::iterator entry, Entries& removed) {
        bytes -= entry->bytes;
        byKey.erase(entry->key);
        removed.splice(removed.end(), entries, entry);
        assert(bytes >= 0 && byKey.size() == entries.size());
        assert(!entries.empty() || bytes == 0);
    }
    void makeRoom(std::int64_t wanted, std::int64_t bound, Entries& removed) {
        for (; bytes + wanted > bound && !entries.empty(); ++removals) erase(std::prev(entries.end()), removed);
    }

    mutable std::mutex mutex;
    Entries entries;  // the most recently used first
    std::unordered_map<std::string_view, Entries::iterator> byKey;
    std::int64_t bytes = 0;
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t removals = 0;
};

ResponseCache::ResponseCache(std::int64_t maxBytes, std::function<std::int64_t()> nowMs)
    : givenClock_(std::move(nowMs)), maxShardBytes_(maxBytes / static_cast<std::int64_t>(kShards)) {
    for (std::size_t i = 0; i < kShards; ++i) shards_.push_back(std::make_unique<Shard>());
}

ResponseCache::~ResponseCache() = default;

std::int64_t ResponseCache::readClock() const { return givenClock_ ? givenClock_() : steadyMs(); }

ResponseCache::Shard& ResponseCache::shardOf(const std::string& key) {
    return *shards_[std::hash<std::string_view>{}(key) % kShards];
}

ResponseCache::Stamp ResponseCache::stamp(const std::shared_ptr<const Snapshot>& snapshot) const noexcept {
    const ChangeStamps::Stamp changes = stamps_.stamp();  // before the question for distrust, counted after it begins
    const std::int64_t until = distrustUntilMs_.load();
    const std::int64_t now = readClock();
    return {snapshot, changes, isOn() && (until == 0 || now >= until), now};
}

std::shared_ptr<const FinishedRead> ResponseCache::find(const std::string& key, const Stamp& stamp) {
    if (!stamp.trusted) return nullptr;
    Shard& shard = shardOf(key);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.byKey.find(key);
    const bool hit = found != shard.byKey.end() && isSame(found->second->stamp.snapshot, stamp.snapshot) &&
                     stamp.timeMs - found->second->stamp.timeMs < kMaxAgeMs &&
                     stamps_.isStillTrue(found->second->stamp.changes, found->second->slots);
    ++(hit ? shard.hits : shard.misses);
    if (!hit) return nullptr;
    const auto entry = found->second;
    shard.entries.splice(shard.entries.begin(), shard.entries, entry);
    return entry->read;
}

void ResponseCache::put(const std::string& key, const Stamp& stamp, std::string_view bucketId,
                        const std::optional<ContentParts>& madeOf, std::shared_ptr<const FinishedRead> read) {
    if (!stamp.trusted) return;
    ChangeStamps::Slots slots = stamps_.slotsOf(bucketId, madeOf ? &*madeOf : nullptr);
    const std::int64_t bytes = sizeOf(key, *read) + static_cast<std::int64_t>(slots.capacity() * sizeof(slots[0]));
    Shard& shard = shardOf(key);
    Shard::Entries fresh;
    fresh.push_back({key, stamp, std::move(slots), std::move(read), bytes});
    Shard::Entries removed;  // freed after the lock
    const std::lock_guard lock(shard.mutex);
    const std::int64_t bound = maxShardBytes_;
    if (bytes > bound) return;
    if (const auto old = shard.byKey.find(key); old != shard.byKey.end()) {
        if (old->second->stamp.changes > stamp.changes) return;  // its reader was overtaken by a write and another read
        shard.erase(old->second, removed);
    }
    shard.makeRoom(bytes, bound, removed);
    shard.entries.splice(shard.entries.begin(), fresh);
    shard.byKey.emplace(shard.entries.front().key, shard.entries.begin());
    shard.bytes += bytes;
    assert(shard.byKey.size() == shard.entries.size());
    assert(shard.bytes <= bound);
}

// With the stamp of what it replaces: a change may be counted, and not yet stand in its part, when `kept` is found.
void ResponseCache::replace(const std::string& key, const std::shared_ptr<const FinishedRead>& kept,
                            std::shared_ptr<const FinishedRead> read) {
    const std::int64_t growth = sizeOf(key, *read) - sizeOf(key, *kept);
    Shard& shard = shardOf(key);
    Shard::Entries removed;  // freed after the lock
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.byKey.find(key);
    if (found == shard.byKey.end() || found->second->read != kept) return;
    const auto entry = found->second;
    if (entry->bytes + growth > maxShardBytes_) return;
    shard.entries.splice(shard.entries.begin(), shard.entries, entry);  // so that it is not the one to make room
    shard.makeRoom(growth, maxShardBytes_, removed);
    entry->read = std::move(read);
    entry->bytes += growth;
    shard.bytes += growth;
    assert(entry->bytes ==
           sizeOf(key, *entry->read) + static_cast<std::int64_t>(entry->slots.capacity() * sizeof(entry->slots[0])));
}

void ResponseCache::invalidate(std::string_view bucketId, const std::vector<std::string>& parts) noexcept {
    stamps_.changed(bucketId, parts);
}

void ResponseCache::distrustFor(std::chrono::milliseconds time) noexcept {
    const std::int64_t until = readClock() + time.count();
    std::int64_t known = distrustUntilMs_.load();
    while (known < until && !distrustUntilMs_.compare_exchange_weak(known, until)) {
    }
    stamps_.changedAll();
}

void ResponseCache::resize(std::int64_t maxBytes) {
    maxShardBytes_ = maxBytes / static_cast<std::int64_t>(kShards);
    for (const auto& shard : shards_) {
        Shard::Entries removed;  // freed after the lock
        const std::lock_guard lock(shard->mutex);
        shard->makeRoom(0, maxShardBytes_, removed);
    }
}

ResponseCache::Numbers ResponseCache::numbers() const {
    Numbers sum;
    for (const auto& shard : shards_) {
        const std::lock_guard lock(shard->mutex);
        sum.hits += shard->hits;
        sum.misses += shard->misses;
        sum.removals += shard->removals;
        sum.entries += static_cast<std::int64_t>(shard->entries.size());
        sum.bytes += shard->bytes;
    }
    sum.maxBytes = maxShardBytes_ * static_cast<std::int64_t>(kShards);
    return sum;
}

}  // namespace inkwell::kernel
