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

/// What a client searches.
struct SearchRequest {
    std::vector<Word> words;  // not empty
    std::string kind;         // "": any
    std::string type;         // "": any
    std::int64_t limit = 20;
    std::int64_t skip = 0;  // up to kMaxTotal
    Visibility visibility = Visibility::Published;
};

/// Searches, and says how far the index is. Any thread. Throws DatabaseError and what objects and media throw.
class SearchService {
public:
    explicit SearchService(Services& services) : services_(services) {}

    /// The answer of interface/search.md, "Searching".
    JsonObject search(const Bucket& bucket, const SearchRequest& asked);
    /// {state, walked, entries}
    JsonObject index(const Bucket& bucket);

private:
    std::vector<Thing> page(SearchStore& store, const Bucket& bucket, const SearchRequest& asked, std::int64_t number,
                            const std::vector<Thing>& all) const;
    JsonArray results(const Bucket& bucket, const SearchRequest& asked, const std::vector<Thing>& things) const;

    Services& services_;
};

}  // namespace inkwell::search
