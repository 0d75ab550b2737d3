#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "indexer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/render_options.h"
#include "inkwell/services.h"
#include "search_store.h"
#include "words.h"

namespace inkwell::search {

inline constexpr std::int64_t kMaxTotal = 1000;  // what is found beyond that is not counted
inline constexpr std::size_t kMaxQueryLength = 200;
inline constexpr std::size_t kMaxQueryWords = 10;
inline constexpr std::size_t kMaxQueryLetters = 40;  // of scripts without spaces
inline constexpr std::int64_t kReach = 2000;         // entries that a search reads before it asks the index of words
inline constexpr std::size_t kManyFound = 100;       // found among these: the rest is not counted

/// What a client searches.
struct SearchRequest {
    std::vector<Word> words;  // not empty
    std::string kind = {};    // "": any
    std::string type = {};    // "": any
    std::int64_t limit = 20;
    std::int64_t skip = 0;  // up to kMaxTotal
    Visibility visibility = Visibility::Published;
};

/// Searches, and says how far the index is. Any thread. Throws DatabaseError and what objects and media throw.
class SearchService {
public:
    /// `reach` is kReach but in tests.
    explicit SearchService(Services& services, std::int64_t reach = kReach) : services_(services), reach_(reach) {}

    /// The answer of interface/search.md, "Searching".
    JsonObject search(const Bucket& bucket, const SearchRequest& asked);
    /// {state, walked, entries}
    JsonObject index(const Bucket& bucket);

private:
    struct Page {
        std::vector<Thing> things;
        std::size_t found = 0;  // in all; at least, where that is not known
        bool isExact = true;
    };
    Page page(const Bucket& bucket, const SearchRequest& asked, std::int64_t number) const;
    JsonArray results(const Bucket& bucket, const SearchRequest& asked, const std::vector<Thing>& things) const;

    Services& services_;
    const std::int64_t reach_;
};

}  // namespace inkwell::search
