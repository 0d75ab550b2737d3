#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/services.h"
#include "store/field_store.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Keeps objects_fields in step with the objects. Any thread.
class FieldIndexer {
public:
    explicit FieldIndexer(Services& services) : services_(services) {}

    /// What the object is found by, which is noted in it: after its guard, before it is stored.
    IndexedValues prepare(StoredObject& object);
    /// Inside the unit of work that has stored the object: a new row, with its number, or one that was there.
    void insert(Sql& sql, const StoredObject& object, const IndexedValues& values);
    /// `before`: the row as it was locked, or null. What it is found by is read only where that does not say.
    void replace(Sql& sql, const StoredObject& object, const IndexedValues& values,
                 const StoredObject* before = nullptr);

    /// Adds the missing values of objects stored while the metafields plugin was off. Called
    /// by the job `fields`, because the engine may start later than this plugin. Does nothing when the plugin is off;
    /// once a minute where nothing is known to be missing. For each batch, a fact about the buckets clears caches.
    void catchUp();
    /// The job `fields` also learns the numbers of paths.
    void learn() { paths_.learn(services_.database()); }
    void forget() { paths_.forget(); }
    /// What is known of a bucket's paths, for ObjectScope.
    std::shared_ptr<const PathNumbers::Numbers> pathsOf(const std::string& bucketId) { return paths_.of(bucketId); }

private:
    void complete(const std::vector<FieldStore::Incomplete>& batch);

    Services& services_;
    PathNumbers paths_;
    std::atomic<bool> mayMiss_{true};
    std::int64_t lookAgainMs_ = 0;  // the job's
};

}  // namespace inkwell::objects
