#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/change_log.h"
#include "inkwell/database.h"
#include "inkwell/events.h"

namespace inkwell::kernel {

/// The table `changes` in the caller's session. All throw DatabaseError.

/// Inside a write; fills change.sequence.
void insertChange(Sql& sql, Change& change, const std::string& node);
/// 0 for an empty feed.
std::int64_t findHighestSequence(Sql& sql);
std::int64_t findHighestSequenceBefore(Sql& sql, std::int64_t timeMs);

/// A number of the feed, and whether `node` has written it.
struct FeedRow {
    std::int64_t sequence;
    bool isOwn;
    std::int64_t timeMs;
};
/// From a number on, ascending.
std::vector<FeedRow> listFeedRows(Sql& sql, std::int64_t from, const std::string& node, std::int64_t limit);
/// The last one, if there is one.
std::optional<FeedRow> findLastFeedRow(Sql& sql, const std::string& node);
/// Within runs of numbers, given by their first and last in ascending order; the lowest when there are more.
std::vector<FeedRow> listFeedRowsIn(Sql& sql, std::span<const std::pair<std::int64_t, std::int64_t>> runs,
                                    const std::string& node, std::int64_t limit);
/// In ascending order; those that are not there are left out.
std::vector<Change> findChanges(Sql& sql, std::span<const std::int64_t> sequences);
/// Whether there is a row between two numbers, both included, committed or not. Outside a write.
bool isAnyWritten(Sql& sql, std::int64_t first, std::int64_t last);

/// The ChangeLog of the table `changes`. The database must outlive it.
class ChangeStore : public ChangeLog {
public:
    /// `hasAnnouncedAll` is that of the ChangeFeed; without one nothing is known to be announced.
    explicit ChangeStore(Database& database, std::function<bool()> hasAnnouncedAll = {})
        : database_(database), hasAnnouncedAll_(std::move(hasAnnouncedAll)) {}

    Page list(const std::string& bucketId, const Filter& filter, std::int64_t limit, std::int64_t skip) override;
    Page listOfObject(const std::string& bucketId, const std::string& objectId, std::int64_t limit,
                      std::int64_t skip) override;
    std::vector<Change> listForReaders(const std::string& bucketId, std::int64_t above, std::int64_t limit) override;
    std::vector<Change> findForReaders(const std::string& bucketId, std::span<const std::int64_t> sequences) override;
    std::vector<Change> listAbove(const std::string& bucketId, std::int64_t above, std::int64_t limit) override;
    std::vector<Change> find(const std::string& bucketId, std::span<const std::int64_t> sequences) override;
    std::vector<std::int64_t> sequencesAbove(std::int64_t sequence) override;
    std::vector<std::int64_t> writtenSequencesAbove(std::int64_t sequence) override;
    std::int64_t highestSequence() override;
    std::int64_t highestSequenceBefore(std::int64_t timeMs) override;
    std::int64_t lowestSequence() override;
    bool isAllAnnounced() override { return hasAnnouncedAll_ && hasAnnouncedAll_(); }
    std::int64_t removeBefore(std::int64_t timeMs, std::int64_t limit) override;

private:
    std::vector<Change> findAmong(const std::string& statement, const std::string& bucketId,
                                  std::span<const std::int64_t> sequences);

    Database& database_;
    const std::function<bool()> hasAnnouncedAll_;
};

}  // namespace inkwell::kernel
