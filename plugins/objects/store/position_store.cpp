#include "store/position_store.h"

#include <utility>

#include "inkwell/database_engine.h"

namespace inkwell::objects {

std::vector<ObjectPlace> PositionStore::select(const ObjectOrder& order, const ObjectOrder::Range& range,
                                               std::int64_t limit) {
    SqlParams params{bucketId_, type_};
    params.insert(params.end(), range.params.begin(), range.params.end());
    params.emplace_back(limit);
    std::vector<ObjectPlace> places;
    for (const SqlRow& row :
         sql_.select("SELECT " + order.placeColumns() + " FROM objects /*! FORCE INDEX (" + order.index(true) +
                         ") */ WHERE bucket_id = ? AND type_slug = ? AND live = 1" + range.where + " ORDER BY " +
                         order.clause(sql_.dialect()) + " LIMIT ?",
                     params)) {
        places.push_back(order.placeIn(row));
    }
    return places;
}

std::vector<ObjectPlace> PositionStore::placesOf(std::span<const std::string> ids) {
    const ObjectOrder order("order");
    SqlParams params;
    const std::string list = sqlIn(ids, params);
    params.insert(params.end(), {SqlValue(bucketId_), SqlValue(type_)});
    std::vector<ObjectPlace> places;
    for (const SqlRow& row :
         sql_.select("SELECT " + order.placeColumns() + " FROM objects WHERE id IN " + list +
                         " AND COALESCE(bucket_id, '') = ? AND COALESCE(type_slug, '') = ? AND live = 1 ORDER BY " +
                         order.clause(sql_.dialect()),
                     params)) {
        places.push_back(order.placeIn(row));
    }
    return places;
}

std::vector<ObjectPlace> PositionStore::first(std::int64_t limit) { return select(ObjectOrder("order"), {}, limit); }

std::vector<ObjectPlace> PositionStore::beyond(const char* sort, const ObjectPlace& place, std::int64_t limit) {
    const ObjectOrder order(sort);
    std::vector<ObjectPlace> places;
    for (const ObjectOrder::Range& range : order.behind(place)) {
        const std::int64_t missing = limit - static_cast<std::int64_t>(places.size());
        if (missing <= 0) break;
        for (ObjectPlace& found : select(order, range, missing)) places.push_back(std::move(found));
    }
    return places;
}

std::int64_t PositionStore::countAt(const std::vector<std::int64_t>& positions) {
    SqlParams params{bucketId_, type_};
    std::string list;
    for (const std::int64_t position : positions) {
        list += list.empty() ? "?" : ", ?";
        params.emplace_back(position);
    }
    return sql_
        .selectOne("SELECT COUNT(*) FROM objects WHERE bucket_id = ? AND type_slug = ? AND position IN (" + list +
                       ") AND live = 1",
                   params)
        ->at(0)
        .integer();
}

void PositionStore::set(const std::string& id, std::int64_t position) {
    sql_.execute("UPDATE objects SET position = ? WHERE object_id = ?", {position, id});
}

}  // namespace inkwell::objects
