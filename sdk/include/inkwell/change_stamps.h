#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/content_parts.h"
#include "inkwell/export.h"

namespace inkwell {

/// Whether what was read from the database is still what stands there: for whoever keeps something in memory that was
/// made of buckets' content. Tell it each ChangeCommitted, and each ChangesUnknown; plugins are told of none while they
/// are off. Any thread, no lock.
///
/// Why nothing is older than a commit that its reader may expect: one counter counts all changes, whatever they are
/// about, and each part of a bucket's content remembers the number of its last change. A change is counted after its
/// commit; a stamp is the counter's value before the database is read. So a stamp of at least n was taken after change
/// n was committed, and what was read then contains that change. It is still true while the parts it was made of have
/// not changed since its stamp: what was read before a commit may be kept after it, but is never found. A writer gets
/// its response only after its change was counted, so it reads what it wrote.
class INKWELL_API ChangeStamps {
public:
    using Stamp = std::uint64_t;
    /// Where the parts stand that something was made of.
    using Slots = std::vector<std::uint16_t>;

    /// Parts that share one of `slots` places, at most 65,536 of 8 bytes each, are taken to have changed together.
    explicit ChangeStamps(std::size_t slots) : lastChanges_(slots) {}

    /// Take it before the database is read.
    Stamp stamp() const noexcept { return changes_.load(); }

    /// Without `madeOf`, of all of the bucket.
    Slots slotsOf(std::string_view bucketId, const ContentParts* madeOf = nullptr) const;

    bool isStillTrue(Stamp stamp, const Slots& slots) const noexcept;

    /// These parts of the bucket's content, named as by ContentParts::namesOf, have changed: call after the commit and
    /// before the writer gets its response.
    void changed(std::string_view bucketId, const std::vector<std::string>& parts) noexcept;

    /// For when it is unknown what was committed: a change of everything.
    void changedAll() noexcept;

private:
    std::uint16_t slotOf(std::string_view bucketId, std::string_view part) const noexcept;

    std::atomic<Stamp> changes_{0};
    std::atomic<Stamp> lastChangeOfAll_{0};
    std::vector<std::atomic<Stamp>> lastChanges_;
};

}  // namespace inkwell
