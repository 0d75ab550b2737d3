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

/// The SQL of orders by a value (isValueOrder). A page of one type's objects walks an index: of titles, of slugs in
/// each locale, or of the values of a metafield. Whatever else is selected is sorted, without its documents. What has
/// no value comes last in both directions. Made for one unit of work, on its thread; `scope` outlives it. The
/// constructor and the methods throw DatabaseError.
class ValueOrderStore {
public:
    ValueOrderStore(Sql& sql, const ObjectScope& scope, std::string_view sort);

    /// Which of the objects that pass the filter are wanted; those before `skip` are not.
    struct Part {
        std::optional<std::string> after = {};  // the id of an object of the scope: only what follows it; without skip
        std::optional<std::int64_t> limit = {};
        std::int64_t skip = 0;
    };
    /// The ids of the objects, in order.
    std::vector<std::string> ids(const ObjectFilter& filter, const Part& part);

private:
    enum class Kind { Title, Slug, Schedule, Metafield };
    struct Place {
        SqlValue value;
        std::string id;
        std::int64_t live = 0;  // 0: the row of a draft
        std::int64_t number = 0;
    };
    using Found = std::optional<Place>;
    struct Range {
        std::string where;
        SqlParams params;
    };
    struct Page {
        std::int64_t limit = 0;
        std::int64_t skip = 0;
    };

    Found findPlace(const std::string& id);
    /// Read in sequence, all that follows `place`.
    std::vector<Range> behind(const Place& place) const;
    std::string orderClause() const;
    std::vector<std::string> sorted(const ObjectFilter& filter, const Part& part, const Found& after);
    std::vector<std::string> walkSlugs(const ObjectFilter& filter, const Page& page, const Found& after);
    std::vector<std::string> localesOf(const ObjectFilter& filter);
    std::vector<std::string> walkValues(const ObjectFilter& filter, Page page, const Found& after);
    std::string valuesOf(const ObjectFilter& filter, const std::string& selected) const;
    void addWithoutValue(const ObjectFilter& filter, const Page& page, const Found& after,
                         std::vector<std::string>& ids);
    void add(const std::string& text, const SqlParams& params, std::vector<std::string>& ids);
    const char* sign() const { return descends_ ? " < ?" : " > ?"; }
    const char* direction() const { return descends_ ? " DESC" : ""; }

    Sql& sql_;
    const ObjectScope& scope_;
    Kind kind_ = Kind::Metafield;
    std::string value_;  // of a row of objects, as SQL
    std::string path_;   // number of the metafield's path; "": nothing has a value
    bool descends_ = false;
};

}  // namespace inkwell::objects
