#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "search_store.h"
#include "tokens.h"

namespace inkwell::search {

inline constexpr std::array kRanks = {Rank::WholeTitle, Rank::Title, Rank::Whole, Rank::Any};
inline constexpr std::size_t kMaxTokenBytes = 4UL << 20;  // that a search reads at once: some have the words of a book

/// What a search finds among the newest entries of a bucket, by reading them. The index of words has to collect all
/// matches of a word before it can show the newest, so a word that many entries have is found sooner here (decision
/// 0023, "Common words"). Made for one search, on its thread.
class Newest {
public:
    /// `lookup` knows the words, which are so many. `kind` and `type`: "" is any. All are kept by reference.
    Newest(Lookup& lookup, std::size_t words, const std::string& kind, const std::string& type)
        : lookup_(lookup), kind_(kind), type_(type), having_(words) {}

    /// Reads up to `reach` entries; fewer when their texts are long, or when `enough` of the best rank are found among
    /// them and kManyFound in all. Holds no session while it looks at what it has read. Throws DatabaseError.
    void read(Database& database, const std::string& bucketId, std::int64_t reach, std::size_t enough);

    /// The newest first; none that has a better rank.
    const std::vector<Thing>& of(std::size_t rank) const { return found_.at(rank); }
    std::size_t count() const;
    /// Of several words, the one that the index of words shall be asked for alone, because few of the newest have it
    /// and many have another: collecting those would cost more than looking at what the one finds.
    std::optional<std::size_t> rareWord() const;
    /// Every entry of the bucket was read.
    bool isAll() const { return isAll_; }
    /// The lowest number that was read.
    std::int64_t before() const { return before_; }

private:
    void take(const Entry& entry);

    Lookup& lookup_;
    const std::string& kind_;
    const std::string& type_;
    std::array<std::vector<Thing>, kRanks.size()> found_;
    std::int64_t before_ = kNewest;
    bool isAll_ = false;
    std::size_t read_ = 0;
    std::vector<std::size_t> having_;  // of the entries read, by word
};

}  // namespace inkwell::search
