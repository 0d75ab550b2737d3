#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/database.h"
#include "read/object_query_store.h"
#include "store/object_order.h"

namespace inkwell::objects {

/// The SQL of orders by a value (isValueOrder). No index keeps them, so what the condition selects is sorted, without
/// its documents. What has no value comes last in both directions. Made for one unit of work, on its thread; `scope`
/// outlives it. The constructor and the methods throw DatabaseError.
class ValueOrderStore {
public:
    ValueOrderStore(Sql& sql, const ObjectScope& scope, std::string_view sort);

    /// Which of the objects that pass the filter are wanted; those before `skip` are not.
    struct Part {
        std::optional<std::string> after = {};  // the id of an object of the scope: only what follows it
        std::optional<std::int64_t> limit = {};
        std::int64_t skip = 0;
    };
    /// The ids of the objects, in order.
    std::vector<std::string> ids(const ObjectFilter& filter, const Part& part);

private:
    std::string behind(const std::string& id, SqlParams& params);

    Sql& sql_;
    const ObjectScope& scope_;
    std::string value_;  // of a row of objects, as SQL
    bool descends_ = false;
};

}  // namespace inkwell::objects
