#include "transfer/counterparts.h"

#include "store/object_store.h"

namespace inkwell::objects {

std::vector<std::string> StoredCounterparts::counterparts(const Bucket& bucket, std::span<const ObjectRecord> records) {
    std::vector<std::string> ids;
    ids.reserve(records.size());
    services_.database().read([&](Sql& sql) {
        ids.clear();
        ObjectStore store(sql);
        for (const ObjectRecord& record : records) {
            const std::string slug(textOf(record.fields, "slug"));
            const std::string locale(textOf(record.fields, "locale"));
            ids.push_back(store.findIdBySlug(bucket.id, record.type, locale, slug).value_or(""));
        }
    });
    return ids;
}

}  // namespace inkwell::objects
