#include "kernel/http/response_cache.h"

#include <algorithm>
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
    std::size_t size = key.capacity() + read.text->capacity() + read.digest.capacity();
    if (read.gzip) size += read.gzip->capacity();
    return static_cast<std::int64_t>(size) + kEntryOverhead;
}

bool isTrue(std::string_view text) { return text == "true"; }

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
    add(pretty != nullptr && isTrue(*pretty) ? "pretty" : "");
    for (const auto* parameter : query) {
        add(parameter->first);
        add(parameter->second);
    }
    return key;
}

bool ResponseCache::Stamp::operator==(const Stamp& other) const noexcept {
    return generation == other.generation && trusted && other.trusted && !snapshot.owner_before(other.snapshot) &&
           !other.snapshot.owner_before(snapshot);
}

struct ResponseCache::Shard {
    struct Entry {
        std::string key;
        Stamp stamp;
        std::shared_ptr<const FinishedRead> read;
        std::int64_t bytes;
    };

    void erase(std::list<Entry>::iterator entry, std::list<Entry>& removed) {
        bytes -= entry->bytes;
        byKey.erase(entry->key);
        removed.splice(removed.end(), entries, entry);
    }

    mutable std::mutex mutex;
    std::list<Entry> entries;  // the most recently used first
    std::unordered_map<std::string_view, std::list<Entry>::iterator> byKey;
    std::int64_t bytes = 0;
};

ResponseCache::ResponseCache(std::int64_t maxBytes) : maxShardBytes_(maxBytes / static_cast<std::int64_t>(kShards)) {
    for (std::size_t i = 0; i < kShards; ++i) shards_.push_back(std::make_unique<Shard>());
}

ResponseCache::~ResponseCache() = default;

ResponseCache::Shard& ResponseCache::shardOf(const std::string& key) {
    return *shards_[std::hash<std::string_view>{}(key) % kShards];
}

// Both counters only grow, so their sum is the same again only when neither has moved.
ResponseCache::Stamp ResponseCache::stamp(const std::shared_ptr<const Snapshot>& snapshot,
                                          std::string_view bucketId) const noexcept {
    const std::size_t place = std::hash<std::string_view>{}(bucketId) % kGenerations;
    const std::uint64_t generation = epoch_.load() + generations_[place].load();
    const std::int64_t until = distrustUntilMs_.load();
    return {snapshot, generation, isOn() && (until == 0 || steadyMs() >= until)};
}

std::shared_ptr<const FinishedRead> ResponseCache::find(const std::string& key, const Stamp& stamp) {
    if (!stamp.trusted) return nullptr;
    Shard& shard = shardOf(key);
    std::list<Shard::Entry> outdated;  // freed after the lock
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.byKey.find(key);
    if (found == shard.byKey.end()) return nullptr;
    const auto entry = found->second;
    if (entry->stamp == stamp) {
        shard.entries.splice(shard.entries.begin(), shard.entries, entry);
        return entry->read;
    }
    // Of a caller that was overtaken by a write the entry may be the newer one.
    if (entry->stamp.generation <= stamp.generation) shard.erase(entry, outdated);
    return nullptr;
}

void ResponseCache::put(const std::string& key, const Stamp& stamp, std::shared_ptr<const FinishedRead> read) {
    if (!stamp.trusted) return;
    const std::int64_t bytes = sizeOf(key, *read);
    if (bytes > maxShardBytes_) return;
    Shard& shard = shardOf(key);
    std::list<Shard::Entry> fresh;
    fresh.push_back({key, stamp, std::move(read), bytes});
    std::list<Shard::Entry> removed;  // freed after the lock
    const std::lock_guard lock(shard.mutex);
    if (const auto old = shard.byKey.find(key); old != shard.byKey.end()) {
        if (old->second->stamp.generation > stamp.generation) return;
        shard.erase(old->second, removed);
    }
    while (shard.bytes + bytes > maxShardBytes_) shard.erase(std::prev(shard.entries.end()), removed);
    shard.entries.splice(shard.entries.begin(), fresh);
    shard.byKey.emplace(shard.entries.front().key, shard.entries.begin());
    shard.bytes += bytes;
}

void ResponseCache::invalidate(std::string_view bucketId) noexcept {
    ++generations_[std::hash<std::string_view>{}(bucketId) % kGenerations];
}

void ResponseCache::distrustFor(std::chrono::milliseconds time) noexcept {
    const std::int64_t until = steadyMs() + time.count();
    std::int64_t known = distrustUntilMs_.load();
    while (known < until && !distrustUntilMs_.compare_exchange_weak(known, until)) {
    }
    ++epoch_;
}

std::int64_t ResponseCache::bytes() const {
    std::int64_t sum = 0;
    for (const auto& shard : shards_) {
        const std::lock_guard lock(shard->mutex);
        sum += shard->bytes;
    }
    return sum;
}

}  // namespace inkwell::kernel
