#include "older.h"

#include <algorithm>

#include "inkwell/database_engine.h"

namespace inkwell::search {

namespace {

constexpr std::int64_t kMostOfRare = 3000;  // entries that are looked at; of more, the index of words is asked for all

}  // namespace

std::vector<Thing> Older::find(std::size_t rank, std::int64_t limit) {
    const std::optional<std::size_t> rare = newest_.rareWord();
    if (!isRead_) isRead_ = rare && readThoseOf(*rare);
    if (*isRead_) {
        const std::vector<Thing>& all = ofRare_.at(rank);
        return {all.begin(), all.begin() + std::min<std::ptrdiff_t>(limit, std::ssize(all))};
    }
    return database_.read([&](Sql& sql) { return SearchStore(sql).find(having(wishes_.at(rank)), limit); });
}

bool Older::readThoseOf(std::size_t word) {
    const std::span<const Wish> alone = std::span(wishes_.back()).subspan(word, 1);
    const auto few =
        database_.read([&](Sql& sql) { return SearchStore(sql).findFew(having(alone), kMostOfRare, kMaxTokenBytes); });
    if (!few) return false;
    for (const Entry& entry : *few) {
        lookup_.read(entry.tokens);
        for (std::size_t rank = 0; rank < kRanks.size(); ++rank) {
            if (lookup_.has(kRanks.at(rank))) ofRare_.at(rank).push_back(entry.thing);
        }
    }
    return true;
}

Wanted Older::having(std::span<const Wish> wishes) const {
    return {bucketId_, expressionFor(database_.dialect().name(), wishes), kind_, type_, newest_.before()};
}

}  // namespace inkwell::search
