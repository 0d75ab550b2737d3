#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/services.h"
#include "search_store.h"

namespace inkwell::search {

/// Keeps the index: what changes, in the transaction of the change; what was there before, bucket by bucket in the
/// background; what changed while the plugin was off, from the change feed. Any thread; the jobs on the scheduler's.
/// Throws DatabaseError and what the services of objects and media throw.
class Indexer {
public:
    explicit Indexer(Services& services) : services_(services) {}

    /// Inside the transaction of the change.
    void update(const std::string& bucketId, const Thing& thing, bool isNew);
    void remove(const std::string& bucketId, const Thing& thing);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);
    void addBucket(const std::string& bucketId);
    void removeOfBucket(const std::string& bucketId);

    /// From now on the bucket is walked anew. Until a thing is come to, it is found as before.
    void restart(const std::string& bucketId);

    /// Job: walks for a fraction of a second, so that other jobs have their turn.
    void walk();
    /// Job: the first time after start() reads what the feed has had since the index was last kept, takes it up, a
    /// fraction of a second each time, and from then on writes down how far that is.
    void catchUp();
    /// For when it is unknown what was committed: a database that another one has taken the place of may have others.
    void forgetNumbers();
    /// Before the jobs run. Writes once in the life of a database.
    void start();

private:
    struct Batch {
        bool isMore = false;
        std::string bucketId;
        std::string kind;
        std::vector<std::string> added;  // ids
    };

    std::vector<Entry> entriesOf(const Bucket& bucket, std::int64_t number, const std::string& kind,
                                 const std::vector<std::string>& ids) const;
    Batch walkSome();
    void renew(SearchStore& store, const Bucket& bucket, Progress& progress, const std::vector<Numbered>& entries);
    void takeUp(Sql& sql, const Bucket& bucket, Progress& progress, Batch& batch);
    void removeOrphans(const Batch& batch);
    void findBuckets();
    void readMissed(std::int64_t seen);
    void readMissed(const std::string& bucketId, std::int64_t seen);
    void refresh(const std::string& bucketId, const Thing& thing);
    void writeSeen();

    std::int64_t numberOf(SearchStore& store, const std::string& bucketId);
    void learnNumbers();

    Services& services_;
    // What a write finds may be its own and be rolled back: the job reads what writes have looked for. A number stays
    // while its bucket is there.
    std::mutex numbersMutex_;
    std::unordered_map<std::string, std::int64_t> numbers_;
    std::set<std::string> wantedNumbers_;
    // Of the jobs, which never overlap, and of start(), before them.
    bool isFresh_ = true;
    bool knowsBuckets_ = false;
    std::int64_t seenAtMs_ = 0;
    std::vector<std::pair<std::string, Thing>> missed_;  // under the ids of their buckets
};

}  // namespace inkwell::search
