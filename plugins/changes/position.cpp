#include "position.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <limits>

namespace inkwell::changes {

namespace {

constexpr std::size_t kMaxTextLength = 4000;  // servers and proxies take header lines of 8 KB
constexpr std::size_t kMaxGaps = 10'000;
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

// False for what is no run, or does not follow upon the gaps before.
bool addRun(std::string_view text, Position& position) {
    const bool isRange = text.find(kTo) != std::string_view::npos;
    const std::optional<std::int64_t> first = parseNumber(takeUntil(text, kTo));
    const std::optional<std::int64_t> last = isRange ? parseNumber(text) : first;
    if (!first || !last || *first <= 0 || *first > *last || *last > position.highest) return false;
    if (!position.gaps.empty() && *first <= position.gaps.back()) return false;
    if (*last - *first >= static_cast<std::int64_t>(kMaxGaps - position.gaps.size())) return false;
    for (std::int64_t number = *first; number <= *last; ++number) position.gaps.push_back(number);
    return true;
}

}  // namespace

bool Position::has(std::int64_t number) const {
    return number <= highest && !std::binary_search(gaps.begin(), gaps.end(), number);
}

Position united(const Position& a, const Position& b) {
    std::vector<std::int64_t> all;
    std::set_union(a.gaps.begin(), a.gaps.end(), b.gaps.begin(), b.gaps.end(), std::back_inserter(all));
    Position both{std::max(a.highest, b.highest), {}};
    std::copy_if(all.begin(), all.end(), std::back_inserter(both.gaps),
                 [&](std::int64_t number) { return !a.has(number) && !b.has(number); });
    return both;
}

Position upTo(const Position& position, std::int64_t number) {
    const auto end = std::upper_bound(position.gaps.begin(), position.gaps.end(), number);
    return {std::min(position.highest, number), {position.gaps.begin(), end}};
}

std::optional<std::string> renderPosition(const Position& position) {
    std::string text = std::to_string(position.highest);
    const auto& gaps = position.gaps;
    if (gaps.size() > kMaxGaps) return std::nullopt;
    for (std::size_t first = 0; first < gaps.size();) {
        std::size_t last = first;
        while (last + 1 < gaps.size() && gaps[last + 1] == gaps[last] + 1) ++last;
        text += (first == 0 ? "-" : ",") + std::to_string(gaps[first]);
        if (last > first) text.append(kTo).append(std::to_string(gaps[last]));
        if (text.size() > kMaxTextLength) return std::nullopt;
        first = last + 1;
    }
    return text;
}

std::optional<Position> parsePosition(std::string_view text) {
    if (text.size() > kMaxTextLength) return std::nullopt;
    const bool hasGaps = text.find('-') != std::string_view::npos;
    const std::optional<std::int64_t> highest = parseNumber(takeUntil(text, "-"));
    if (!highest || (hasGaps && (text.empty() || text.back() == ','))) return std::nullopt;
    Position position{*highest, {}};
    while (!text.empty()) {
        if (!addRun(takeUntil(text, ","), position)) return std::nullopt;
    }
    return position;
}

}  // namespace inkwell::changes
