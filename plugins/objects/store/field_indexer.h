#pragma once

#include <atomic>
#include <vector>

#include "inkwell/services.h"
#include "store/field_store.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Keeps objects_fields in step with the objects. Any thread.
class FieldIndexer {
public:
    explicit FieldIndexer(Services& services) : services_(services) {}

    /// Call inside the unit of work that stores the object, after its guard.
    void insert(Sql& sql, const StoredObject& object);  // with its number
    void replace(Sql& sql, const StoredObject& object);

    /// Adds the missing values of objects stored while the metafields plugin was off. Called
    /// by the job `fields`, because the engine may start later than this plugin. Does nothing when nothing can be
    /// missing or the plugin is off. For each batch, a fact about the buckets clears caches.
    void catchUp();

private:
    void complete(const std::vector<FieldStore::Incomplete>& batch);

    Services& services_;
    std::atomic<bool> mayMiss_{true};
};

}  // namespace inkwell::objects
