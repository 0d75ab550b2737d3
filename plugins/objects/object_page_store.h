#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "inkwell/object_catalog.h"

namespace inkwell::objects {

/// Which objects a list is made of.
struct ObjectScope {
    std::string bucketId;
    Visibility visibility = Visibility::Published;
    std::optional<std::span<const std::string>> onlyIds = {};  // if set, no others: at least one, at most 16,384
};

/// The column of the table objects in which a read looks up an object's id, and the condition for the rows it may see
/// (where-silent.md, "Slugs, locales, states"): a draft of a newer version stands for its object in Visibility::Any.
std::string idColumn(Visibility visibility);
std::string visibleRows(Visibility visibility);

/// Where an object stands in every order but `random`.
struct ObjectPlace {
    std::string id;
    std::int64_t position = 0;
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
};

/// The rows of objects in the order of a `sort` value (specification, "List parameters for GET objects"). Any thread.
class ObjectOrder {
public:
    explicit ObjectOrder(std::string_view sort);

    /// What follows ORDER BY.
    std::string clause(const Dialect& dialect) const;

    /// " AND ..." for the rows behind a place, with its values.
    struct Range {
        std::string where;
        SqlParams params;
    };
    /// Read one after the other they are all rows behind `place`, in this order. Each is one stretch of an index, which
    /// one condition with OR is on no engine. Empty for `random`.
    std::vector<Range> behind(const ObjectPlace& place) const;

private:
    struct Column {
        std::string_view name;
        std::int64_t ObjectPlace::*value;  // nullptr: the object's id
    };
    std::vector<Column> columns_;
    bool descends_ = false;
};

}  // namespace inkwell::objects
