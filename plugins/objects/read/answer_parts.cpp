#include "read/answer_parts.h"

#include <algorithm>

#include "read/object_query.h"

namespace inkwell::objects {

namespace {

using Kind = QueryNode::Kind;

// The condition that every match passes; nullptr when there is none.
const QueryCondition* findPinnedTypes(const QueryNode& node) {
    if (node.kind == Kind::Condition) {
        const bool pins = node.condition.key == "type" && node.condition.test == QueryCondition::Test::OneOf;
        return pins ? &node.condition : nullptr;
    }
    if (node.kind == Kind::All || (node.kind == Kind::Any && node.children.size() == 1)) {
        for (const QueryNode& child : node.children)
            if (const QueryCondition* found = findPinnedTypes(child)) return found;
    }
    return nullptr;
}

bool asksRelatedObjects(const ListQuery& query) {
    return std::any_of(query.keys().begin(), query.keys().end(),
                       [](const std::string& key) { return relatedKey(key).has_value(); });
}

}  // namespace

void addPartsOfList(const ListQuery& query, const std::string& after, ContentParts& parts) {
    const QueryCondition* pinned = findPinnedTypes(query.root());
    if (pinned == nullptr || !after.empty() || asksRelatedObjects(query)) {
        parts.addEverything();
        return;
    }
    for (const Json& type : pinned->operands)
        if (type.is_string()) parts.addObjectsOf(type.get_string());
}

}  // namespace inkwell::objects
