#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "read/object_query_store.h"
#include "store/object_order.h"
#include "store/object_store.h"

namespace inkwell::objects {

struct ObjectPage {
    std::vector<StoredObject> objects;
    std::int64_t total = 0;
};

/// The SQL of lists of objects. Made for one unit of work, on its thread. Methods throw DatabaseError.
class ObjectListStore {
public:
    /// Documents are allocated in `memory`.
    ObjectListStore(Sql& sql, ObjectScope scope, JsonMemory memory = {})
        : sql_(sql), scope_(std::move(scope)), memory_(std::move(memory)) {}

    /// The place of an object of the scope, for the parameter `after`.
    std::optional<ObjectPlace> findPlace(const std::string& id);
    /// One statement for the rows, two with a `skip`; another for `total` only if the rows do not determine it. The
    /// query must be isSqlExact. With `after`, lists only what follows it.
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
    std::vector<StoredObject> readPage(const ObjectFilter& filter, const ListParams& params);
    std::vector<StoredObject> readPageAfter(const ObjectFilter& filter, const ListParams& params,
                                            const ObjectPlace& after);

    Sql& sql_;
    ObjectScope scope_;
    JsonMemory memory_;
};

}  // namespace inkwell::objects
