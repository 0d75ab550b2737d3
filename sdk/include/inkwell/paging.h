#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/list_params.h"

// For lists whose query SQL cannot match exactly: candidates are loaded in batches and matched in memory, so that
// `total` is right and memory stays bounded. For the reads of plugins, on the thread of the unit of work.

namespace inkwell {

template <class Item>
struct MatchedPage {
    std::vector<Item> items;
    std::int64_t total = 0;  // of all that match
};

/// `ids` are the candidates in the order of the list. `load` returns the items of a batch of at most `atOnce` ids, in
/// their order and without those that are gone; `match` returns for each of them whether it matches. A match for which
/// `isListed` is false counts in `total` but is on no page. Throws what these throw.
template <class Item, class Load, class Match, class IsListed>
MatchedPage<Item> pageOfMatches(std::span<const std::string> ids, std::size_t atOnce, const ListParams& params,
                                const Load& load, const Match& match, const IsListed& isListed) {
    MatchedPage<Item> page;
    std::int64_t listed = 0;
    for (std::size_t at = 0; at < ids.size(); at += atOnce) {
        std::vector<Item> items = load(ids.subspan(at, std::min(atOnce, ids.size() - at)));
        const std::vector<bool> matches = match(std::as_const(items));
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!matches[i]) continue;
            ++page.total;
            if (!isListed(std::as_const(items[i]))) continue;
            const std::int64_t place = listed++;
            if (place < params.skip || place - params.skip >= params.limit) continue;
            page.items.push_back(std::move(items[i]));
        }
    }
    return page;
}

/// pageOfMatches for lists that show every match.
template <class Item, class Load, class Match>
MatchedPage<Item> pageOfMatches(std::span<const std::string> ids, std::size_t atOnce, const ListParams& params,
                                const Load& load, const Match& match) {
    return pageOfMatches<Item>(ids, atOnce, params, load, match, [](const Item&) { return true; });
}

}  // namespace inkwell
