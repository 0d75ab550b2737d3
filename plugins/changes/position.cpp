#include "position.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace inkwell::changes {

namespace {

constexpr std::size_t kMaxTextLength = 4000;  // servers and proxies take header lines of 8 KB
constexpr std::string_view kTo = "..";

// The part of `text` before `mark`, which is taken away with it; all of it when there is no mark.
std::string_view takeUntil(std::string_view& text, std::string_view mark) {
    const std::size_t end = text.find(mark);
    const std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + mark.size());
    return part;
}

std::optional<std::int64_t> parseNumber(std::string_view text) {
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    if (parsed.ec != std::errc{} || parsed.ptr != end || number == std::numeric_limits<std::int64_t>::max()) {
        return std::nullopt;
    }
    return number;
}

std::optional<Run> parseRun(std::string_view text) {
    const bool isRange = text.find(kTo) != std::string_view::npos;
    const std::optional<std::int64_t> first = parseNumber(takeUntil(text, kTo));
    const std::optional<std::int64_t> last = isRange ? parseNumber(text) : first;
    if (!first || !last || *first <= 0 || *first > *last) return std::nullopt;
    return Run{*first, *last};
}

// Everything up to `highest` that `position` does not have.
std::vector<Run> missing(const Position& position, std::int64_t highest) {
    std::vector<Run> runs = position.gaps;
    if (position.highest < highest) runs.push_back({position.highest + 1, highest});
    return runs;
}

}  // namespace

bool Position::has(std::int64_t number) const {
    const auto after = std::upper_bound(gaps.begin(), gaps.end(), number,
                                        [](std::int64_t value, const Run& gap) { return value < gap.first; });
    return number <= highest && (after == gaps.begin() || std::prev(after)->last < number);
}

void Position::addGap(Run gap) {
    if (!gaps.empty() && gaps.back().last + 1 == gap.first) {
        gaps.back().last = gap.last;
    } else {
        gaps.push_back(gap);
    }
}

Position united(const Position& a, const Position& b) {
    Position both{std::max(a.highest, b.highest)};
    const std::vector<Run> inA = missing(a, both.highest);
    const std::vector<Run> inB = missing(b, both.highest);
    for (auto x = inA.begin(), y = inB.begin(); x != inA.end() && y != inB.end();) {
        const Run common{std::max(x->first, y->first), std::min(x->last, y->last)};
        if (common.first <= common.last) both.addGap(common);
        x->last < y->last ? ++x : ++y;
    }
    return both;
}

Position upTo(const Position& position, std::int64_t number) {
    Position part{std::min(position.highest, number)};
    for (const Run& gap : position.gaps) {
        if (gap.first > number) break;
        part.addGap({gap.first, std::min(gap.last, number)});
    }
    return part;
}

std::optional<std::string> renderPosition(const Position& position) {
    std::string text = std::to_string(position.highest);
    char joint = '-';
    for (const Run& gap : position.gaps) {
        text += joint + std::to_string(gap.first);
        if (gap.last > gap.first) text.append(kTo).append(std::to_string(gap.last));
        if (text.size() > kMaxTextLength) return std::nullopt;
        joint = ',';
    }
    return text;
}

std::optional<Position> parsePosition(std::string_view text) {
    if (text.size() > kMaxTextLength) return std::nullopt;
    const bool hasGaps = text.find('-') != std::string_view::npos;
    const std::optional<std::int64_t> highest = parseNumber(takeUntil(text, "-"));
    if (!highest || (hasGaps && (text.empty() || text.back() == ','))) return std::nullopt;
    Position position{*highest};
    while (!text.empty()) {
        const std::optional<Run> gap = parseRun(takeUntil(text, ","));
        const bool follows = gap && (position.gaps.empty() || gap->first > position.gaps.back().last);
        if (!follows || gap->last > position.highest) return std::nullopt;
        position.addGap(*gap);
    }
    return position;
}

}  // namespace inkwell::changes
