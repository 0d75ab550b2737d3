#include "read/object_list_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"
#include "inkwell/sql_rows.h"
#include "read/order_by.h"
#include "read/value_order_store.h"

namespace inkwell::objects {

namespace {

// The same text for the same rows in the same order.
std::string nameOf(const ObjectFilter& filter, std::string_view sort) {
    std::string name(sort);
    addName(filter.where, filter.params, name);
    return name;
}

ObjectPlace placeOf(const StoredObject& object) {
    return {object.id, object.position, object.createdAtMs, object.modifiedAtMs};
}

}  // namespace

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

ObjectFilter ObjectListStore::filterOf(const ListQuery& query) {
    if (reading_.known == nullptr) return ObjectFilter::of(scope_, query);
    FieldCountStore counts(sql_, *reading_.known);
    return ObjectFilter::of(scope_, query, &counts);
}

ObjectPage ObjectListStore::list(const ListParams& params, const ListQuery& query,
                                 const std::optional<ObjectPlace>& after) {
    const ObjectFilter filter = filterOf(query);
    ObjectPage page;
    page.objects = readRows(filter, params, after);
    const auto found = static_cast<std::int64_t>(page.objects.size());
    if (!reading_.counts) {
        page.total = params.skip + found + (after ? 1 : 0);
    } else if (!after && found < params.limit && (found > 0 || params.skip == 0)) {
        page.total = params.skip + found;
    } else {
        page.total = count(filter);
    }
    return page;
}

std::vector<StoredObject> ObjectListStore::page(const ListParams& params, const ListQuery& query,
                                                const std::optional<ObjectPlace>& after) {
    return readRows(filterOf(query), params, after);
}

std::vector<StoredObject> ObjectListStore::readRows(const ObjectFilter& filter, const ListParams& params,
                                                    const std::optional<ObjectPlace>& after) {
    if (!isValueOrder(params.sort)) return after ? readPageAfter(filter, params, *after) : readPage(filter, params);
    ValueOrderStore::Part part;
    if (after) part.after = after->id;
    part.limit = params.limit;
    part.skip = params.skip;
    return findInOrder(ValueOrderStore(sql_, scope_, params.sort).ids(filter, part));
}

// Looked up again after that was asked: what is forgotten by then was no longer so.
template <class Find>
auto ObjectListStore::ifCurrent(const Find& find) -> decltype(find(std::declval<ListCache&>())) {
    if (reading_.known == nullptr) return std::nullopt;
    auto found = find(*reading_.known);
    if (!found || !reading_.isCurrent) return found;
    if (!isCurrent_) isCurrent_ = reading_.isCurrent();
    return *isCurrent_ ? find(*reading_.known) : std::nullopt;
}

std::int64_t ObjectListStore::count(const ObjectFilter& filter) {
    const std::string list = reading_.known == nullptr ? "" : nameOf(filter, "");
    if (const auto known = ifCurrent([&](ListCache& memory) { return memory.total(list); })) return *known;
    const std::int64_t total =
        sql_.selectOne("SELECT COUNT(*) FROM objects" + filter.walk("created_at") + " " + filter.where, filter.params)
            ->at(0)
            .integer();
    if (reading_.known != nullptr) reading_.known->keepTotal(list, reading_.origin, total);
    return total;
}

std::optional<ObjectPlace> ObjectListStore::knownPlace(const std::string& list, std::int64_t number) {
    return ifCurrent([&](ListCache& memory) { return memory.place(list, number); });
}

void ObjectListStore::learnPlace(const std::string& list, std::int64_t number, ObjectPlace place) {
    if (reading_.known != nullptr) reading_.known->keepPlace(list, reading_.origin, number, std::move(place));
}

std::vector<std::string> ObjectListStore::candidates(const std::string& sort, const ListQuery& query,
                                                     const std::optional<ObjectPlace>& after) {
    const ObjectFilter filter = filterOf(query);
    if (isValueOrder(sort)) {
        ValueOrderStore::Part part;
        if (after) part.after = after->id;
        return ValueOrderStore(sql_, scope_, sort).ids(filter, part);
    }
    const ObjectOrder order(sort);
    std::vector<ObjectOrder::Range> ranges(1);
    if (after) ranges = order.behind(*after);
    std::vector<std::string> ids;
    for (const ObjectOrder::Range& range : ranges) {
        SqlParams values = filter.params;
        values.insert(values.end(), range.params.begin(), range.params.end());
        for (const SqlRow& row : sql_.select("SELECT object_id FROM objects" + filter.walk(sort) + " " + filter.where +
                                                 range.where + " ORDER BY " + order.clause(sql_.dialect()),
                                             values)) {
            ids.push_back(row[0].text());
        }
    }
    return ids;
}

std::vector<StoredObject> ObjectListStore::findInOrder(std::span<const std::string> ids) {
    return inOrderOf(ids, rows().findAll(scope_.bucketId, ids, scope_.visibility), &StoredObject::id);
}

std::vector<StoredObject> ObjectListStore::readPage(const ObjectFilter& filter, const ListParams& params) {
    if (params.skip > 0) return readBehindSkipped(filter, params);
    SqlParams values = filter.params;
    values.insert(values.end(), {params.limit, std::int64_t{0}});
    const ObjectOrder order(params.sort);
    const std::string tail = filter.walk(params.sort) + " " + filter.where + " ORDER BY " +
                             order.clause(sql_.dialect()) + " LIMIT ? OFFSET ?";
    if (!filter.hasFields) return rows().select(tail, values);
    // What conditions on values find is sorted without its documents.
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT " + order.placeColumns() + " FROM objects" + tail, values)) {
        ids.push_back(row[0].text());
    }
    return findInOrder(ids);
}

// What is skipped is counted in an index, once: the page begins behind the last object of it, whose place is kept, and
// so is that of the page's last one, for the next page.
std::vector<StoredObject> ObjectListStore::readBehindSkipped(const ObjectFilter& filter, const ListParams& params) {
    const ObjectOrder order(params.sort);
    const std::string list = nameOf(filter, params.sort);
    const bool isSorted = !order.index(false).empty();
    if (const auto last = isSorted ? knownPlace(list, params.skip - 1) : std::nullopt) {
        std::vector<StoredObject> page = readPageAfter(filter, params, *last);
        const auto found = static_cast<std::int64_t>(page.size());
        if (found == params.limit) learnPlace(list, params.skip + found - 1, placeOf(page.back()));
        return page;
    }
    SqlParams values = filter.params;
    values.insert(values.end(), {params.limit + 1, params.skip - 1});
    std::vector<std::string> ids;
    std::int64_t number = params.skip - 1;
    for (const SqlRow& row :
         sql_.select("SELECT " + order.placeColumns() + " FROM objects" + filter.walk(params.sort) + " " +
                         filter.where + " ORDER BY " + order.clause(sql_.dialect()) + " LIMIT ? OFFSET ?",
                     values)) {
        ObjectPlace place = order.placeIn(row);
        if (number >= params.skip) ids.push_back(place.id);
        const bool isLast = number == params.skip + params.limit - 1;
        if (isSorted && (number < params.skip || isLast)) learnPlace(list, number, std::move(place));
        ++number;
    }
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
        for (StoredObject& object : rows().select(filter.walk(params.sort) + " " + filter.where + range.where +
                                                      " ORDER BY " + order.clause(sql_.dialect()) + " LIMIT ?",
                                                  values)) {
            objects.push_back(std::move(object));
        }
    }
    return objects;
}

}  // namespace inkwell::objects
