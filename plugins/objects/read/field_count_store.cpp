#include "read/field_count_store.h"

#include <algorithm>
#include <array>

namespace inkwell::objects {

namespace {

// Each is counted to only while every condition finds more than the one before.
constexpr std::array<std::int64_t, 3> kSteps = {FieldCountStore::kFew, 16'000, 512'000};

std::string nameOf(FieldLegs legs) {
    std::string name;
    for (const FieldLeg& leg : legs) addName(leg.sql, leg.params, name);
    return name;
}

// As many looks find their pages in memory.
constexpr std::int64_t kLookedAt = 2000;
constexpr std::int64_t kScannedInOneLook = 12;

RowCount fewestOf(const std::vector<RowCount>& counts) {
    return *std::min_element(counts.begin(), counts.end(),
                             [](const RowCount& a, const RowCount& b) { return a.rows < b.rows; });
}

}  // namespace

std::string FieldLeg::conditionOn(std::string_view alias) const {
    std::string text;
    for (const char c : sql) {
        if (c == '@') {
            text += alias;
        } else {
            text += c;
        }
    }
    return text;
}

std::vector<RowCount> FieldCountStore::of(std::span<const FieldLegs> conditions, std::int64_t enough) {
    std::vector<std::string> names;
    std::vector<RowCount> counts;
    for (const FieldLegs& legs : conditions) {
        names.push_back(nameOf(legs));
        counts.push_back(known_.rows(names.back()).value_or(RowCount{}));
    }
    if (conditions.empty()) return counts;
    for (const std::int64_t most : kSteps) {
        if (most > enough || fewestOf(counts).isWhole) break;
        countTo(most, conditions, names, counts);
    }
    const RowCount fewest = fewestOf(counts);
    if (fewest.isWhole && fewest.rows > kLookedAt) countTo(fewest.rows * kScannedInOneLook, conditions, names, counts);
    return counts;
}

bool FieldCountStore::isScannedSooner(const RowCount& count, const RowCount& fewest) noexcept {
    return fewest.isWhole && fewest.rows > kLookedAt && count.isWhole && count.rows / kScannedInOneLook <= fewest.rows;
}

void FieldCountStore::countTo(std::int64_t most, std::span<const FieldLegs> conditions,
                              std::span<const std::string> names, std::vector<RowCount>& counts) {
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (!counts[i].isWhole && counts[i].rows < most) which.push_back(i);
    if (which.empty()) return;
    const std::vector<std::int64_t> rows = count(conditions, which, most);
    for (std::size_t i = 0; i < which.size(); ++i) {
        counts[which[i]] = {rows[i], rows[i] < most};
        known_.keepRows(names[which[i]], counts[which[i]]);
    }
}

std::vector<std::int64_t> FieldCountStore::count(std::span<const FieldLegs> conditions,
                                                 std::span<const std::size_t> which, std::int64_t most) {
    std::string columns;
    SqlParams params;
    for (const std::size_t i : which) {
        columns += columns.empty() ? "SELECT " : ", ";
        std::string sum;
        for (const FieldLeg& leg : conditions[i]) {
            sum += sum.empty() ? "" : " + ";
            sum +=
                "(SELECT COUNT(*) FROM (SELECT 1 FROM objects_fields f WHERE " + leg.conditionOn("f.") + " LIMIT ?) c)";
            params.insert(params.end(), leg.params.begin(), leg.params.end());
            params.emplace_back(most);
        }
        columns += sum;
    }
    const auto row = sql_.selectOne(columns, params);
    std::vector<std::int64_t> rows;
    for (std::size_t i = 0; i < which.size(); ++i) rows.push_back(std::min(row->at(i).integer(), most));
    return rows;
}

}  // namespace inkwell::objects
