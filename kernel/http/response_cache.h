#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/change_stamps.h"
#include "inkwell/content_parts.h"
#include "kernel/http/response_writer.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The key of a cacheable read: route, bucket, path values, parameters sorted by name, form; separated by NUL, which a
/// request never contains. The read key and use_cache do not affect the response and are left out; whether drafts may
/// be read does, and counts. "" if the response may not be kept: a route that is not cacheable, no bucket, a random
/// order. Any thread.
std::string cacheKey(const Route& route, const RequestParts& parts);

/// Finished responses to reads; the least recently used is dropped first (share/doc/life-of-a-request.md). Asked after
/// the gatekeeper has admitted the request. ChangeStamps says why none is older than a commit that its reader may
/// expect. Any thread; no lock is held while anything is rendered.
class ResponseCache {
public:
    /// `maxBytes` bounds keys, bodies and bookkeeping together; a response larger than an eighth of it is not kept. 0
    /// keeps nothing. `nowMs` is a clock that runs steadily, for tests.
    explicit ResponseCache(std::int64_t maxBytes, std::function<std::int64_t()> nowMs = {});
    ~ResponseCache();

    /// The running plugins and the number of changes, at one moment.
    struct Stamp {
        std::weak_ptr<const Snapshot> snapshot;  // weak, but keeps the memory address from being reused
        ChangeStamps::Stamp changes = 0;
        bool trusted = false;
        std::int64_t timeMs = 0;
    };
    /// A safety net, should a change ever be missed: no response is older than this.
    static constexpr std::int64_t kMaxAgeMs = 10 * 60'000;
    /// Take it before the database is read.
    Stamp stamp(const std::shared_ptr<const Snapshot>& snapshot) const noexcept;

    /// Null unless there is a response of the same plugins that is still valid.
    std::shared_ptr<const FinishedRead> find(const std::string& key, const Stamp& stamp);
    /// Keeps a response that was made of these parts of the bucket; without `madeOf`, of all of it.
    void put(const std::string& key, const Stamp& stamp, std::string_view bucketId,
             const std::optional<ContentParts>& madeOf, std::shared_ptr<const FinishedRead> read);
    /// Replaces `kept` by another form of the same response, with the same validity. Does nothing when `kept` is no
    /// longer there.
    void replace(const std::string& key, const std::shared_ptr<const FinishedRead>& kept,
                 std::shared_ptr<const FinishedRead> read);

    /// These parts of the bucket's content, named as by ContentParts::namesOf, have changed: call after the commit and
    /// before the writer gets its response.
    void invalidate(std::string_view bucketId, const std::vector<std::string>& parts) noexcept;
    /// For when it is unknown what was committed: forgets everything and keeps nothing for `time`.
    void distrustFor(std::chrono::milliseconds time) noexcept;

    /// Sets another bound, as in the constructor; drops the excess at once.
    void resize(std::int64_t maxBytes);
    bool isOn() const noexcept { return maxShardBytes_.load(std::memory_order_relaxed) > 0; }
    /// What is held, in bytes; never more than the bound.
    std::int64_t bytes() const { return numbers().bytes; }

    struct Numbers {
        std::uint64_t hits = 0;  // of cacheable requests, as are misses
        std::uint64_t misses = 0;
        std::uint64_t removals = 0;  // to make room
        std::int64_t entries = 0;
        std::int64_t bytes = 0;
        std::int64_t maxBytes = 0;
    };
    Numbers numbers() const;

private:
    struct Shard;
    // An entry must fit into one shard: hence the eighth of the bound.
    static constexpr std::size_t kShards = 8;

    Shard& shardOf(const std::string& key);
    std::int64_t readClock() const;

    const std::function<std::int64_t()> givenClock_;
    std::atomic<std::int64_t> maxShardBytes_;
    std::vector<std::unique_ptr<Shard>> shards_;
    ChangeStamps stamps_{65536};
    std::atomic<std::int64_t> distrustUntilMs_{0};  // steady clock; 0 is never
};

}  // namespace inkwell::kernel
