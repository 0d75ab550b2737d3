#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/events.h"
#include "inkwell/export.h"

namespace inkwell {

/// Reads the change feed: what was committed, by whom. A lower number can be committed after a higher one. Always
/// available (Services::changes). Any thread; joins the caller's unit of work. Throws DatabaseError.
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
    /// Of one object and its revisions; the newest first.
    virtual Page listOfObject(const std::string& bucketId, const std::string& objectId, std::int64_t limit,
                              std::int64_t skip) = 0;

    /// One bucket's changes that readers see (readerAction), above a sequence number, ascending.
    virtual std::vector<Change> listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) = 0;
    /// One bucket's changes that readers see, with these sequence numbers.
    virtual std::vector<Change> findForReaders(const std::string& bucketId,
                                               std::span<const std::int64_t> sequences) = 0;
    /// The same two with the changes that readers do not see, of every kind: who is shown them is the caller's matter.
    virtual std::vector<Change> listAbove(const std::string& bucketId, std::int64_t above, std::int64_t limit) = 0;
    virtual std::vector<Change> find(const std::string& bucketId, std::span<const std::int64_t> sequences) = 0;
    /// All numbers above `sequence`, of all buckets.
    virtual std::vector<std::int64_t> sequencesAbove(std::int64_t sequence) = 0;
    /// The same and those whose transactions have not ended, of this and other servers; not inside a write. A number
    /// that was given some seconds ago and is not among them was rolled back. (Writers at other nodes of a Galera
    /// cluster are not seen.)
    virtual std::vector<std::int64_t> writtenSequencesAbove(std::int64_t sequence) = 0;
    /// Of all buckets; 0 while nothing has happened.
    virtual std::int64_t highestSequence() = 0;
    /// The highest sequence number from before a time; 0 for none.
    virtual std::int64_t highestSequenceBefore(std::int64_t timeMs) = 0;
    /// The lowest sequence number not yet removed; 0 for none.
    virtual std::int64_t lowestSequence() = 0;

    /// Whether all that is committed at this moment was announced here (ChangeCommitted), so that what a plugin has
    /// kept since then is as new as the database. At most one statement; false in doubt, as shortly after a change of
    /// another server or of this one.
    virtual bool isAllAnnounced() { return false; }

    /// Removes changes older than a time, from the lowest number upwards, at most `limit`; returns how many. The
    /// highest one always stays.
    virtual std::int64_t removeBefore(std::int64_t timeMs, std::int64_t limit) = 0;
};

}  // namespace inkwell
