#include "read/object_query.h"

#include <algorithm>
#include <array>

#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::objects {

namespace {

using Kind = QueryColumn::Kind;

constexpr int kMaxRelations = 2;
// SQLite's parser holds a hundred open symbols: each related object takes its share of the depth around it.
constexpr std::array<int, kMaxRelations + 1> kMaxDepth = {1000, 16, 6};
constexpr std::string_view kMetadata = "metadata.";
constexpr std::string_view kWithin = ".metadata.";

constexpr std::array<QueryColumn, 12> kColumns = {{
    {"id", "object_id", Kind::Text, ""},
    {"slug", "slug", Kind::Text, ""},
    {"type", "type_slug", Kind::Text, ""},
    {"locale", "locale", Kind::Text, " <> ''"},
    {"status", "status", Kind::Text, ""},
    {"created_at", "created_at", Kind::Time, ""},
    {"modified_at", "modified_at", Kind::Time, ""},
    {"published_at", "published_at", Kind::Time, " IS NOT NULL"},
    {"publish_at", "publish_at", Kind::Number, " IS NOT NULL"},
    {"unpublish_at", "unpublish_at", Kind::Number, " IS NOT NULL"},
    {"created_by", "created_by", Kind::Text, " IS NOT NULL"},
    {"modified_by", "modified_by", Kind::Text, " IS NOT NULL"},
}};

const QueryKeys& queryKeys() {
    static const QueryKeys kKeys = [] {
        QueryKeys keys{"title", "content", "thumbnail"};
        for (const QueryColumn& column : kColumns) keys.emplace(column.key);
        return keys;
    }();
    return kKeys;
}

void checkReach(const QueryNode& node, int depth) {
    if (node.kind != QueryNode::Kind::Condition) {
        const bool isLevel = node.kind == QueryNode::Kind::Not || node.children.size() > 1;
        for (const QueryNode& child : node.children) checkReach(child, depth + (isLevel ? 1 : 0));
        return;
    }
    const std::string& key = node.condition.key;
    std::size_t relations = 0;
    for (auto related = relatedKey(key); related; related = relatedKey(related->key)) ++relations;
    if (relations > kMaxRelations) {
        throw wrongQuery("the key '" + key + "' reaches through more than " + std::to_string(kMaxRelations) +
                         " related objects");
    }
    if (depth > kMaxDepth[relations]) {
        throw wrongQuery("the key '" + key + "', which reaches through related objects, stands in too many levels");
    }
}

const QueryCondition* findPinnedTypesIn(const QueryNode& node) {
    if (node.kind == QueryNode::Kind::Condition) {
        const bool pins = node.condition.key == "type" && node.condition.test == QueryCondition::Test::OneOf;
        return pins ? &node.condition : nullptr;
    }
    if (node.kind == QueryNode::Kind::All || (node.kind == QueryNode::Kind::Any && node.children.size() == 1)) {
        for (const QueryNode& child : node.children)
            if (const QueryCondition* found = findPinnedTypesIn(child)) return found;
    }
    return nullptr;
}

}  // namespace

ListQuery parseObjectQuery(std::string_view text) {
    ListQuery query = ListQuery::parse(text, queryKeys());
    checkReach(query.root(), 0);
    return query;
}

const QueryCondition* findPinnedTypes(const ListQuery& query) { return findPinnedTypesIn(query.root()); }

std::span<const QueryColumn> queryColumns() { return kColumns; }

const QueryColumn* findQueryColumn(std::string_view key) { return findColumn(kColumns, key); }

Json columnValue(const StoredObject& object, std::string_view key) {
    if (key == "id") return Json(object.id);
    if (key == "slug") return Json(object.slug);
    if (key == "type") return Json(object.type);
    if (key == "locale") return textOrNull(object.locale);
    if (key == "status") return Json(object.status);
    if (key == "created_at") return Json(isoTime(object.createdAtMs));
    if (key == "modified_at") return Json(isoTime(object.modifiedAtMs));
    if (key == "published_at") return isoTimeOrNull(object.publishedAtMs);
    if (key == "publish_at") return object.publishAtMs ? Json(*object.publishAtMs) : Json();
    if (key == "unpublish_at") return object.unpublishAtMs ? Json(*object.unpublishAtMs) : Json();
    if (key == "created_by") return textOrNull(object.createdBy);
    return textOrNull(object.modifiedBy);
}

bool asksForSlugs(const QueryCondition& condition) {
    return condition.key == "slug" && condition.test == QueryCondition::Test::OneOf;
}

bool asksForRowsAlone(const ListQuery& query) {
    return std::all_of(query.keys().begin(), query.keys().end(), [](const std::string& key) {
        return key == "title" || key == "thumbnail" || findQueryColumn(key) != nullptr;
    });
}

bool isSchedule(std::string_view key) { return key == "publish_at" || key == "unpublish_at"; }

std::optional<RelatedKey> relatedKey(std::string_view key) {
    if (!key.starts_with(kMetadata)) return std::nullopt;
    const std::size_t within = key.find(kWithin, kMetadata.size() + 1);
    if (within != std::string_view::npos && within + kWithin.size() < key.size()) {
        return RelatedKey{std::string(key.substr(0, within)), std::string(key.substr(within + 1))};
    }
    const std::size_t dot = key.rfind('.');
    const std::string_view last = key.substr(dot + 1);
    // A related object's id is kept with the relation itself.
    if (dot <= kMetadata.size() || last == "id" || !queryKeys().contains(last)) return std::nullopt;
    return RelatedKey{std::string(key.substr(0, dot)), std::string(last)};
}

}  // namespace inkwell::objects
