#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inkwell::changes {

/// Numbers of the change feed that follow each other; both are in it.
struct Run {
    std::int64_t first;
    std::int64_t last;

    bool operator==(const Run&) const = default;
};

/// Which numbers of the change feed are done with: all up to `highest` but the gaps. A lower number may be committed
/// later than a higher one, so the highest alone would lose changes. Clients hold it as the id of their last event.
struct Position {
    std::int64_t highest = 0;
    std::vector<Run> gaps = {};  // ascending, apart, none above `highest`

    bool has(std::int64_t number) const;
    /// Behind the others; one that begins where the last ends is joined to it.
    void addGap(Run gap);
    bool operator==(const Position&) const = default;
};

/// What is done with in one of the two.
Position united(const Position& a, const Position& b);
/// What `position` says of the numbers up to `number`.
Position upTo(const Position& position, std::int64_t number);

/// "120" or "120-95,101..103". Nothing for one with so many gaps that it does not fit into a header; a client then
/// keeps its older one, and may get events twice.
std::optional<std::string> renderPosition(const Position& position);
/// Nothing for what renderPosition cannot have made.
std::optional<Position> parsePosition(std::string_view text);

}  // namespace inkwell::changes
