#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inkwell::changes {

/// A range of consecutive numbers of the change feed, both ends included.
struct Run {
    std::int64_t first;
    std::int64_t last;

    bool operator==(const Run&) const = default;
};

/// Which numbers of the change feed are settled: all up to `highest` except the gaps. A lower number may be committed
/// after a higher one, so the highest alone would lose changes. Clients keep a position as the id of their last event.
struct Position {
    std::int64_t highest = 0;
    std::vector<Run> gaps = {};  // ascending, not adjacent, none above `highest`

    bool has(std::int64_t number) const;
    /// `gap` must come after the others; it is merged with the last one if they are adjacent.
    void addGap(Run gap);
    bool operator==(const Position&) const = default;
};

/// The numbers that are settled in at least one of the two.
Position united(const Position& a, const Position& b);
/// `position`, restricted to the numbers up to `number`.
Position upTo(const Position& position, std::int64_t number);

/// "120" or "120-95,101..103". Nothing when it has too many gaps to fit into a header; the client then keeps its older
/// one and may receive events twice.
std::optional<std::string> renderPosition(const Position& position);
/// Nothing for a text that renderPosition cannot have made.
std::optional<Position> parsePosition(std::string_view text);

}  // namespace inkwell::changes
