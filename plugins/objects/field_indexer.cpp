#include "field_indexer.h"

#include "field_store.h"
#include "inkwell/metafield_engine.h"
#include "object_fields.h"

namespace inkwell::objects {

namespace {

constexpr std::int64_t kAtOnce = 200;

}  // namespace

void FieldIndexer::insert(Sql& sql, const StoredObject& object) {
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) mayMiss_ = true;
    FieldStore(sql).insert(object.bucketId, object.id, fieldsOf(object, engine), engine != nullptr);
}

void FieldIndexer::replace(Sql& sql, const StoredObject& object) {
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) mayMiss_ = true;
    FieldStore(sql).replace(object.bucketId, object.id, fieldsOf(object, engine), engine != nullptr);
}

void FieldIndexer::catchUp() {
    if (!mayMiss_ || services_.find<MetafieldEngine>() == nullptr) return;
    mayMiss_ = false;
    try {
        std::string after;
        std::vector<FieldStore::Incomplete> batch;
        do {
            batch = services_.database().read([&](Sql& sql) { return FieldStore(sql).findIncomplete(after, kAtOnce); });
            if (batch.empty()) break;
            services_.database().write([&](Sql& sql) {
                for (const auto& [bucketId, objectId] : batch) {
                    // Locked, because its own editor may be at work on another server.
                    const auto object = ObjectStore(sql).findForUpdate(bucketId, objectId);
                    if (object) replace(sql, *object);
                }
            });
            after = batch.back().objectId;
        } while (static_cast<std::int64_t>(batch.size()) == kAtOnce);
    } catch (...) {
        mayMiss_ = true;
        throw;
    }
}

}  // namespace inkwell::objects
