#include "read/value_order_store.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "inkwell/list_query_sql.h"
#include "read/object_query.h"
#include "read/order_by.h"
#include "store/object_store.h"

namespace inkwell::objects {

namespace {

// Objects of more locales than a type is likely to have are sorted.
constexpr std::size_t kMaxLocales = 30;

// Behind the value: what decides among equal ones, as the index that is walked has it.
constexpr std::string_view kLive = "COALESCE(objects.live, 0)";

std::string pathOf(Sql& sql, const std::string& bucketId, std::string_view path) {
    const auto number = sql.selectOne("SELECT number FROM objects_paths WHERE bucket_id = ? AND path = ?",
                                      {bucketId, indexedText(path)});
    return number ? std::to_string((*number)[0].integer()) : "";
}

std::int64_t missing(std::int64_t limit, const std::vector<std::string>& ids) {
    return limit - static_cast<std::int64_t>(ids.size());
}

void append(const SqlParams& some, SqlParams& all) { all.insert(all.end(), some.begin(), some.end()); }

}  // namespace

// Of several values the first one in this order counts, as a reader expects who looks for the cheapest, or the newest.
ValueOrderStore::ValueOrderStore(Sql& sql, const ObjectScope& scope, std::string_view sort)
    : sql_(sql), scope_(scope), descends_(sort.starts_with('-')) {
    const std::string_view name = nameOfSort(sort);
    if (name == "title") {
        kind_ = Kind::Title;
        value_ = "objects.title_start";
    } else if (name == "slug") {
        kind_ = Kind::Slug;
        value_ = "objects.slug";
    } else if (isSchedule(name)) {
        kind_ = Kind::Schedule;
        value_ = "objects." + std::string(name);
    } else {
        path_ = pathOf(sql, scope.bucketId, name);
        value_ = path_.empty()
                     ? "NULL"
                     : std::string("(SELECT ") + (descends_ ? "MAX" : "MIN") +
                           "(k.value) FROM objects_fields k WHERE k.object = objects.number AND k.path = " + path_ +
                           ")";
    }
}

// Looked up anew: the object may have moved since it was shown.
ValueOrderStore::Found ValueOrderStore::findPlace(const std::string& id) {
    const auto row = sql_.selectOne("SELECT " + value_ + ", " + std::string(kLive) + ", objects.number FROM objects " +
                                        ObjectStore::byIds(scope_.visibility, "(?)"),
                                    {id, scope_.bucketId});
    if (!row) return std::nullopt;
    return Place{(*row)[0], id, (*row)[1].integer(), (*row)[2].integer()};
}

std::vector<ValueOrderStore::Range> ValueOrderStore::behind(const Place& place) const {
    if (place.value.isNull()) {
        return {{" AND " + value_ + " IS NULL AND objects.number" + sign(), {place.number}}};
    }
    Range equal{" AND " + value_ + " = ?", {place.value}};
    if (kind_ == Kind::Title) {
        equal.where += std::string(" AND objects.object_id") + sign();
        equal.params.emplace_back(place.id);
    } else if (kind_ == Kind::Slug) {
        equal.where += " AND (" + std::string(kLive) + sign() + " OR (" + std::string(kLive) +
                       " = ? AND objects.number" + sign() + "))";
        append({place.live, place.live, place.number}, equal.params);
    } else {
        equal.where += std::string(" AND objects.number") + sign();
        equal.params.emplace_back(place.number);
    }
    std::vector<Range> ranges{std::move(equal), {" AND " + value_ + sign(), {place.value}}};
    if (kind_ == Kind::Schedule || kind_ == Kind::Metafield) ranges.push_back({" AND " + value_ + " IS NULL", {}});
    return ranges;
}

std::string ValueOrderStore::orderClause() const {
    const std::string way = direction();
    switch (kind_) {
        case Kind::Title:
            return " ORDER BY title_start" + way + ", object_id" + way;
        case Kind::Slug:
            return " ORDER BY slug" + way + ", live" + way + ", number" + way;
        case Kind::Schedule:
        case Kind::Metafield:
            break;
    }
    return " ORDER BY " + value_ + " IS NULL, " + value_ + way + ", number" + way;
}

std::vector<std::string> ValueOrderStore::ids(const ObjectFilter& filter, const Part& part) {
    Found after;
    if (part.after) {
        after = findPlace(*part.after);
        if (!after) return {};
    }
    if (part.limit && filter.best == ObjectFilter::Walk::OneType) {
        const Page page{*part.limit, part.skip};
        if (kind_ == Kind::Metafield && !path_.empty()) return walkValues(filter, page, after);
        if (kind_ == Kind::Slug) return walkSlugs(filter, page, after);
    }
    return sorted(filter, part, after);
}

void ValueOrderStore::add(const std::string& text, const SqlParams& params, std::vector<std::string>& ids) {
    for (const SqlRow& row : sql_.select(text, params)) ids.push_back(row[0].text());
}

std::vector<std::string> ValueOrderStore::sorted(const ObjectFilter& filter, const Part& part, const Found& after) {
    const bool walks = kind_ == Kind::Title && filter.best == ObjectFilter::Walk::OneType;
    const std::string from = std::string("SELECT object_id FROM objects") +
                             (walks ? " /*! FORCE INDEX (objects_type_title) */ " : " ") + filter.where;
    std::vector<std::string> ids;
    for (const Range& range : after ? behind(*after) : std::vector<Range>(1)) {
        SqlParams params = filter.params;
        append(range.params, params);
        std::string limit;
        if (part.limit) {
            if (missing(*part.limit, ids) <= 0) break;
            limit = " LIMIT ? OFFSET ?";
            append({missing(*part.limit, ids), part.skip}, params);
        }
        add(from + range.where + orderClause() + limit, params, ids);
    }
    return ids;
}

std::vector<std::string> ValueOrderStore::localesOf(const ObjectFilter& filter) {
    std::vector<std::string> locales;
    std::string behind;
    while (locales.size() <= kMaxLocales) {
        SqlParams params = filter.params;
        if (!locales.empty()) params.emplace_back(locales.back());
        const auto next = sql_.selectOne("SELECT locale FROM objects /*! FORCE INDEX (objects_live_slug) */ " +
                                             filter.where + behind + " ORDER BY locale LIMIT 1",
                                         params);
        if (!next) break;
        locales.push_back((*next)[0].text());
        behind = " AND locale > ?";
    }
    return locales;
}

// The index has the slugs of each locale in their order; a page of all has what comes first in any of them. Drafts with
// one slug stand there by their numbers, which MySQL would sort by if it were asked for it.
std::vector<std::string> ValueOrderStore::walkSlugs(const ObjectFilter& filter, const Page& page, const Found& after) {
    const std::vector<std::string> locales = localesOf(filter);
    if (locales.size() > kMaxLocales) return sorted(filter, {{}, page.limit, page.skip}, after);
    struct Row {
        std::string slug;
        std::int64_t live;
        std::int64_t number;
        std::string id;
    };
    std::vector<Row> rows;
    for (const std::string& locale : locales) {
        std::int64_t wanted = page.skip + page.limit;
        for (const Range& range : after ? behind(*after) : std::vector<Range>(1)) {
            SqlParams params = filter.params;
            params.emplace_back(locale);
            append(range.params, params);
            params.emplace_back(wanted);
            for (const SqlRow& row :
                 sql_.select("SELECT slug, " + std::string(kLive) +
                                 ", number, object_id FROM objects /*! FORCE INDEX (objects_live_slug) */ " +
                                 filter.where + " AND locale = ?" + range.where + " ORDER BY slug" + direction() +
                                 ", live" + direction() + " LIMIT ?",
                             params)) {
                rows.push_back({row[0].text(), row[1].integer(), row[2].integer(), row[3].text()});
                --wanted;
            }
        }
    }
    std::sort(rows.begin(), rows.end(), [this](const Row& a, const Row& b) {
        const auto isLess = [](const Row& x, const Row& y) {
            return std::tie(x.slug, x.live, x.number) < std::tie(y.slug, y.live, y.number);
        };
        return descends_ ? isLess(b, a) : isLess(a, b);
    });
    std::vector<std::string> ids;
    for (std::size_t i = static_cast<std::size_t>(page.skip); i < rows.size() && missing(page.limit, ids) > 0; ++i) {
        ids.push_back(std::move(rows[i].id));
    }
    return ids;
}

// The values in the order of their index, each with its object: only the first value of each counts. The order of the
// join is ours on both engines.
std::string ValueOrderStore::valuesOf(const ObjectFilter& filter, const std::string& selected) const {
    return "SELECT /*! STRAIGHT_JOIN */ " + selected +
           " FROM objects_fields f /*! FORCE INDEX (objects_fields_value) */ CROSS JOIN objects "
           "ON objects.number = f.object " +
           filter.where + " AND f.path = " + path_ +
           " AND NOT EXISTS (SELECT 1 FROM objects_fields l WHERE l.object = f.object AND l.path = " + path_ +
           " AND l.value " + (descends_ ? ">" : "<") + " f.value)";
}

std::vector<std::string> ValueOrderStore::walkValues(const ObjectFilter& filter, Page page, const Found& after) {
    const std::string way = direction();
    std::vector<Range> ranges(1);
    if (after && after->value.isNull()) ranges.clear();
    if (after && !after->value.isNull()) {
        ranges = {{std::string(" AND f.value = ? AND f.object") + sign(), {after->value, after->number}},
                  {std::string(" AND f.value") + sign(), {after->value}}};
    }
    std::vector<std::string> ids;
    for (const Range& range : ranges) {
        if (missing(page.limit, ids) <= 0) return ids;
        SqlParams params = filter.params;
        append(range.params, params);
        append({missing(page.limit, ids), page.skip}, params);
        add(valuesOf(filter, "objects.object_id") + range.where + " ORDER BY f.value" + way + ", f.object" + way +
                " LIMIT ? OFFSET ?",
            params, ids);
    }
    if (missing(page.limit, ids) <= 0) return ids;
    if (!ids.empty()) {
        page.skip = 0;
    } else if (page.skip > 0) {
        page.skip -= sql_.selectOne(valuesOf(filter, "COUNT(*)"), filter.params)->at(0).integer();
    }
    addWithoutValue(filter, page, after, ids);
    return ids;
}

void ValueOrderStore::addWithoutValue(const ObjectFilter& filter, const Page& page, const Found& after,
                                      std::vector<std::string>& ids) {
    SqlParams params = filter.params;
    std::string behind;
    if (after && after->value.isNull()) {
        behind = std::string(" AND objects.number") + sign();
        params.emplace_back(after->number);
    }
    append({missing(page.limit, ids), page.skip}, params);
    add("SELECT object_id FROM objects" + filter.walk("created_at") + " " + filter.where +
            " AND NOT EXISTS (SELECT 1 FROM objects_fields w WHERE w.object = objects.number AND w.path = " + path_ +
            ")" + behind + " ORDER BY number" + direction() + " LIMIT ? OFFSET ?",
        params, ids);
}

}  // namespace inkwell::objects
