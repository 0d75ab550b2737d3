#include "read/object_list_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"
#include "inkwell/sql_rows.h"

namespace inkwell::objects {

std::optional<ObjectPlace> ObjectListStore::findPlace(const std::string& id) {
    if (scope_.onlyIds && std::find(scope_.onlyIds->begin(), scope_.onlyIds->end(), id) == scope_.onlyIds->end()) {
        return std::nullopt;
    }
    const auto row = sql_.selectOne(
        "SELECT position, created_at, modified_at FROM objects " + ObjectStore::byIds(scope_.visibility, "(?)"),
        {id, scope_.bucketId});
    if (!row) return std::nullopt;
    return ObjectPlace{id, (*row)[0].integer(), (*row)[1].integer(), (*row)[2].integer()};
}

ObjectPage ObjectListStore::list(const ListParams& params, const ListQuery& query,
                                 const std::optional<ObjectPlace>& after) {
    const ObjectFilter filter = ObjectFilter::of(scope_, query);
    ObjectPage page;
    page.objects = after ? readPageAfter(filter, params, *after) : readPage(filter, params);
    const auto found = static_cast<std::int64_t>(page.objects.size());
    if (!after && found < params.limit && (found > 0 || params.skip == 0)) {
        page.total = params.skip + found;
    } else {
        page.total = sql_.selectOne("SELECT COUNT(*) FROM objects " + filter.where, filter.params)->at(0).integer();
    }
    return page;
}

std::vector<StoredObject> ObjectListStore::page(const ListParams& params, const ListQuery& query,
                                                const std::optional<ObjectPlace>& after) {
    const ObjectFilter filter = ObjectFilter::of(scope_, query);
    return after ? readPageAfter(filter, params, *after) : readPage(filter, params);
}

std::vector<std::string> ObjectListStore::candidates(const std::string& sort, const ListQuery& query,
                                                     const std::optional<ObjectPlace>& after) {
    const ObjectFilter filter = ObjectFilter::of(scope_, query);
    const ObjectOrder order(sort);
    std::vector<ObjectOrder::Range> ranges(1);
    if (after) ranges = order.behind(*after);
    std::vector<std::string> ids;
    for (const ObjectOrder::Range& range : ranges) {
        SqlParams values = filter.params;
        values.insert(values.end(), range.params.begin(), range.params.end());
        for (const SqlRow& row : sql_.select("SELECT object_id FROM objects " + filter.where + range.where +
                                                 " ORDER BY " + order.clause(sql_.dialect()),
                                             values)) {
            ids.push_back(row[0].text());
        }
    }
    return ids;
}

std::vector<StoredObject> ObjectListStore::findInOrder(std::span<const std::string> ids) {
    return inOrderOf(ids, ObjectStore(sql_, memory_).findAll(scope_.bucketId, ids, scope_.visibility),
                     &StoredObject::id);
}

std::vector<StoredObject> ObjectListStore::readPage(const ObjectFilter& filter, const ListParams& params) {
    const std::string tail =
        filter.where + " ORDER BY " + ObjectOrder(params.sort).clause(sql_.dialect()) + " LIMIT ? OFFSET ?";
    SqlParams values = filter.params;
    values.insert(values.end(), {params.limit, params.skip});
    if (params.skip == 0) return ObjectStore(sql_, memory_).select(tail, values);
    // What is skipped is counted in an index; the documents are read for the page alone.
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT object_id FROM objects " + tail, values)) ids.push_back(row[0].text());
    return findInOrder(ids);
}

std::vector<StoredObject> ObjectListStore::readPageAfter(const ObjectFilter& filter, const ListParams& params,
                                                         const ObjectPlace& after) {
    const ObjectOrder order(params.sort);
    std::vector<StoredObject> objects;
    for (const ObjectOrder::Range& range : order.behind(after)) {
        const std::int64_t missing = params.limit - static_cast<std::int64_t>(objects.size());
        if (missing <= 0) break;
        SqlParams values = filter.params;
        values.insert(values.end(), range.params.begin(), range.params.end());
        values.emplace_back(missing);
        for (StoredObject& object :
             ObjectStore(sql_, memory_)
                 .select(filter.where + range.where + " ORDER BY " + order.clause(sql_.dialect()) + " LIMIT ?",
                         values)) {
            objects.push_back(std::move(object));
        }
    }
    return objects;
}

}  // namespace inkwell::objects
