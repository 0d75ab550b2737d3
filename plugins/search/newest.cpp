#include "newest.h"

#include <algorithm>

#include "search_service.h"

namespace inkwell::search {

namespace {

constexpr std::int64_t kAtOnce = 250;
constexpr std::size_t kRareShare = 100;   // a word that fewer than one of so many have is rare,
constexpr std::size_t kCommonShare = 20;  // and one that more than one of so many have is common

}  // namespace

void Newest::read(Database& database, const std::string& bucketId, std::int64_t reach, std::size_t enough) {
    std::size_t bytes = 0;
    while (reach > 0 && bytes < kMaxTokenBytes && !isAll_) {
        const Stretch next = database.read([&](Sql& sql) {
            return SearchStore(sql).newest(bucketId, before_, std::min(kAtOnce, reach), kMaxTokenBytes - bytes);
        });
        for (const Numbered& one : next.entries) {
            bytes += one.entry.tokens.size();
            take(one.entry);
        }
        if (!next.entries.empty()) before_ = next.entries.back().number;
        isAll_ = next.isLast;
        reach -= std::ssize(next.entries);
        if (found_.front().size() >= enough && count() >= kManyFound) return;
    }
}

void Newest::take(const Entry& entry) {
    lookup_.read(entry.tokens);
    ++read_;
    for (std::size_t i = 0; i < having_.size(); ++i) {
        if (lookup_.hasWord(i)) ++having_[i];
    }
    if ((!kind_.empty() && entry.thing.kind != kind_) || (!type_.empty() && entry.type != type_)) return;
    // The last rank asks least: what does not have that has none.
    if (!lookup_.has(kRanks.back())) return;
    std::size_t rank = 0;
    while (!lookup_.has(kRanks.at(rank))) ++rank;
    found_.at(rank).push_back(entry.thing);
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
