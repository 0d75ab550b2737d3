#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/http/response_writer.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// What a cacheable read asks for, in one text: route, bucket, path values, parameters sorted by name, form. The read
/// key and use_cache say nothing about the answer and are left out. "" when nothing may be kept: another route, no
/// bucket, a random order. Texts of a request hold no NUL, which therefore separates them. Any thread.
std::string cacheKey(const Route& route, const RequestParts& parts);

/// Finished answers of reads, least recently used ones dropped first (design, "Reads at the speed of the socket"). Each
/// carries the stamp taken before its handler read the database, and is answered only while that stamp is the current
/// one: an answer made of what a commit has just replaced may be stored, but is never found. Asked after the gatekeeper
/// has admitted the request. Any thread; no lock is held while anything is rendered.
class ResponseCache {
public:
    /// `maxBytes` bounds keys, bodies and bookkeeping together; an answer larger than an eighth of it is not kept. 0
    /// keeps nothing.
    explicit ResponseCache(std::int64_t maxBytes);
    ~ResponseCache();

    /// The state of a bucket's content and of the plugins at one moment.
    struct Stamp {
        std::weak_ptr<const Snapshot> snapshot;  // weak, but keeps the address from being used again
        std::uint64_t generation = 0;
        bool trusted = false;

        bool operator==(const Stamp& other) const noexcept;
    };
    /// To be taken before the database is read.
    Stamp stamp(const std::shared_ptr<const Snapshot>& snapshot, std::string_view bucketId) const noexcept;

    /// Null when there is none of this stamp.
    std::shared_ptr<const FinishedRead> find(const std::string& key, const Stamp& stamp);
    /// Replaces what was kept under the key.
    void put(const std::string& key, const Stamp& stamp, std::shared_ptr<const FinishedRead> read);

    /// The bucket's content has changed: to be called after the commit and before the writer is answered.
    void invalidate(std::string_view bucketId) noexcept;
    /// For a time nobody can tell what is committed: forgets everything and keeps nothing until then.
    void distrustFor(std::chrono::milliseconds time) noexcept;

    bool isOn() const noexcept { return maxShardBytes_ > 0; }
    /// What is held, in bytes; never more than the bound.
    std::int64_t bytes() const;

private:
    struct Shard;
    // An entry has to fit into one shard: this is the eighth.
    static constexpr std::size_t kShards = 8;
    // Buckets that share a counter are forgotten together.
    static constexpr std::size_t kGenerations = 1024;

    Shard& shardOf(const std::string& key);

    const std::int64_t maxShardBytes_;
    std::vector<std::unique_ptr<Shard>> shards_;
    std::array<std::atomic<std::uint64_t>, kGenerations> generations_{};
    std::atomic<std::uint64_t> epoch_{0};
    std::atomic<std::int64_t> distrustUntilMs_{0};  // steady clock; 0 is never
};

}  // namespace inkwell::kernel
