#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace inkwell::kernel
