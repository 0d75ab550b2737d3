#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/api.h"
#include "inkwell/events.h"

namespace inkwell {

/// Reads the change feed: what was committed, by whom. A lower number can be committed after a higher one. Always there
/// (Services::changes). Any thread; joins the caller's unit of work. Throws DatabaseError.
class INKWELL_API ChangeLog {
public:
    virtual ~ChangeLog() = default;

    struct Filter {
        std::string kind = {}, action = {}, actor = {}, id = {};  // "": any
        std::optional<std::int64_t> fromMs = {};                  // included
        std::optional<std::int64_t> untilMs = {};                 // excluded
    };
    struct Page {
        std::vector<Change> changes;
        std::int64_t total = 0;
    };
    /// The newest first.
    virtual Page list(const std::string& bucketId, const Filter& filter, std::int64_t limit, std::int64_t skip) = 0;

    /// Of one bucket, above a number and ascending, those that readers see (readerAction).
    virtual std::vector<Change> listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) = 0;
    /// The same for single numbers.
    virtual std::vector<Change> findForReaders(const std::string& bucketId,
                                               std::span<const std::int64_t> sequences) = 0;
    /// All numbers above `sequence`, of all buckets.
    virtual std::vector<std::int64_t> sequencesAbove(std::int64_t sequence) = 0;
    /// Of all buckets; 0 while nothing has happened.
    virtual std::int64_t highestSequence() = 0;
    /// The highest that was given before a time; 0 for none.
    virtual std::int64_t highestSequenceBefore(std::int64_t timeMs) = 0;
    /// The lowest that was not forgotten; 0 for none.
    virtual std::int64_t lowestSequence() = 0;

    /// Forgets changes from the lowest number upwards while they are older, at most `limit`; the answer is how many.
    /// The highest stays.
    virtual std::int64_t removeBefore(std::int64_t timeMs, std::int64_t limit) = 0;
};

}  // namespace inkwell
