#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/content_parts.h"
#include "kernel/http/response_writer.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// What a cacheable read asks for, in one text: route, bucket, path values, parameters sorted by name, form. The read
/// key and use_cache say nothing about the answer and are left out. "" when nothing may be kept: another route, no
/// bucket, a random order. Texts of a request hold no NUL, which therefore separates them. Any thread.
std::string cacheKey(const Route& route, const RequestParts& parts);

/// Finished answers of reads, least recently used ones dropped first (design, "Reads at the speed of the socket").
/// Asked after the gatekeeper has admitted the request. Any thread; no lock is held while anything is rendered.
///
/// Why no answer is older than a commit that its reader may expect: all changes, whatever they are about, are counted
/// by one counter, and each part of a bucket's content remembers the number of its last change. A change is counted
/// after its commit; a stamp is the count before the database is read. A stamp of at least n was therefore taken when
/// change n was committed, and the answer holds it. An answer is found only while the parts that it was made of have
/// changed last at or before its stamp: one that was read before a commit may be stored after it, but is never found.
/// Since a writer is answered when its change stands in its part, it reads what it wrote.
class ResponseCache {
public:
    /// `maxBytes` bounds keys, bodies and bookkeeping together; an answer larger than an eighth of it is not kept. 0
    /// keeps nothing.
    explicit ResponseCache(std::int64_t maxBytes);
    ~ResponseCache();

    /// How many changes there were, and the plugins, at one moment.
    struct Stamp {
        std::weak_ptr<const Snapshot> snapshot;  // weak, but keeps the address from being used again
        std::uint64_t changes = 0;
        bool trusted = false;
    };
    /// To be taken before the database is read.
    Stamp stamp(const std::shared_ptr<const Snapshot>& snapshot) const noexcept;

    /// Null when there is none for these plugins that is still true.
    std::shared_ptr<const FinishedRead> find(const std::string& key, const Stamp& stamp);
    /// Keeps an answer made of those parts of the bucket, or of all of it when nothing is said.
    void put(const std::string& key, const Stamp& stamp, std::string_view bucketId,
             const std::optional<ContentParts>& madeOf, std::shared_ptr<const FinishedRead> read);
    /// Puts another form of the same answer in the place of `kept`, as true as that is. Does nothing when `kept` has
    /// gone.
    void replace(const std::string& key, const std::shared_ptr<const FinishedRead>& kept,
                 std::shared_ptr<const FinishedRead> read);

    /// A part of the bucket's content, named as by ContentParts::nameOf, has changed: to be called after the commit and
    /// before the writer is answered.
    void invalidate(std::string_view bucketId, std::string_view part) noexcept;
    /// For a time nobody can tell what is committed: forgets everything and keeps nothing until then.
    void distrustFor(std::chrono::milliseconds time) noexcept;

    /// Another bound, as of the constructor; what is too much goes at once.
    void resize(std::int64_t maxBytes);
    bool isOn() const noexcept { return maxShardBytes_.load(std::memory_order_relaxed) > 0; }
    /// What is held, in bytes; never more than the bound.
    std::int64_t bytes() const { return numbers().bytes; }

    struct Numbers {
        std::uint64_t hits = 0;  // of requests that could be answered from here
        std::uint64_t misses = 0;
        std::uint64_t removals = 0;  // to make room
        std::int64_t entries = 0;
        std::int64_t bytes = 0;
        std::int64_t maxBytes = 0;
    };
    Numbers numbers() const;

private:
    struct Shard;
    using Slot = std::uint16_t;
    // An entry has to fit into one shard: this is the eighth.
    static constexpr std::size_t kShards = 8;
    // Parts that share a slot are forgotten together.
    static constexpr std::size_t kSlots = 8192;

    static Slot slotOf(std::string_view bucketId, std::string_view part) noexcept;
    static std::vector<Slot> slotsOf(std::string_view bucketId, const std::optional<ContentParts>& madeOf);
    Shard& shardOf(const std::string& key);
    bool isStillTrue(std::uint64_t changes, const std::vector<Slot>& slots) const noexcept;

    std::atomic<std::int64_t> maxShardBytes_;
    std::vector<std::unique_ptr<Shard>> shards_;
    std::atomic<std::uint64_t> changes_{0};
    std::array<std::atomic<std::uint64_t>, kSlots> lastChanges_{};
    std::atomic<std::uint64_t> lastDistrust_{0};    // counted as a change of everything
    std::atomic<std::int64_t> distrustUntilMs_{0};  // steady clock; 0 is never
};

}  // namespace inkwell::kernel
