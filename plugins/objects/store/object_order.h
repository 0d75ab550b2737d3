#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "inkwell/object_catalog.h"
#include "store/path_numbers.h"

namespace inkwell::objects {

/// The objects a list selects from.
struct ObjectScope {
    std::string bucketId;
    Visibility visibility = Visibility::Published;
    std::optional<std::span<const std::string>> onlyIds = {};  // if set, only these: 1 to 16,384
    /// Of the bucket, as far as they are known: a condition looks the others up.
    std::shared_ptr<const PathNumbers::Numbers> paths = {};
};

/// The column of the table objects by which a read finds an object's id, and the condition for the rows it may see
/// (interface/drafts-and-revisions.md, "What readers see"): with Visibility::Any, a draft of a newer version replaces
/// its object.
std::string idColumn(Visibility visibility);
std::string visibleRows(Visibility visibility);

/// The place of an object in every order except `random`.
struct ObjectPlace {
    bool operator==(const ObjectPlace&) const = default;
    std::string id;
    std::int64_t position = 0;
    std::int64_t createdAtMs = 0;
    std::int64_t modifiedAtMs = 0;
};

/// The order of a `sort` value (interface/reads-and-queries.md, "Sorting") as SQL. Any thread.
class ObjectOrder {
public:
    explicit ObjectOrder(std::string_view sort);

    /// The text after ORDER BY.
    std::string clause(const Dialect& dialect) const;
    /// What the order of one type's objects, or of all, walks: the name of an index; "" for `random`.
    std::string index(bool ofOneType) const;

    /// The columns of a place, all of them in the index, for a SELECT; with `random` the id alone.
    std::string placeColumns() const;
    /// The place in a row of placeColumns(); what does not belong to this order stays 0.
    ObjectPlace placeIn(const SqlRow& row) const;

    /// " AND ..." for rows after a place, with its values.
    struct Range {
        std::string where;
        SqlParams params;
    };
    /// Read in sequence, these are all rows after `place`, in this order. Each range is one scan of an index; no engine
    /// achieves that with a single condition using OR. Empty for `random`.
    std::vector<Range> behind(const ObjectPlace& place) const;

private:
    struct Column {
        std::string_view name;
        std::int64_t ObjectPlace::*value;  // nullptr: the object's id
    };
    std::vector<Column> columns_;
    std::string_view name_;
    bool descends_ = false;
};

}  // namespace inkwell::objects
