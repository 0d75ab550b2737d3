#include "read/object_matcher.h"

#include <set>

#include "inkwell/error.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kMetadata = "metadata.";

Json columnOf(const StoredObject& object, std::string_view key) { return columnValue(object, key); }

// Nobody's answer: fewer objects at a time lead to fewer related ones.
struct TooMuchRelated {};

// A record has them as reads show them, too.
Json columnOf(const ObjectRecord& record, std::string_view key) {
    const Json* value = record.fields.if_contains(key);
    return value == nullptr ? Json() : *value;
}

IndexedParts partsOf(const ObjectRecord& record) {
    const JsonObject& fields = record.fields;
    return {textOf(fields, "title"), textOf(fields, "content"), textOf(fields, "thumbnail"), &record.metafields};
}

}  // namespace

struct ObjectMatcher::Entry {
    template <class Given>
    Entry(const Given& given, MetafieldEngine* engine)
        : parts(partsOf(given)),
          fields(fieldsOf(parts, engine)),
          column([&given](std::string_view key) { return columnOf(given, key); }) {}

    // A related object, which nobody else keeps.
    Entry(std::shared_ptr<const StoredObject> object, MetafieldEngine* engine)
        : parts(partsOf(*object)),
          fields(fieldsOf(parts, engine)),
          column([object](std::string_view key) { return columnOf(*object, key); }) {}

    const IndexedParts parts;
    const std::vector<FieldValue> fields;
    const std::function<Json(std::string_view key)> column;

    std::vector<std::string> idsOf(std::string_view relation) const {
        std::vector<std::string> ids;
        for (const FieldValue& field : fields)
            if (field.isReference && field.path == relation) ids.emplace_back(field.value.get_string());
        return ids;
    }
};

class ObjectMatcher::Document : public QueryDocument {
public:
    Document(const Entry& entry, const Entries& related, MetafieldEngine* engine)
        : entry_(entry),
          related_(related),
          engine_(engine),
          own_(queryColumns(), entry.column, entry.fields,
               [this](std::string_view key, const JsonTest& test) { return anyOwnObject(key, test); }) {}

    bool any(std::string_view key, const JsonTest& test) const override {
        return own_.any(key, test) ||
               anyRelated(key, [&](const Document& related, std::string_view rest) { return related.any(rest, test); });
    }

    bool anyObject(std::string_view key, const JsonTest& test) const override {
        return own_.anyObject(key, test) || anyRelated(key, [&](const Document& related, std::string_view rest) {
                   return related.anyObject(rest, test);
               });
    }

    bool has(std::string_view key) const override {
        return own_.has(key) ||
               anyRelated(key, [](const Document& related, std::string_view rest) { return related.has(rest); });
    }

private:
    bool anyOwnObject(std::string_view key, const JsonTest& test) const {
        const JsonArray* metafields = entry_.parts.metafields;
        if (engine_ == nullptr || metafields == nullptr || !key.starts_with(kMetadata)) return false;
        return engine_->anyObject(*metafields, key.substr(kMetadata.size()), test);
    }
    template <class Passes>
    bool anyRelated(std::string_view key, const Passes& passes) const {
        const std::optional<RelatedKey> related = relatedKey(key);
        if (!related) return false;
        for (const std::string& id : entry_.idsOf(related->relation)) {
            const auto found = related_.find(id);
            if (found == related_.end() || !found->second) continue;
            if (passes(Document(*found->second, related_, engine_), related->key)) return true;
        }
        return false;
    }

    const Entry& entry_;
    const Entries& related_;
    MetafieldEngine* engine_;
    const RecordDocument own_;
};

ObjectMatcher::ObjectMatcher(Sql& sql, MetafieldEngine* engine, const ObjectScope& scope, const ListQuery& query)
    : sql_(sql), engine_(engine), scope_(scope), query_(query) {}

ObjectMatcher::~ObjectMatcher() = default;

std::vector<bool> ObjectMatcher::match(std::span<const StoredObject> objects) { return matchAll(objects); }
std::vector<bool> ObjectMatcher::match(std::span<const ObjectRecord> records) { return matchAll(records); }

template <class Given>
std::vector<bool> ObjectMatcher::matchAll(std::span<const Given> given) {
    try {
        return matchTogether(given);
    } catch (const TooMuchRelated&) {
        related_.clear();
        if (given.size() == 1) {
            throw ApiError::badRequest("the query asks for related objects of more than " +
                                       std::to_string(kMostRelatedBytes >> 20U) +
                                       " MB, which are related to one object; ask for less in 'query'");
        }
    }
    const std::size_t half = given.size() / 2;
    std::vector<bool> matches = matchAll(given.first(half));
    const std::vector<bool> others = matchAll(given.subspan(half));
    matches.insert(matches.end(), others.begin(), others.end());
    return matches;
}

template <class Given>
std::vector<bool> ObjectMatcher::matchTogether(std::span<const Given> given) {
    std::vector<std::unique_ptr<const Entry>> kept;
    std::vector<const Entry*> entries;
    for (const Given& one : given) {
        entries.push_back(kept.emplace_back(std::make_unique<const Entry>(one, engine_)).get());
    }
    related_.clear();
    relatedBytes_ = 0;
    for (const std::string& key : query_.keys()) loadRelated(key, entries);
    std::vector<bool> matches;
    matches.reserve(entries.size());
    for (const Entry* entry : entries) matches.push_back(query_.matches(Document(*entry, related_, engine_)));
    return matches;
}

bool ObjectMatcher::mayLoad(const std::string& id) const {
    return !scope_.onlyIds || std::find(scope_.onlyIds->begin(), scope_.onlyIds->end(), id) != scope_.onlyIds->end();
}

void ObjectMatcher::loadRelated(const std::string& key, const std::vector<const Entry*>& entries) {
    const std::optional<RelatedKey> related = relatedKey(key);
    if (!related) return;
    std::set<std::string> wanted;
    for (const Entry* entry : entries)
        for (std::string& id : entry->idsOf(related->relation)) wanted.insert(std::move(id));
    std::vector<std::string> unknown;
    for (const std::string& id : wanted)
        if (related_.try_emplace(id).second && mayLoad(id)) unknown.push_back(id);
    if (!unknown.empty()) {
        ObjectStore store(sql_, {}, Documents::Text);
        for (StoredObject& object : store.findAll(scope_.bucketId, unknown, scope_.visibility)) {
            relatedBytes_ += object.parseDocument({});
            if (relatedBytes_ > kMostRelatedBytes) throw TooMuchRelated();
            const auto kept = std::make_shared<const StoredObject>(std::move(object));
            related_[kept->id] = std::make_unique<const Entry>(kept, engine_);
        }
    }
    std::vector<const Entry*> next;
    for (const std::string& id : wanted)
        if (const auto& entry = related_[id]) next.push_back(entry.get());
    if (!next.empty()) loadRelated(related->key, next);
}

}  // namespace inkwell::objects
