#pragma once

#include <atomic>
#include <vector>

#include "field_store.h"
#include "inkwell/services.h"
#include "object_store.h"

namespace inkwell::objects {

/// Keeps objects_fields true to the objects. Any thread.
class FieldIndexer {
public:
    explicit FieldIndexer(Services& services) : services_(services) {}

    /// Inside the unit of work that stores the object, after its guard.
    void insert(Sql& sql, const StoredObject& object);
    void replace(Sql& sql, const StoredObject& object);

    /// Adds what is missing: for objects stored before the table was, or while the metafields plugin was off. Called by
    /// the job `fields`, because at the start the engine may not have started yet; does nothing when nothing can be
    /// missing or the plugin is off. For each share of objects a fact about their buckets makes caches forget.
    void catchUp();

private:
    void complete(const std::vector<FieldStore::Incomplete>& batch);

    Services& services_;
    std::atomic<bool> mayMiss_{true};
};

}  // namespace inkwell::objects
