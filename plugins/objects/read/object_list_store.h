#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "read/list_cache.h"
#include "read/object_query_store.h"
#include "store/object_order.h"
#include "store/object_store.h"

namespace inkwell::objects {

struct ObjectPage {
    std::vector<StoredObject> objects;
    std::int64_t total = 0;  // when it is not wanted, 0 only if nothing has been found
};

/// How a list is read.
struct ListReading {
    JsonMemory memory = {};  // documents are allocated in it
    Documents documents = Documents::Parsed;
    bool counts = true;             // false: the total is not wanted
    ListCache* known = nullptr;     // if set, spares counting; not within a write, which sees what nobody else does
    ListCache::Origin origin = {};  // of what becomes known
    /// If set, what is known is used only if this says that it is what the database would say; asked once at most.
    std::function<bool()> isCurrent = {};
};

/// The SQL of lists of objects. Made for one unit of work, on its thread. Methods throw DatabaseError.
class ObjectListStore {
public:
    ObjectListStore(Sql& sql, ObjectScope scope, ListReading reading = {})
        : sql_(sql), scope_(std::move(scope)), reading_(std::move(reading)) {}

    /// The place of an object of the scope, for the parameter `after`.
    std::optional<ObjectPlace> findPlace(const std::string& id);
    /// One statement for the rows, two with a `skip`, up to four in an order by a value; another for `total` only
    /// if it is wanted and neither the rows nor what is known determine it; and those of FieldCountStore where several
    /// conditions on values are met for the first time. The query must be isExact. With `after`,
    /// lists only what follows it.
    ObjectPage list(const ListParams& params, const ListQuery& query = {},
                    const std::optional<ObjectPlace>& after = {});
    /// The rows of list() alone.
    std::vector<StoredObject> page(const ListParams& params, const ListQuery& query,
                                   const std::optional<ObjectPlace>& after);
    /// The ids of all objects that may match, in the order of `sort`; with `after` only those that follow it.
    std::vector<std::string> candidates(const std::string& sort, const ListQuery& query,
                                        const std::optional<ObjectPlace>& after = {});
    /// The visible objects in the order of their ids, without those that no longer exist.
    std::vector<StoredObject> findInOrder(std::span<const std::string> ids);

private:
    ObjectFilter filterOf(const ListQuery& query);
    ObjectStore rows() { return ObjectStore(sql_, reading_.memory, reading_.documents); }
    std::vector<StoredObject> readRows(const ObjectFilter& filter, const ListParams& params,
                                       const std::optional<ObjectPlace>& after);
    std::vector<StoredObject> readPage(const ObjectFilter& filter, const ListParams& params);
    std::vector<StoredObject> readBehindSkipped(const ObjectFilter& filter, const ListParams& params);
    std::vector<StoredObject> readPageAfter(const ObjectFilter& filter, const ListParams& params,
                                            const ObjectPlace& after);
    std::int64_t count(const ObjectFilter& filter);
    template <class Find>
    auto ifCurrent(const Find& find) -> decltype(find(std::declval<ListCache&>()));
    std::optional<ObjectPlace> knownPlace(const std::string& list, std::int64_t number);
    void learnPlace(const std::string& list, std::int64_t number, ObjectPlace place);

    Sql& sql_;
    ObjectScope scope_;
    ListReading reading_;
    std::optional<bool> isCurrent_;  // what reading_ has said
};

}  // namespace inkwell::objects
