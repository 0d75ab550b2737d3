#include "object_matcher.h"

#include <algorithm>
#include <set>

namespace inkwell::objects {

struct ObjectMatcher::Entry {
    explicit Entry(const StoredObject& stored, MetafieldEngine* engine)
        : object(stored), fields(fieldsOf(stored, engine)) {}

    const StoredObject object;
    const std::vector<FieldValue> fields;

    std::vector<std::string> idsOf(std::string_view relation) const {
        std::vector<std::string> ids;
        for (const FieldValue& field : fields)
            if (field.isReference && field.path == relation) ids.emplace_back(field.value.get_string());
        return ids;
    }
};

class ObjectMatcher::Document : public QueryDocument {
public:
    Document(const Entry& entry, const Entries& related) : entry_(entry), related_(related) {}

    bool any(std::string_view key, const std::function<bool(const Json&)>& test) const override {
        if (findQueryColumn(key) != nullptr) {
            const Json value = columnValue(entry_.object, key);
            return !value.is_null() && test(value);
        }
        const auto passes = [&](const FieldValue& field) { return field.path == key && test(field.value); };
        return std::any_of(entry_.fields.begin(), entry_.fields.end(), passes) ||
               anyRelated(key, [&](const Document& related, std::string_view rest) { return related.any(rest, test); });
    }

    bool has(std::string_view key) const override {
        if (findQueryColumn(key) != nullptr) return !columnValue(entry_.object, key).is_null();
        const auto isThere = [&](const FieldValue& field) {
            return field.path.starts_with(key) && (field.path.size() == key.size() || field.path[key.size()] == '.');
        };
        return std::any_of(entry_.fields.begin(), entry_.fields.end(), isThere) ||
               anyRelated(key, [](const Document& related, std::string_view rest) { return related.has(rest); });
    }

private:
    template <class Passes>
    bool anyRelated(std::string_view key, const Passes& passes) const {
        const std::optional<RelatedKey> related = relatedKey(key);
        if (!related) return false;
        for (const std::string& id : entry_.idsOf(related->relation)) {
            const auto found = related_.find(id);
            if (found != related_.end() && found->second && passes(Document(*found->second, related_), related->key)) {
                return true;
            }
        }
        return false;
    }

    const Entry& entry_;
    const Entries& related_;
};

ObjectMatcher::ObjectMatcher(Sql& sql, MetafieldEngine* engine, const std::string& bucketId, Visibility visibility,
                             const ListQuery& query)
    : sql_(sql), engine_(engine), bucketId_(bucketId), visibility_(visibility), query_(query) {}

ObjectMatcher::~ObjectMatcher() = default;

std::vector<bool> ObjectMatcher::match(std::span<const StoredObject> objects) {
    std::vector<std::unique_ptr<const Entry>> kept;
    std::vector<const Entry*> entries;
    for (const StoredObject& object : objects) {
        entries.push_back(kept.emplace_back(std::make_unique<const Entry>(object, engine_)).get());
    }
    related_.clear();
    for (const std::string& key : query_.keys()) loadRelated(key, entries);
    std::vector<bool> matches;
    matches.reserve(entries.size());
    for (const Entry* entry : entries) matches.push_back(query_.matches(Document(*entry, related_)));
    return matches;
}

void ObjectMatcher::loadRelated(const std::string& key, const std::vector<const Entry*>& entries) {
    const std::optional<RelatedKey> related = relatedKey(key);
    if (!related) return;
    std::set<std::string> wanted;
    for (const Entry* entry : entries)
        for (std::string& id : entry->idsOf(related->relation)) wanted.insert(std::move(id));
    std::vector<std::string> unknown;
    for (const std::string& id : wanted)
        if (related_.try_emplace(id).second) unknown.push_back(id);
    if (!unknown.empty()) {
        for (const StoredObject& object : ObjectStore(sql_).findAll(bucketId_, unknown, visibility_)) {
            related_[object.id] = std::make_unique<const Entry>(object, engine_);
        }
    }
    std::vector<const Entry*> next;
    for (const std::string& id : wanted)
        if (const auto& entry = related_[id]) next.push_back(entry.get());
    if (!next.empty()) loadRelated(related->key, next);
}

}  // namespace inkwell::objects
