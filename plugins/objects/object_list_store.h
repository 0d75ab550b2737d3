#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "object_page_store.h"
#include "object_query_store.h"
#include "object_store.h"

namespace inkwell::objects {

struct ObjectPage {
    std::vector<StoredObject> objects;
    std::int64_t total = 0;
};

/// All SQL of lists of objects. Made for one unit of work, on its thread. Methods throw DatabaseError.
class ObjectListStore {
public:
    /// The documents of what is read are made in `memory`.
    ObjectListStore(Sql& sql, ObjectScope scope, JsonMemory memory = {})
        : sql_(sql), scope_(std::move(scope)), memory_(std::move(memory)) {}

    /// Where an object of the scope stands: what the parameter `after` continues from.
    std::optional<ObjectPlace> findPlace(const std::string& id);
    /// One statement for the rows, two behind a `skip`; one more for `total` only where the rows do not tell it. The
    /// query is isSqlExact. With `after` only what stands behind it is listed.
    ObjectPage list(const ListParams& params, const ListQuery& query = {},
                    const std::optional<ObjectPlace>& after = {});
    /// The ids of all that the query may match, in the order of `sort`; with `after` only those behind it.
    std::vector<std::string> candidates(const std::string& sort, const ListQuery& query,
                                        const std::optional<ObjectPlace>& after = {});
    /// The visible objects in the order of their ids; one that has vanished since is left out.
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
