#include "store/field_indexer.h"

#include <set>
#include <string>

#include "inkwell/events.h"
#include "inkwell/metafield_engine.h"
#include "store/object_fields.h"

namespace inkwell::objects {

namespace {

constexpr std::int64_t kAtOnce = 200;
// Another server may have stored some while the plugin was off there.
constexpr std::int64_t kLookAgainMs = 60'000;

/// Filtered lists of the bucket may find more than before. Nobody listens: it is for the caches of answers. No content
/// changed, so readers see nothing happen.
struct QueryValuesAdded {
    static constexpr const char* kEventId = "query-values.added";
    Change change;
};

}  // namespace

IndexedValues FieldIndexer::prepare(StoredObject& object) {
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) mayMiss_ = true;
    IndexedValues values = indexedValuesOf(fieldsOf(object, engine), engine != nullptr);
    object.valuesDigest = values.digest();
    return values;
}

void FieldIndexer::insert(Sql& sql, const StoredObject& object, const IndexedValues& values) {
    FieldStore(sql, &paths_).insert(object.bucketId, object.number, values);
}

void FieldIndexer::replace(Sql& sql, const StoredObject& object, const IndexedValues& values,
                           const StoredObject* before) {
    FieldStore store(sql, &paths_);
    if (before != nullptr && before->valuesDigest) {
        const IndexedValues had = indexedValuesOf(fieldsOf(*before, services_.find<MetafieldEngine>()), true);
        // An older version, or other metafield types, may have found other values in the same document.
        if (had.digest() == before->valuesDigest) return store.change(object.bucketId, object.number, had, values);
    }
    store.replace(object.bucketId, object.number, values);
}

void FieldIndexer::catchUp() {
    if (services_.find<MetafieldEngine>() == nullptr) return;
    const std::int64_t now = services_.clock().nowMs();
    if (!mayMiss_ && now < lookAgainMs_) return;
    mayMiss_ = false;
    lookAgainMs_ = now + kLookAgainMs;
    try {
        std::int64_t after = 0;
        std::vector<FieldStore::Incomplete> batch;
        do {
            batch = services_.database().read([&](Sql& sql) { return FieldStore(sql).findIncomplete(after, kAtOnce); });
            if (batch.empty()) break;
            complete(batch);
            after = batch.back().number;
        } while (static_cast<std::int64_t>(batch.size()) == kAtOnce);
    } catch (...) {
        mayMiss_ = true;
        throw;
    }
}

void FieldIndexer::complete(const std::vector<FieldStore::Incomplete>& batch) {
    services_.database().write([&](Sql& sql) {
        std::set<std::string> buckets;
        for (const auto& [bucketId, rowId, number] : batch) {
            // Locked, because its own editor may be at work on another server.
            auto object = ObjectStore(sql).findRowForUpdate(rowId);
            if (!object || object->number != number) continue;
            replace(sql, *object, prepare(*object));
            buckets.insert(bucketId);
        }
        for (const std::string& bucketId : buckets) {
            QueryValuesAdded fact;
            fact.change.bucketId = bucketId;
            fact.change.kind = "query_values";
            fact.change.action = "edited";
            fact.change.actor = "system";
            services_.events().publish(std::move(fact));
        }
    });
}

}  // namespace inkwell::objects
