#include "read/object_matcher.h"

#include <algorithm>
#include <ctime>
#include <map>

#include "inkwell/error.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kMetadata = "metadata.";

Json columnOf(const StoredObject& object, std::string_view key) { return columnValue(object, key); }

// Nobody's answer: fewer objects at a time lead to fewer related ones.
struct TooMuchRelated {};

std::chrono::nanoseconds computedByThread() {
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

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
        : Entry(
              partsOf(given), [&given](std::string_view key) { return columnOf(given, key); }, engine) {}

    // A related object, which nobody else keeps.
    Entry(std::shared_ptr<const StoredObject> object, MetafieldEngine* engine, std::size_t givenNumber)
        : Entry(
              partsOf(*object), [object](std::string_view key) { return columnOf(*object, key); }, engine) {
        number = givenNumber;
    }

    std::vector<std::string_view> idsOf(std::string_view relation) const {
        std::vector<std::string_view> ids;
        for (const FieldValue& field : fields)
            if (field.isReference && field.path == relation) ids.emplace_back(field.value.get_string());
        return ids;
    }

    const IndexedParts parts;
    const std::vector<FieldValue> fields;
    const RecordDocument own;                                               // without what is related
    std::map<std::string, std::vector<const Entry*>, std::less<>> related;  // by relation: those that are visible
    std::size_t number = 0;                                                 // of a related object

private:
    Entry(const IndexedParts& givenParts, RecordDocument::ColumnValue column, MetafieldEngine* engine)
        : parts(givenParts),
          fields(fieldsOf(parts, engine)),
          own(queryColumns(), std::move(column), fields, [this, engine](std::string_view key, const JsonTest& test) {
              if (engine == nullptr || parts.metafields == nullptr || !key.starts_with(kMetadata)) return false;
              return engine->anyObject(*parts.metafields, key.substr(kMetadata.size()), test);
          }) {}
};

// A condition, as it is asked of an object and then of those that it leads to. However many lead to one of them, that
// one is asked once.
struct ObjectMatcher::Asked {
    enum class Answer : char { Unknown, No, Yes };
    struct Level {
        std::string key;
        std::string relation;         // through which the next level is reached
        std::vector<Answer> answers;  // of related objects, by their numbers
    };

    explicit Asked(const QueryCondition& given)
        : condition(given), accepts([this](const Json& value) { return condition.accepts(value); }) {
        std::string key = condition.key;
        while (const std::optional<RelatedKey> related = relatedKey(key)) {
            levels.push_back({std::move(key), related->relation, {}});
            key = related->key;
        }
        levels.push_back({std::move(key), "", {}});
    }

    bool passesItself(const Entry& entry, const std::string& key) const {
        if (condition.test == QueryCondition::Test::Present) return entry.own.has(key);
        return condition.asksForObject() ? entry.own.anyObject(key, accepts) : entry.own.any(key, accepts);
    }

    const QueryCondition& condition;
    const JsonTest accepts;
    std::vector<Level> levels;
};

ObjectMatcher::ObjectMatcher(Database& database, MetafieldEngine* engine, const ObjectScope& scope,
                             const ListQuery& query, std::chrono::milliseconds mostComputing)
    : database_(database),
      engine_(engine),
      scope_(scope),
      query_(query),
      computesUntil_(computedByThread() + mostComputing) {
    addConditions(query.root());
}

ObjectMatcher::~ObjectMatcher() = default;

void ObjectMatcher::addConditions(const QueryNode& node) {
    for (const QueryNode& child : node.children) addConditions(child);
    if (node.kind != QueryNode::Kind::Condition) return;
    asked_.emplace(&node.condition, std::make_unique<Asked>(node.condition));
}

// In time of the processor: that others compute as well is no reason to refuse anything.
void ObjectMatcher::requireTime() const {
    if (computedByThread() < computesUntil_) return;
    throw ApiError::badRequest("the query takes too long: what it asks for is looked for object by object, with " +
                               std::to_string(kMostComputing.count()) +
                               " seconds of computing at most; ask for less in 'query', or for fewer objects, by their "
                               "'type' for instance");
}

bool ObjectMatcher::matches(const QueryNode& node, const Entry& entry) {
    const auto matchesChild = [&](const QueryNode& child) { return matches(child, entry); };
    switch (node.kind) {
        case QueryNode::Kind::All:
            return std::all_of(node.children.begin(), node.children.end(), matchesChild);
        case QueryNode::Kind::Any:
            return std::any_of(node.children.begin(), node.children.end(), matchesChild);
        case QueryNode::Kind::Not:
            return !matchesChild(node.children.front());
        case QueryNode::Kind::Condition:
            break;
    }
    requireTime();
    return passes(*asked_.at(&node.condition), 0, entry);
}

bool ObjectMatcher::passes(Asked& asked, std::size_t number, const Entry& entry) {
    const Asked::Level& level = asked.levels[number];
    if (asked.passesItself(entry, level.key)) return true;
    const auto related = entry.related.find(level.relation);
    if (related == entry.related.end()) return false;
    return std::any_of(related->second.begin(), related->second.end(),
                       [&](const Entry* one) { return relatedPasses(asked, number + 1, *one); });
}

bool ObjectMatcher::relatedPasses(Asked& asked, std::size_t number, const Entry& entry) {
    constexpr unsigned kUntimed = 16;  // to ask for the time takes as long as some tests
    std::vector<Asked::Answer>& answers = asked.levels[number].answers;
    if (answers.size() <= entry.number) answers.resize(numbered_);
    if (answers[entry.number] == Asked::Answer::Unknown) {
        if (++asks_ % kUntimed == 0) requireTime();
        const bool is = passes(asked, number, entry);
        answers[entry.number] = is ? Asked::Answer::Yes : Asked::Answer::No;
    }
    return answers[entry.number] == Asked::Answer::Yes;
}

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
    std::vector<std::unique_ptr<Entry>> kept;
    std::vector<Entry*> entries;
    for (const Given& one : given) {
        entries.push_back(kept.emplace_back(std::make_unique<Entry>(one, engine_)).get());
    }
    forgetRelated();
    loadRelated(query_.keys(), entries);
    std::vector<bool> matching;
    matching.reserve(entries.size());
    for (const Entry* entry : entries) matching.push_back(matches(query_.root(), *entry));
    return matching;
}

void ObjectMatcher::forgetRelated() {
    related_.clear();
    relatedBytes_ = 0;
    numbered_ = 0;
    for (const auto& [condition, asked] : asked_)
        for (Asked::Level& level : asked->levels) level.answers.clear();
}

bool ObjectMatcher::mayLoad(const std::string& id) const {
    return !scope_.onlyIds || std::find(scope_.onlyIds->begin(), scope_.onlyIds->end(), id) != scope_.onlyIds->end();
}

void ObjectMatcher::loadRelated(const std::set<std::string>& keys, const std::vector<Entry*>& entries) {
    std::map<std::string, std::set<std::string>> byRelation;
    for (const std::string& key : keys)
        if (std::optional<RelatedKey> related = relatedKey(key)) byRelation[related->relation].insert(related->key);
    for (const auto& [relation, further] : byRelation) loadRelated(further, relate(entries, relation));
}

// Returns those that they lead to, each once.
std::vector<ObjectMatcher::Entry*> ObjectMatcher::relate(const std::vector<Entry*>& entries,
                                                         const std::string& relation) {
    requireTime();
    std::vector<std::vector<std::string_view>> idsOfEach;
    std::set<std::string_view> wanted;
    for (const Entry* entry : entries) {
        const std::vector<std::string_view>& ids = idsOfEach.emplace_back(entry->idsOf(relation));
        wanted.insert(ids.begin(), ids.end());
    }
    loadUnknown(wanted);
    const auto visibleOf = [&](const auto& ids, auto& visible) {
        for (const std::string_view id : ids)
            if (const auto& one = related_.at(std::string(id))) visible.push_back(one.get());
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        std::vector<const Entry*>& visible = entries[i]->related[relation];
        visible.clear();
        visibleOf(idsOfEach[i], visible);
    }
    std::vector<Entry*> next;
    visibleOf(wanted, next);
    return next;
}

void ObjectMatcher::loadUnknown(const std::set<std::string_view>& ids) {
    std::vector<std::string> unknown;
    for (const std::string_view id : ids) {
        std::string key(id);
        if (related_.try_emplace(key).second && mayLoad(key)) unknown.push_back(std::move(key));
    }
    if (unknown.empty()) return;
    std::vector<StoredObject> found = database_.read([&](Sql& sql) {
        return ObjectStore(sql, {}, Documents::Text).findAll(scope_.bucketId, unknown, scope_.visibility);
    });
    for (StoredObject& object : found) {
        relatedBytes_ += object.parseDocument({});
        if (relatedBytes_ > kMostRelatedBytes) throw TooMuchRelated();
        const auto kept = std::make_shared<const StoredObject>(std::move(object));
        related_[kept->id] = std::make_unique<Entry>(kept, engine_, numbered_++);
    }
}

}  // namespace inkwell::objects
