#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::search {

/// What can be found: an object or a media record.
struct Thing {
    std::string kind;  // kObject, kMedia
    std::string id;
    bool operator==(const Thing&) const = default;
};

inline constexpr const char* kObject = "object";
inline constexpr const char* kMedia = "media";

/// One row of search_entries.
struct Entry {
    std::string bucketId;
    Thing thing;
    std::string type;  // slug of an object's type
    std::string tokens;
};

/// How far the index of a bucket has taken up what was there before it; a row of search_buckets.
struct Progress {
    enum Stage { Renewing = 0, Objects = 1, Media = 2, Done = 3 };
    std::int64_t number = 0;  // of the bucket in tokens
    std::string bucketId;
    int stage = Objects;
    std::string afterId;      // the last one that was taken up in this stage; of Renewing the entry's number
    std::int64_t walked = 0;  // things taken up since the beginning
};

inline constexpr std::int64_t kNewest = std::numeric_limits<std::int64_t>::max();  // above every entry's number

/// An entry as it is read in the order of numbers.
struct Numbered {
    std::int64_t number = 0;  // the greater, the newer
    Entry entry;
};

/// Entries one behind the other.
struct Stretch {
    std::vector<Numbered> entries;
    bool isLast = false;  // no entries of the bucket are behind them
};

/// What a search asks the index for. The expression is one of expressionFor.
struct Wanted {
    const std::string& bucketId;
    std::string expression;
    std::string kind;               // "": any
    std::string type;               // "": any
    std::int64_t before = kNewest;  // entries with lower numbers only
};

/// The SQL of the index. Made for one unit of work, on its thread. Methods throw DatabaseError.
class SearchStore {
public:
    explicit SearchStore(Sql& sql) : sql_(sql) {}

    /// The bucket's number, which it gets when it has none: then it waits to be walked.
    std::int64_t numberOf(const std::string& bucketId);
    /// Of at most 10,000 buckets, those that have one.
    std::vector<std::pair<std::string, std::int64_t>> knownNumbers(std::span<const std::string> bucketIds);

    /// For what is new: replaces what the walk may have put there meanwhile.
    void insert(const Entry& entry);
    /// For what was there before.
    void put(const Entry& entry);
    /// False when there is an entry already, which is never older.
    bool insertIfAbsent(const Entry& entry);
    /// Locks the entry until commit. As the first statement of a unit of work it makes what is read afterwards as new
    /// as the entry. False when there is none.
    bool lock(const std::string& bucketId, const Thing& thing);
    void remove(const std::string& bucketId, const Thing& thing);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    void removeOfBucket(const std::string& bucketId);

    /// Those of `ids` that have an entry.
    std::vector<std::string> existing(const std::string& bucketId, const std::string& kind,
                                      std::span<const std::string> ids);
    /// Up to `limit` entries with numbers above `after`, the oldest first. Locks them until commit, as lock() does.
    std::vector<Numbered> lockAfter(const std::string& bucketId, std::int64_t after, std::int64_t limit);
    /// Up to `limit` entries with numbers below `before`, the newest first, read without the index of words; only as
    /// many as have `maxBytes` of tokens together, but one at least.
    Stretch newest(const std::string& bucketId, std::int64_t before, std::int64_t limit, std::size_t maxBytes);
    /// The newest first.
    std::vector<Thing> find(const Wanted& wanted, std::int64_t limit);
    /// The same with what the index holds of each; nothing where `limit` or more are found, or more than `maxBytes` of
    /// tokens.
    std::optional<std::vector<Entry>> findFew(const Wanted& wanted, std::int64_t limit, std::size_t maxBytes);
    std::int64_t countOf(const std::string& bucketId);

    std::optional<Progress> progressOf(const std::string& bucketId);
    bool hasUnfinished();
    /// One whose walk is not over and at which no other server is; locked until commit.
    std::optional<Progress> takeUnfinished();
    void save(const Progress& progress);
    std::vector<std::string> bucketIds();
    /// Has every entry of the bucket made again, and what has none taken up. Until then it finds what it found.
    void restart(const std::string& bucketId);

    /// The number of the change feed up to which every change has reached the index; nothing before the first.
    std::optional<std::int64_t> seen();
    void setSeen(std::int64_t sequence);

private:
    std::vector<SqlRow> select(const std::string& columns, const Wanted& wanted, std::int64_t limit);

    Sql& sql_;
};

}  // namespace inkwell::search
