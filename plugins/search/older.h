#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "newest.h"
#include "search_store.h"
#include "tokens.h"

namespace inkwell::search {

/// What a search finds among the entries that Newest has not read: asks the index of words. Made for one search, on its
/// thread; keeps what it is given by reference.
class Older {
public:
    /// `wishes` are those of each of kRanks, `kind` and `type` "" for any.
    Older(Database& database, Lookup& lookup, const std::array<std::vector<Wish>, kRanks.size()>& wishes,
          const Newest& newest, const std::string& bucketId, const std::string& kind, const std::string& type)
        : database_(database),
          lookup_(lookup),
          wishes_(wishes),
          newest_(newest),
          bucketId_(bucketId),
          kind_(kind),
          type_(type) {}

    /// Up to `limit` that have all words as kRanks[rank] asks, the newest first; of a better rank, too. Throws
    /// DatabaseError.
    std::vector<Thing> find(std::size_t rank, std::int64_t limit);

private:
    Wanted having(std::span<const Wish> wishes) const;
    bool readThoseOf(std::size_t word);

    Database& database_;
    Lookup& lookup_;
    const std::array<std::vector<Wish>, kRanks.size()>& wishes_;
    const Newest& newest_;
    const std::string& bucketId_;
    const std::string& kind_;
    const std::string& type_;
    std::optional<bool> isRead_;  // those that have the rare word, whether they are few enough; not known at first
    std::array<std::vector<Thing>, kRanks.size()> ofRare_;  // of them those that have all words
};

}  // namespace inkwell::search
