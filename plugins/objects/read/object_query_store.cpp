#include "read/object_query_store.h"

#include <algorithm>

#include "inkwell/text.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

using Test = QueryCondition::Test;
using Kind = QueryNode::Kind;

constexpr std::size_t kMaxJoined = 3;
constexpr std::size_t kMaxTogether = 8;  // conditions in one sub-select
const std::string kIdEnd = ".id";
// '@' is where the alias of objects_fields comes.
const std::string kPathIs = "@path = (SELECT number FROM objects_paths WHERE bucket_id = ? AND path = ?)";

std::string withAlias(const std::string& sql, std::string_view alias) {
    std::string text;
    for (const char c : sql) {
        if (c == '@') {
            text += alias;
        } else {
            text += c;
        }
    }
    return text;
}

/// A test of the column value; "" when no value passes.
struct KeyTest {
    std::string sql;
    SqlParams params;

    void is(const std::string& sign, std::string key) {
        sql += (sql.empty() ? "@value " : " AND @value ") + sign + " ?";
        params.emplace_back(std::move(key));
    }
    void isOneOf(const std::vector<std::string>& keys) {
        if (keys.size() == 1) is("=", keys.front());
        if (keys.size() > 1) sql = "@value IN " + sqlIn(keys, params);
    }
};

bool isLower(Test test) { return test == Test::Greater || test == Test::GreaterOrEqual; }

std::string signOf(Test test, bool orEqual) { return std::string(isLower(test) ? ">" : "<") + (orEqual ? "=" : ""); }

bool asksFor(const QueryCondition& condition, bool (*isKind)(const Json&)) {
    return isKind(condition.operands.front()) && (!condition.upper || isKind(condition.upper->operands.front()));
}

bool isTextValue(const Json& value) { return value.is_string(); }
bool isNumberValue(const Json& value) { return value.is_number(); }

void addTextBound(const QueryCondition& condition, KeyTest& test) {
    const std::string_view text = condition.operands.front().get_string();
    const bool orEqual =
        !isOrderedKey(text) || condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), isLower(condition.test) ? lowestKeyFrom(text) : highestKeyUpTo(text));
}

void addNumberBound(const QueryCondition& condition, KeyTest& test) {
    const bool orEqual = condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), numberKey(condition.operands.front().to_number<double>()));
}

void addIdBound(const QueryCondition& condition, KeyTest& test) {
    const bool orEqual = condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), std::string(condition.operands.front().get_string()));
}

// Between the first and the last key of a kind, and within the bounds of the condition.
template <class AddBound>
KeyTest rangeTest(const QueryCondition& condition, std::string_view first, std::string_view end, AddBound addBound) {
    KeyTest test;
    addBound(condition, test);
    const QueryCondition* upper = isLower(condition.test) ? condition.upper.get() : nullptr;
    if (upper != nullptr) addBound(*upper, test);
    if (isLower(condition.test) && upper == nullptr) test.is("<", std::string(end));
    if (!isLower(condition.test)) test.is(">=", std::string(first));
    return test;
}

/// Of texts, numbers and booleans.
KeyTest valueTest(const QueryCondition& condition) {
    KeyTest test;
    if (condition.test == Test::Pattern) {
        test.is(">=", std::string(kTexts));
        test.is("<", std::string(kTextsEnd));
    } else if (condition.test == Test::OneOf) {
        std::vector<std::string> keys;
        for (const Json& operand : condition.operands)
            if (!operand.is_object()) keys.push_back(keyOf(operand));
        test.isOneOf(keys);
    } else if (asksFor(condition, isTextValue)) {
        return rangeTest(condition, kTexts, kTextsEnd, addTextBound);
    } else if (asksFor(condition, isNumberValue)) {
        return rangeTest(condition, "n", kNumbersEnd, addNumberBound);
    }
    return test;
}

/// Of related objects' ids.
KeyTest idTest(const QueryCondition& condition) {
    KeyTest test;
    if (condition.test == Test::Pattern) {
        test.is("<", std::string(kIdsEnd));
    } else if (condition.test == Test::OneOf) {
        std::vector<std::string> keys;
        for (const Json& operand : condition.operands)
            if (const auto* text = operand.if_string(); text != nullptr && isId(*text)) keys.emplace_back(*text);
        test.isOneOf(keys);
    } else if (asksFor(condition, isTextValue)) {
        test = rangeTest(condition, "", kIdsEnd, addIdBound);
        test.is("<", std::string(kIdsEnd));
    }
    return test;
}

// Something that an index finds more quickly than the bucket's.
bool isSelective(const QueryCondition& condition) {
    return findQueryColumn(condition.key) == nullptr || (condition.key == "id" && condition.test == Test::OneOf);
}

bool isSelective(const QueryNode& node) {
    if (node.kind == Kind::All || (node.kind == Kind::Any && node.children.size() == 1))
        return std::any_of(node.children.begin(), node.children.end(),
                           [](const QueryNode& child) { return isSelective(child); });
    return node.kind == Kind::Condition && isSelective(node.condition);
}

ObjectFilter::Walk bestWalk(const ObjectScope& scope, const ListQuery& query) {
    const bool isPlain = std::all_of(query.keys().begin(), query.keys().end(),
                                     [](const std::string& key) { return key == "type" || key == "status"; });
    if (scope.onlyIds || !isPlain) return ObjectFilter::Walk::None;
    const QueryCondition* types = findPinnedTypes(query);
    if (types == nullptr) return ObjectFilter::Walk::All;
    return types->operands.size() == 1 ? ObjectFilter::Walk::OneType : ObjectFilter::Walk::None;
}

}  // namespace

std::string ObjectFilter::walk(std::string_view sort) const {
    const std::string index = best == Walk::None ? "" : ObjectOrder(sort).index(best == Walk::OneType);
    // SQLite takes it for a comment. It has no statistics to be led astray by.
    return index.empty() ? "" : " /*! FORCE INDEX (" + index + ") */";
}

namespace {

// How few objects a condition probably finds: 0 is fewest.
int rankOf(const QueryCondition& condition) {
    if (condition.asksForObject()) return 5;
    const bool asksForFlags = std::all_of(condition.operands.begin(), condition.operands.end(),
                                          [](const Json& operand) { return operand.is_bool(); });
    if (condition.test == Test::OneOf) return asksForFlags ? 4 : condition.operands.size() == 1 ? 0 : 1;
    if (condition.test == Test::Present || condition.test == Test::Pattern) return 5;
    return condition.upper ? 2 : 3;
}

bool isColumn(const QueryNode& node) { return findQueryColumn(node.condition.key) != nullptr; }

// The conditions that every match passes and that objects_fields knows.
std::vector<const QueryCondition*> fieldConditions(const QueryNode& root) {
    std::vector<const QueryCondition*> found;
    if (root.kind == Kind::Condition && !isColumn(root)) found.push_back(&root.condition);
    if (root.kind != Kind::All) return found;
    for (const QueryNode& child : root.children) {
        const bool isField = child.kind == Kind::Condition && !isColumn(child);
        if (isField && !child.condition.asksForObject()) found.push_back(&child.condition);
    }
    return found;
}

}  // namespace

ObjectFilter ObjectFilter::of(const ObjectScope& scope, const ListQuery& query) {
    ObjectFilter filter;
    filter.best = bestWalk(scope, query);
    filter.where = "WHERE ";
    if (scope.onlyIds) {
        filter.where += idColumn(scope.visibility) + " IN " + sqlIn(*scope.onlyIds, filter.params) + " AND ";
    }
    // Without statistics SQLite takes the bucket for the best way in; COALESCE leaves it the ids, or the rows of
    // objects_fields.
    filter.where += scope.onlyIds || isSelective(query.root()) ? "COALESCE(bucket_id, '') = ?" : "bucket_id = ?";
    filter.params.emplace_back(scope.bucketId);
    filter.where += " AND " + visibleRows(scope.visibility);
    if (query.isEmpty()) return filter;
    ObjectConditionSql conditions(scope, "objects.");
    const std::vector<const QueryCondition*> fields = fieldConditions(query.root());
    filter.hasFields = !fields.empty();
    if (fields.size() < 2 || fields.size() > kMaxTogether) {
        filter.where += " AND " + renderSql(query, conditions, filter.params);
        return filter;
    }
    filter.where += " AND " + conditions.renderAll(fields, filter.params);
    for (const QueryNode& child : query.root().children) {
        if (std::find(fields.begin(), fields.end(), &child.condition) != fields.end()) continue;
        filter.where += " AND " + renderSql(child, conditions, filter.params);
    }
    return filter;
}

bool isExact(const ListQuery& query) {
    const ObjectScope scope;
    return isSqlExact(query, ObjectConditionSql(scope, ""));
}

bool ObjectConditionSql::isExact(const QueryCondition& condition) const {
    if (condition.test == Test::Pattern || condition.asksForObject()) return false;
    if (condition.upper && !isExact(*condition.upper)) return false;
    if (findQueryColumn(condition.key) != nullptr) return true;
    return std::all_of(condition.operands.begin(), condition.operands.end(), [&](const Json& operand) {
        const auto* text = operand.if_string();
        return text == nullptr || (condition.test == Test::OneOf ? isWholeKey(*text) : isOrderedKey(*text));
    });
}

std::string ObjectConditionSql::render(const QueryCondition& condition, SqlParams& params) {
    if (const QueryColumn* column = findQueryColumn(condition.key)) return ownColumnSql(*column, condition, params);
    // MySQL joins every sub-select that stands alone, and planning a join of fifty takes minutes. IS TRUE keeps it out.
    const std::string found = renderAll({&condition}, params);
    return ++rendered_ > kMaxJoined ? found + " IS TRUE" : found;
}

std::string ObjectConditionSql::renderWider(const QueryCondition& condition, SqlParams& params) {
    if (const QueryColumn* column = findQueryColumn(condition.key)) {
        return ownColumnSql(*column, widened(condition), params);
    }
    return render(condition, params);
}

// One list of all legs: MySQL would walk all objects for an OR of two.
std::string ObjectConditionSql::renderAll(std::vector<const QueryCondition*> conditions, SqlParams& params) {
    std::stable_sort(conditions.begin(), conditions.end(),
                     [](const QueryCondition* a, const QueryCondition* b) { return rankOf(*a) < rankOf(*b); });
    Leg others;
    for (std::size_t i = 1; i < conditions.size(); ++i) {
        std::string any;
        for (const Leg& leg : legsOf(*conditions[i])) {
            any += any.empty() ? "" : " OR ";
            // It says twice which object it is about: the one is for MySQL, the other for SQLite.
            any += "f.object IN (SELECT g.object FROM objects_fields g WHERE g.object = f.object AND " +
                   withAlias(leg.sql, "g.") + ")";
            others.params.insert(others.params.end(), leg.params.begin(), leg.params.end());
        }
        others.sql += " AND (" + any + ")";
        if (i > kMaxJoined) others.sql += " IS TRUE";
    }
    std::string found;
    const std::vector<Leg> legs = legsOf(*conditions.front());
    for (const Leg& leg : legs) {
        found += found.empty() ? "" : " UNION ALL ";
        found += "SELECT f.object FROM objects_fields f WHERE " + withAlias(leg.sql, "f.") + others.sql;
        params.insert(params.end(), leg.params.begin(), leg.params.end());
        params.insert(params.end(), others.params.begin(), others.params.end());
    }
    if (legs.size() > 1) found = "SELECT u.object FROM (" + found + ") u";
    return alias_ + "number IN (" + found + ")";
}

std::string ObjectConditionSql::ownColumnSql(const QueryColumn& column, const QueryCondition& condition,
                                             SqlParams& params) const {
    const std::string name = column.key == "id" ? idColumn(scope_.visibility) : std::string(column.column);
    return columnSql(column, alias_ + name, condition, params);
}

std::vector<ObjectConditionSql::Leg> ObjectConditionSql::legsOf(const QueryCondition& condition) const {
    std::vector<Leg> legs;
    addOwnLegs(condition, legs);
    if (const std::optional<RelatedKey> related = relatedKey(condition.key)) {
        legs.push_back(relatedLeg(condition, *related));
    }
    if (legs.empty()) legs.push_back({"1=0", {}});
    return legs;
}

void ObjectConditionSql::addOwnLegs(const QueryCondition& condition, std::vector<Leg>& legs) const {
    if (condition.test == Test::Present || condition.asksForObject()) return addPresentLegs(condition.key, legs);
    const auto add = [&](const std::string& key, const KeyTest& test) {
        if (test.sql.empty()) return;
        Leg leg{kPathIs + " AND " + test.sql, {scope_.bucketId, indexedText(key)}};
        leg.params.insert(leg.params.end(), test.params.begin(), test.params.end());
        legs.push_back(std::move(leg));
    };
    const KeyTest ids = idTest(condition);
    add(condition.key, valueTest(condition));
    add(condition.key, ids);
    // "author.id" is kept as "author".
    if (condition.key.ends_with(kIdEnd)) {
        add(condition.key.substr(0, condition.key.size() - kIdEnd.size()), ids);
    }
}

// '/' follows '.': the range holds what is below the key.
void ObjectConditionSql::addPresentLegs(const std::string& key, std::vector<Leg>& legs) const {
    legs.push_back(
        {"@path IN (SELECT number FROM objects_paths WHERE bucket_id = ? AND (path = ? OR (path >= ? AND "
         "path < ?)))",
         {scope_.bucketId, indexedText(key), indexedText(key + "."), indexedText(key + "/")}});
    if (!key.ends_with(kIdEnd)) return;
    legs.push_back({kPathIs + " AND @value < ?",
                    {scope_.bucketId, indexedText(key.substr(0, key.size() - kIdEnd.size())), kIdsEnd}});
}

ObjectConditionSql::Leg ObjectConditionSql::relatedLeg(const QueryCondition& condition,
                                                       const RelatedKey& related) const {
    Leg leg;
    leg.params = {scope_.bucketId, indexedText(related.relation), scope_.bucketId};
    std::string visible = "SELECT p." + idColumn(scope_.visibility) + " FROM objects p WHERE p.bucket_id = ? AND p." +
                          visibleRows(scope_.visibility) + " AND ";
    if (scope_.onlyIds) {
        visible += "p." + idColumn(scope_.visibility) + " IN " + sqlIn(*scope_.onlyIds, leg.params) + " AND ";
    }
    QueryCondition asked = condition;
    asked.key = related.key;
    ObjectConditionSql nested(scope_, "p.");
    const std::string test =
        nested.isExact(asked) ? nested.render(asked, leg.params) : nested.renderWider(asked, leg.params);
    leg.sql = kPathIs + " AND @value IN (" + visible + test + ")";
    return leg;
}

}  // namespace inkwell::objects
