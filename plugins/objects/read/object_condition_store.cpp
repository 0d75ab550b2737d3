#include "read/object_condition_store.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "inkwell/text.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

using Test = QueryCondition::Test;

constexpr std::size_t kMaxJoined = 3;
const std::string kIdEnd = ".id";

/// A test of the column value; "" when no value passes.
struct KeyTest {
    std::string sql;
    SqlParams params;

    void is(const std::string& sign, std::string key) {
        sql += (sql.empty() ? "@value " : " AND @value ") + sign + " ?";
        params.emplace_back(std::move(key));
    }
};

KeyTest oneOf(const std::vector<std::string>& keys) {
    KeyTest test;
    if (keys.size() == 1) test.is("=", keys.front());
    if (keys.size() > 1) test.sql = "@value IN " + sqlIn(keys, test.params);
    return test;
}

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
    const double number = condition.operands.front().to_number<double>();
    const bool orEqual =
        !isOrderedKey(number) || condition.test == Test::GreaterOrEqual || condition.test == Test::LessOrEqual;
    test.is(signOf(condition.test, orEqual), numberKey(number));
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

std::vector<std::string> valueKeys(const QueryCondition& condition) {
    std::vector<std::string> keys;
    for (const Json& operand : condition.operands)
        if (!operand.is_object()) keys.push_back(keyOf(operand));
    return keys;
}

std::vector<std::string> idKeys(const QueryCondition& condition) {
    std::vector<std::string> keys;
    for (const Json& operand : condition.operands)
        if (const auto* text = operand.if_string(); text != nullptr && isId(*text)) keys.emplace_back(*text);
    return keys;
}

/// Of texts, numbers and booleans, for what is not asked for one of several values.
KeyTest valueTest(const QueryCondition& condition) {
    KeyTest test;
    if (condition.test == Test::Pattern) {
        test.is(">=", std::string(kTexts));
        test.is("<", std::string(kTextsEnd));
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
        return oneOf(idKeys(condition));
    } else if (asksFor(condition, isTextValue)) {
        test = rangeTest(condition, "", kIdsEnd, addIdBound);
        test.is("<", std::string(kIdsEnd));
    }
    return test;
}

// How few objects a condition probably finds: 0 is fewest.
int rankOf(const QueryCondition& condition) {
    if (condition.asksForObject()) return 5;
    const bool asksForFlags = std::all_of(condition.operands.begin(), condition.operands.end(),
                                          [](const Json& operand) { return operand.is_bool(); });
    if (condition.test == Test::OneOf) return asksForFlags ? 4 : condition.operands.size() == 1 ? 0 : 1;
    if (condition.test == Test::Present || condition.test == Test::Pattern) return 5;
    return condition.upper ? 2 : 3;
}

// One look tells; a range of what an object has may be long.
bool isEquality(const QueryCondition& condition) { return condition.test == Test::OneOf; }

}  // namespace

bool ObjectConditionSql::isExact(const QueryCondition& condition) const {
    if (condition.test == Test::Pattern || condition.asksForObject()) return false;
    if (condition.upper && !isExact(*condition.upper)) return false;
    if (findQueryColumn(condition.key) != nullptr) return true;
    return std::all_of(condition.operands.begin(), condition.operands.end(), [&](const Json& operand) {
        if (operand.is_number()) return isOrderedKey(operand.to_number<double>());
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

// What a condition on related objects finds takes a look at all of them: they are not counted, and taken to be few
// where one value is asked for.
void ObjectConditionSql::count(std::vector<Sought>& all, FieldCountStore& counts) {
    std::vector<std::size_t> which;
    std::vector<FieldLegs> counted;
    std::int64_t enough = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < all.size(); ++i) {
        Sought& sought = all[i];
        if (!relatedKey(sought.condition->key)) {
            which.push_back(i);
            counted.push_back(sought.legs);
        } else if (isEquality(*sought.condition)) {
            sought.found = {FieldCountStore::kFew, false};
            enough = FieldCountStore::kFew;
        } else {
            sought.found = {std::numeric_limits<std::int64_t>::max(), false};
        }
    }
    const std::vector<RowCount> found = counts.of(counted, enough);
    for (std::size_t i = 0; i < which.size(); ++i) all[which[i]].found = found[i];
}

ObjectConditionSql::Plan ObjectConditionSql::planOf(const std::vector<const QueryCondition*>& conditions,
                                                    FieldCountStore* counts) const {
    Plan plan;
    for (const QueryCondition* condition : conditions) plan.all.push_back({condition, legsOf(*condition), {}});
    std::stable_sort(plan.all.begin(), plan.all.end(),
                     [](const Sought& a, const Sought& b) { return rankOf(*a.condition) < rankOf(*b.condition); });
    if (plan.all.size() < 2) return plan;
    Sought& first = plan.all[0];
    Sought& second = plan.all[1];
    if (counts != nullptr) {
        count(plan.all, *counts);
        std::stable_sort(plan.all.begin(), plan.all.end(),
                         [](const Sought& a, const Sought& b) { return a.found.rows < b.found.rows; });
        plan.listsSecond = FieldCountStore::isScannedSooner(second.found, first.found);
        const bool areAlike = second.found.rows / 2 <= first.found.rows;
        const bool isInOrder = areAlike && isEquality(*first.condition) && !isEquality(*second.condition);
        if (plan.listsSecond && !isInOrder) std::swap(first, second);
    }
    std::stable_partition(plan.all.begin() + (plan.listsSecond ? 2 : 1), plan.all.end(),
                          [](const Sought& sought) { return isEquality(*sought.condition); });
    return plan;
}

// One list of all legs: MySQL would walk all objects for an OR of two. What a leg nests stands first in its WHERE, and
// legs that nest stand first in their list: see renderNode. Where others are looked at for a list that is known to be
// the shortest, it is a table of its own, which DISTINCT keeps so: MySQL joins them there, instead of running a
// sub-select for each row.
std::string ObjectConditionSql::renderAll(const std::vector<const QueryCondition*>& conditions, SqlParams& params,
                                          FieldCountStore* counts) {
    const auto [all, listsSecond] = planOf(conditions, counts);
    const Sought& first = all.front();
    FieldLeg others;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const bool lists = i == 1 && listsSecond;
        std::string any;
        for (const FieldLeg& leg : all[i].legs) {
            any += any.empty() ? "" : " OR ";
            // Without the plus SQLite goes through the whole list for each look, instead of looking into it.
            const std::string listed = leg.hasList && !lists ? "+" : "";
            const std::string found = " FROM objects_fields g WHERE " + listed + leg.conditionOn("g.");
            any += lists ? "f.object IN (SELECT g.object" + found + ")"
                         : "EXISTS (SELECT 1" + found + " AND g.object = f.object)";
            others.params.insert(others.params.end(), leg.params.begin(), leg.params.end());
        }
        others.sql += " AND (" + any + ")";
        // Out of the joins, so that MySQL lists what is to be listed.
        if (lists || i > kMaxJoined) others.sql += " IS TRUE";
    }
    const bool isUnion = first.legs.size() > 1;
    const bool isTable = !isUnion && all.size() > 1 && counts != nullptr && !listsSecond;
    const std::string select = isTable ? "SELECT DISTINCT f.object" : "SELECT f.object";
    std::string found;
    for (const FieldLeg& leg : first.legs) {
        found += found.empty() ? "" : " UNION ALL ";
        found += select + " FROM objects_fields f WHERE " + leg.conditionOn("f.") + others.sql;
        params.insert(params.end(), leg.params.begin(), leg.params.end());
        params.insert(params.end(), others.params.begin(), others.params.end());
    }
    if (isUnion || isTable) found = "SELECT u.object FROM (" + found + ") u";
    return alias_ + "number IN (" + found + ")";
}

// Few objects have a slug, and an order or the bucket would be walked for them.
std::string ObjectConditionSql::ownColumnSql(const QueryColumn& column, const QueryCondition& condition,
                                             SqlParams& params) const {
    if (asksForSlugs(condition)) {
        params.emplace_back(scope_.bucketId);
        const std::string isOne = columnSql(column, "s.slug", condition, params);
        return alias_ + "number IN (SELECT s.number FROM objects s WHERE s.bucket_id = ? AND " + isOne + ")";
    }
    const std::string name = column.key == "id" ? idColumn(scope_.visibility) : std::string(column.column);
    return columnSql(column, alias_ + name, condition, params);
}

FieldLeg ObjectConditionSql::pathLeg(const std::string& key) const {
    std::string path = indexedText(key);
    if (scope_.paths != nullptr) {
        const auto known = scope_.paths->find(path);
        if (known != scope_.paths->end()) return {"@path = ?", {known->second}};
    }
    return {"@path = (SELECT number FROM objects_paths WHERE bucket_id = ? AND path = ?)",
            {scope_.bucketId, std::move(path)}};
}

std::vector<FieldLeg> ObjectConditionSql::legsOf(const QueryCondition& condition) const {
    std::vector<FieldLeg> legs;
    if (const std::optional<RelatedKey> related = relatedKey(condition.key)) {
        legs.push_back(relatedLeg(condition, *related));
    }
    addOwnLegs(condition, legs);
    if (legs.empty()) legs.push_back({"1=0", {}});
    return legs;
}

void ObjectConditionSql::addOwnLegs(const QueryCondition& condition, std::vector<FieldLeg>& legs) const {
    if (condition.test == Test::Present || condition.asksForObject()) return addPresentLegs(condition.key, legs);
    const auto add = [&](const std::string& key, const KeyTest& test) {
        if (test.sql.empty()) return;
        FieldLeg leg = pathLeg(key);
        leg.sql += " AND " + test.sql;
        leg.params.insert(leg.params.end(), test.params.begin(), test.params.end());
        legs.push_back(std::move(leg));
    };
    const KeyTest ids = idTest(condition);
    if (isEquality(condition)) {
        // A text that may be an id is looked for as both, in one list: a union of two costs MySQL a table of its own.
        std::vector<std::string> keys = valueKeys(condition);
        std::ranges::move(idKeys(condition), std::back_inserter(keys));
        add(condition.key, oneOf(keys));
    } else {
        add(condition.key, valueTest(condition));
        add(condition.key, ids);
    }
    // "author.id" is kept as "author".
    if (condition.key.ends_with(kIdEnd)) {
        add(condition.key.substr(0, condition.key.size() - kIdEnd.size()), ids);
    }
}

// '/' follows '.': the range holds what is below the key.
void ObjectConditionSql::addPresentLegs(const std::string& key, std::vector<FieldLeg>& legs) const {
    legs.push_back(
        {"@path IN (SELECT number FROM objects_paths WHERE bucket_id = ? AND (path = ? OR (path >= ? AND "
         "path < ?)))",
         {scope_.bucketId, indexedText(key), indexedText(key + "."), indexedText(key + "/")}});
    if (!key.ends_with(kIdEnd)) return;
    FieldLeg ids = pathLeg(key.substr(0, key.size() - kIdEnd.size()));
    ids.sql += " AND @value < ?";
    ids.params.emplace_back(std::string(kIdsEnd));
    legs.push_back(std::move(ids));
}

FieldLeg ObjectConditionSql::relatedLeg(const QueryCondition& condition, const RelatedKey& related) const {
    const std::string id = "p." + idColumn(scope_.visibility);
    QueryCondition asked = condition;
    asked.key = related.key;
    ObjectConditionSql nested(scope_, "p.");
    FieldLeg leg;
    leg.hasList = true;
    leg.sql = "@value IN (SELECT " + id + " FROM objects p WHERE ";
    leg.sql += nested.isExact(asked) ? nested.render(asked, leg.params) : nested.renderWider(asked, leg.params);
    if (scope_.onlyIds) leg.sql += " AND " + id + " IN " + sqlIn(*scope_.onlyIds, leg.params);
    const FieldLeg relation = pathLeg(related.relation);
    leg.sql += " AND p.bucket_id = ? AND p." + visibleRows(scope_.visibility) + ") AND " + relation.sql;
    leg.params.emplace_back(scope_.bucketId);
    leg.params.insert(leg.params.end(), relation.params.begin(), relation.params.end());
    return leg;
}

}  // namespace inkwell::objects
