#include "newest.h"

#include <algorithm>

#include "search_service.h"

namespace inkwell::search {

namespace {

constexpr std::int64_t kAtOnce = 250;
constexpr std::size_t kMaxBytes = 4UL << 20;  // of tokens: some entries have the words of a book

}  // namespace

void Newest::read(SearchStore& store, const std::string& bucketId, std::int64_t reach, std::size_t enough) {
    std::size_t bytes = 0;
    while (reach > 0 && bytes < kMaxBytes && !isAll_) {
        const std::int64_t limit = std::min(kAtOnce, reach);
        const std::vector<Numbered> some = store.newest(bucketId, before_, limit);
        for (const Numbered& one : some) {
            bytes += one.entry.tokens.size();
            take(one.entry);
        }
        if (!some.empty()) before_ = some.back().number;
        isAll_ = std::ssize(some) < limit;
        reach -= limit;
        if (found_.front().size() >= enough && count() >= kManyFound) return;
    }
}

void Newest::take(const Entry& entry) {
    if ((!kind_.empty() && entry.thing.kind != kind_) || (!type_.empty() && entry.type != type_)) return;
    // The last rank asks least: what does not have that has none.
    if (!fulfils(entry.tokens, wishes_.back())) return;
    std::size_t rank = 0;
    while (!fulfils(entry.tokens, wishes_.at(rank))) ++rank;
    found_.at(rank).push_back(entry.thing);
}

std::size_t Newest::count() const {
    std::size_t all = 0;
    for (const auto& things : found_) all += things.size();
    return all;
}

}  // namespace inkwell::search
