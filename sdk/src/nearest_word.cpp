#include "inkwell/nearest_word.h"

#include <algorithm>
#include <string>
#include <vector>

#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::size_t kMaxBytes = 64;

// How many letters must be changed, added, removed or swapped with the next to make one of the other.
std::size_t editDistance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> beforeLast(to.size() + 1);
    std::vector<std::size_t> last(to.size() + 1);
    std::vector<std::size_t> row(to.size() + 1);
    for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        beforeLast.swap(last);
        last.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t change = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
            row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
            const bool isSwap = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            if (isSwap) row[j] = std::min(row[j], beforeLast[j - 2] + 1);
        }
    }
    return row[to.size()];
}

}  // namespace

std::string_view nearestWord(std::string_view given, std::span<const std::string_view> known) {
    if (given.size() > kMaxBytes) return {};
    const std::string lower = asciiLower(given);
    std::string_view nearest;
    std::size_t least = lower.size() / 3 + 1;
    for (const std::string_view word : known) {
        const std::size_t distance = word.size() > kMaxBytes ? least : editDistance(lower, asciiLower(word));
        if (distance >= least) continue;
        least = distance;
        nearest = word;
    }
    return nearest;
}

}  // namespace inkwell
