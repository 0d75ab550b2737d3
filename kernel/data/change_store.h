#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/change_log.h"
#include "inkwell/database.h"
#include "inkwell/events.h"

namespace inkwell::kernel {

/// The table `changes`. All throw DatabaseError.

/// Inside a write; fills change.sequence.
void insertChange(Sql& sql, Change& change, const std::string& node);
/// 0 for an empty feed.
std::int64_t findHighestSequence(Sql& sql);
/// The numbers above `floor` that other nodes wrote, ascending.
std::vector<std::int64_t> listForeignSequences(Sql& sql, std::int64_t floor, const std::string& node);
/// What other nodes wrote between two numbers, both included, ascending.
std::vector<Change> listForeignChanges(Sql& sql, std::int64_t first, std::int64_t last, const std::string& node);

// ChangeLog's own.
ChangeLog::Page listChanges(Sql& sql, const std::string& bucketId, const ChangeLog::Filter& filter, std::int64_t limit,
                            std::int64_t skip);
std::vector<Change> listReaderChanges(Sql& sql, const std::string& bucketId, std::int64_t above, std::int64_t limit);
std::vector<Change> findReaderChanges(Sql& sql, const std::string& bucketId, std::span<const std::int64_t> sequences);
std::vector<std::int64_t> listSequences(Sql& sql, std::int64_t above);
std::int64_t findHighestSequenceBefore(Sql& sql, std::int64_t timeMs);
std::int64_t findLowestSequence(Sql& sql);
/// Inside a write.
std::int64_t removeChangesBefore(Sql& sql, std::int64_t timeMs, std::int64_t limit);

}  // namespace inkwell::kernel
