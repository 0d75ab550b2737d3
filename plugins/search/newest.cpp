#include "newest.h"

#include <algorithm>

#include "search_service.h"

namespace inkwell::search {

namespace {

constexpr std::int64_t kAtOnce = 250;
constexpr std::size_t kRareShare = 100;       // a word that fewer than one of so many have is rare,
constexpr std::size_t kCommonShare = 20;      // and one that more than one of so many have is common
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
            countWords(one.entry);
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

void Newest::countWords(const Entry& entry) {
    ++read_;
    const std::span<const Wish> words = wishes_.back();
    if (words.size() < 2) return;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (fulfils(entry.tokens, words.subspan(i, 1))) ++having_[i];
    }
}

std::optional<std::size_t> Newest::rareWord() const {
    if (having_.size() < 2 || read_ == 0) return std::nullopt;
    const auto [least, most] = std::minmax_element(having_.begin(), having_.end());
    if (*least * kRareShare > read_ || *most * kCommonShare < read_) return std::nullopt;
    return static_cast<std::size_t>(least - having_.begin());
}

std::size_t Newest::count() const {
    std::size_t all = 0;
    for (const auto& things : found_) all += things.size();
    return all;
}

}  // namespace inkwell::search
