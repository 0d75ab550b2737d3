#include "tests/plugins/metafields/world.h"

#include <algorithm>
#include <cstring>

#include "types/types.h"

namespace inkwell::metafields::test {

std::string idOf(unsigned n) { return testkit::CountingIds::id(n); }

Json jsonId(unsigned n) { return boost::json::string(idOf(n)); }

std::vector<ObjectRecord> FakeCatalog::find(const Bucket&, std::span<const std::string> ids, Visibility visibility) {
    findCalls.emplace_back(ids.begin(), ids.end());
    std::vector<ObjectRecord> found;
    for (const std::string& id : ids) {
        const auto object = objects.find(id);
        if (object == objects.end()) continue;
        if (visibility == Visibility::Any || object->second.status == "published") found.push_back(object->second);
    }
    return found;
}

std::optional<ObjectText> textOfRecord(const ObjectRecord& record, const Props& props) {
    std::string metafields = writeJson(record.metafields);
    const std::size_t size = metafields.size();
    ObjectText text{record.id, record.type, "", std::move(metafields), {0, size}};
    for (const auto& [key, value] : record.fields) {
        const Props* below = props.find(key);
        if (below == nullptr) continue;
        if (!below->isEverything()) return std::nullopt;
        if (!text.fields.empty()) text.fields += ',';
        addQuoted(text.fields, key);
        text.fields += ':' + writeJson(value);
    }
    return text;
}

std::optional<ContentParts> renderTexts(MetafieldEngine& engine, const Bucket& bucket,
                                        const std::vector<ObjectText>& texts, const RenderOptions& options,
                                        JsonText& answer) {
    return engine.renderText(
        bucket, texts.size(), [&](std::size_t number) { return texts[number]; }, options, answer);
}

std::vector<ObjectText> FakeCatalog::findTexts(const Bucket& bucket, std::span<const std::string> ids,
                                               Visibility visibility) {
    std::vector<ObjectText> texts;
    for (const ObjectRecord& record : find(bucket, ids, visibility)) {
        texts.push_back(*textOfRecord(record, Props::everything()));
    }
    findCalls.pop_back();
    return texts;
}

std::vector<ObjectCatalog::Summary> FakeCatalog::summaries(const Bucket&, std::span<const std::string> ids) {
    ++summaryCalls;
    std::vector<Summary> found;
    for (const std::string& id : ids) {
        const auto object = objects.find(id);
        if (object != objects.end()) found.push_back({id, object->second.type});
    }
    return found;
}

std::vector<std::string> FakeCatalog::existingTypes(const Bucket&, std::span<const std::string> slugs) {
    ++typeCalls;
    std::vector<std::string> found;
    for (const std::string& slug : slugs) {
        if (std::find(types.begin(), types.end(), slug) != types.end()) found.push_back(slug);
    }
    return found;
}

void FakeCatalog::editMetafields(const Bucket&, const Access&, const std::string& id, const MetafieldEdit& edit) {
    const auto object = objects.find(id);
    if (object == objects.end()) throw ApiError::notFound("object", id);
    JsonArray abandoned = object->second.metafields;
    edit({abandoned, templates, version});  // as after a deadlock: the first run leaves nothing behind
    edit({object->second.metafields, templates, version});
}

std::vector<MediaLibrary::Record> FakeMedia::findByName(const Bucket&, std::span<const std::string> names) {
    calls.emplace_back(names.begin(), names.end());
    std::vector<Record> found;
    for (const std::string& name : names) {
        const auto record = records.find(name);
        if (record != records.end()) found.push_back({name, record->second});
    }
    return found;
}

const Dialect& FakeDatabase::dialect() const { throw std::logic_error("the plugin has no SQL"); }

void FakeDatabase::runUnit(bool, const std::function<void(Sql&)>& body) {
    struct NoSql : Sql {
        std::vector<SqlRow> select(std::string_view, const SqlParams&) override { throw std::logic_error("no SQL"); }
        std::int64_t execute(std::string_view, const SqlParams&) override { throw std::logic_error("no SQL"); }
        const Dialect& dialect() const override { throw std::logic_error("no SQL"); }
    };
    NoSql sql;
    body(sql);
}

World::World() : types_(makeBuiltInTypes()) { catalog.types = {"posts", "authors"}; }

ObjectRecord& World::add(unsigned n, JsonArray metafields) {
    const std::string id = idOf(n);
    ObjectRecord& record = catalog.objects[id];
    record.id = id;
    record.type = "posts";
    record.status = "published";
    record.fields = {{"id", id}, {"title", "Object " + std::to_string(n)}, {"type", "posts"}};
    record.metafields = std::move(metafields);
    return record;
}

void World::addMedia(const std::string& name) { media.records[name] = {{"name", name}, {"url", "/media/" + name}}; }

void* World::getService(const char* serviceId) {
    if (void* found = findService(serviceId)) return found;
    throw std::logic_error("not a service that the plugin needs");
}

void* World::findService(const char* serviceId) {
    if (std::strcmp(serviceId, ObjectCatalog::kServiceId) == 0) return static_cast<ObjectCatalog*>(&catalog);
    if (std::strcmp(serviceId, ObjectVersions::kServiceId) == 0) return static_cast<ObjectVersions*>(&versions);
    if (std::strcmp(serviceId, MediaLibrary::kServiceId) == 0 && mediaIsOn) return static_cast<MediaLibrary*>(&media);
    return nullptr;
}

std::vector<void*> World::findContributions(const char* contributionId) {
    std::vector<void*> found;
    if (std::strcmp(contributionId, MetafieldType::kContributionId) != 0) return found;
    for (const auto& type : types_) found.push_back(static_cast<MetafieldType*>(type.get()));
    return found;
}

JsonObject field(std::string_view type, std::string_view key, Json value, JsonObject more) {
    JsonObject json{{"type", type}, {"title", "Title of " + std::string(key)}, {"key", key}, {"value", value}};
    for (auto& [name, member] : more) json[name] = member;
    return json;
}

JsonObject parent(std::string_view key, JsonArray children) {
    JsonObject json = field("parent", key, nullptr, {{"children", std::move(children)}});
    json.stable_erase(json.find("value"));
    return json;
}

JsonObject repeater(std::string_view key, std::vector<JsonArray> items) {
    JsonArray children;
    for (JsonArray& item : items) children.push_back({{"type", "repeating_item"}, {"children", std::move(item)}});
    JsonObject json = parent(key, std::move(children));
    json["type"] = "repeater";
    json["repeater_fields"] = JsonArray();
    return json;
}

JsonObject relation(std::string_view key, unsigned n) {
    return field("object", key, jsonId(n), {{"object_type", "posts"}});
}

JsonObject relations(std::string_view key, const std::vector<unsigned>& all) {
    std::string ids;
    for (const unsigned n : all) ids += (ids.empty() ? "" : ",") + idOf(n);
    return field("objects", key, Json(boost::json::string(ids)), {{"object_type", "posts"}});
}

std::string unknownType(const std::string& name) {
    return "unknown metafield type '" + name +
           "' (is its plugin enabled?); the types are 'check-boxes', 'date', 'file', 'html-textarea', 'json', "
           "'markdown', 'number', 'object', 'objects', 'parent', 'radio-buttons', 'repeater', 'select-dropdown', "
           "'switch', 'text', 'textarea'";
}

std::vector<std::string> linesOf(const Problems& problems) {
    std::vector<std::string> lines;
    for (const Problem& problem : problems.list()) lines.push_back(problem.path + ": " + problem.message);
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::vector<std::string> linesOf(const ApiError& error) {
    Problems problems;
    for (const Problem& problem : error.problems()) problems.add(problem.path, problem.message);
    return linesOf(problems);
}

}  // namespace inkwell::metafields::test
