#include "read/answer_parts.h"

#include <algorithm>

#include "read/object_query.h"

namespace inkwell::objects {

namespace {

bool asksRelatedObjects(const ListQuery& query) {
    return std::any_of(query.keys().begin(), query.keys().end(),
                       [](const std::string& key) { return relatedKey(key).has_value(); });
}

}  // namespace

void addPartsOfList(const ListQuery& query, const std::string& after, ContentParts& parts) {
    const QueryCondition* pinned = findPinnedTypes(query);
    if (pinned == nullptr || !after.empty() || asksRelatedObjects(query)) {
        parts.addEverything();
        return;
    }
    for (const Json& type : pinned->operands)
        if (type.is_string()) parts.addObjectsOf(type.get_string());
}

}  // namespace inkwell::objects
