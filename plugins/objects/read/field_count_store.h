#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "read/list_cache.h"

namespace inkwell::objects {

/// One way in which an object can meet a condition: a condition on a row of objects_fields, with '@' where the table's
/// alias comes.
struct FieldLeg {
    std::string sql;
    SqlParams params;
    bool hasList = false;  // begins with a test of the value against a list that is selected

    std::string conditionOn(std::string_view alias) const;
};

/// All the ways of one condition.
using FieldLegs = std::span<const FieldLeg>;

/// How many rows of objects_fields conditions find, about: enough to tell with which of several a query begins best.
/// What was counted is good for some thousand changes. Made for one unit of work, on its thread.
class FieldCountStore {
public:
    /// One look at each of the others costs more than counting so few.
    static constexpr std::int64_t kFew = 500;

    /// `known` outlives it.
    FieldCountStore(Sql& sql, ListCache& known) : sql_(sql), known_(known) {}

    /// Of conditions given by their legs, in their order. Counts until one is known to find fewest, but none further
    /// than `enough` asks for, and then which of the others are scanned sooner: no statement when all is known, else
    /// one, or up to four when all find many.
    std::vector<RowCount> of(std::span<const FieldLegs> conditions, std::int64_t enough);

    /// Whether it takes less time to scan what the condition finds, with the fewest as a list in memory, than to look
    /// at the condition for each of the fewest. A scan reads on, a look goes somewhere else each time.
    static bool isScannedSooner(const RowCount& count, const RowCount& fewest) noexcept;

private:
    void countTo(std::int64_t most, std::span<const FieldLegs> conditions, std::span<const std::string> names,
                 std::vector<RowCount>& counts);
    std::vector<std::int64_t> count(std::span<const FieldLegs> conditions, std::span<const std::size_t> which,
                                    std::int64_t most);

    Sql& sql_;
    ListCache& known_;
};

}  // namespace inkwell::objects
