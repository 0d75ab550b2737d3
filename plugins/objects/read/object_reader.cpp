#include "read/object_reader.h"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <thread>
#include <utility>

#include "inkwell/change_log.h"
#include "inkwell/error.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/props.h"
#include "read/answer_parts.h"
#include "read/object_search.h"
#include "read/object_text.h"

namespace inkwell::objects {

namespace {

// With the default settings a quarter of the threads; one client network gets half of it.
constexpr int kSearches = 64;
constexpr unsigned kSearchesAtOnce = 8;
constexpr std::chrono::milliseconds kSearchWait{5000};

SearchPlaces::Room roomForSearches() {
    return {kSearches, static_cast<int>(std::max(kSearchesAtOnce, std::thread::hardware_concurrency())), kSearchWait};
}

ApiError notFound(const std::string& id) { return ApiError::notFound("object", id); }

std::optional<ObjectPlace> findAfter(Sql& sql, const ObjectScope& scope, const std::string& id) {
    if (id.empty()) return std::nullopt;
    std::optional<ObjectPlace> place = ObjectListStore(sql, scope).findPlace(id);
    if (!place) {
        const std::string what = "names the object '" + id + "', which was not found; begin again without it";
        throw ApiError::badRequest("the parameter 'after' " + what, {{"after", what}});
    }
    return place;
}

// What an answer needs of documents.
Documents documentsOf(const RenderOptions& options) {
    static constexpr std::array<std::string_view, 4> kInDocuments = {"content", "options", "metadata", "metafields"};
    const bool shows = options.props == nullptr ||
                       std::any_of(kInDocuments.begin(), kInDocuments.end(),
                                   [&](std::string_view name) { return options.props->find(name) != nullptr; });
    return shows ? Documents::Text : Documents::None;
}

// Whether the answer is made of texts and has all that is related in it: MetafieldEngine::renderText.
bool showsRelated(const RenderOptions& options) {
    const Props& props = options.props == nullptr ? Props::everything() : *options.props;
    const Props* metadata = props.find("metadata");
    return metadata != nullptr && metadata->isEverything() && !options.showMetafields;
}

// What cannot be made a text is left to whoever wants it, who reads it again and says so.
void addAtHand(std::span<const StoredObject> found, std::vector<std::string> asked, ReadTogether& together) {
    std::vector<ObjectText> texts;
    for (const StoredObject& one : found) {
        if (std::find(asked.begin(), asked.end(), one.id) == asked.end()) continue;
        try {
            texts.push_back(objectTextOf(one, Props::everything()));
        } catch (const std::exception&) {
            std::erase(asked, one.id);
        }
    }
    together.add(asked, std::move(texts));
}

}  // namespace

ObjectReader::ObjectReader(Services& services, FieldIndexer& fields)
    : services_(services), fields_(fields), view_(services), searchPlaces_(roomForSearches()) {}

ObjectPage ObjectReader::readList(const ObjectScope& scope, const ObjectListRequest& asked,
                                  const ListReading& reading) {
    Database& database = services_.database();
    const auto find = [&](Sql& sql) { return findAfter(sql, scope, asked.after); };
    if (isExact(asked.query)) {
        return database.read([&](Sql& sql) {
            const std::optional<ObjectPlace> after = find(sql);
            if (scope.onlyIds && scope.onlyIds->empty()) return ObjectPage();
            return ObjectListStore(sql, scope, reading).list(asked.params, asked.query, after);
        });
    }
    const SearchPlaces::Place place = placeToSearch();
    const std::optional<ObjectPlace> after = asked.after.empty() ? std::nullopt : database.read(find);
    if (scope.onlyIds && scope.onlyIds->empty()) return {};
    return searchObjects(database, services_.find<MetafieldEngine>(), scope, asked.params, asked.query, after, reading);
}

ObjectReader::Shown ObjectReader::get(const Bucket& bucket, const std::string& id, const RenderOptions& options,
                                      bool mayBeReplica) {
    const bool isRelated = showsRelated(options);
    const std::vector<std::string> guess = isRelated ? related_.of(id, options) : std::vector<std::string>();
    std::vector<std::string> ids = guess;
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    std::vector<StoredObject> found = gathered_.find(services_.database(), bucket.id, std::move(ids),
                                                     {options.visibility, documentsOf(options), mayBeReplica});
    const auto wanted = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.id == id; });
    if (wanted == found.end()) throw notFound(id);
    ReadTogether together(options.visibility);
    addAtHand(found, guess, together);
    const std::int64_t version = wanted->version;
    std::vector<StoredObject> one;
    one.push_back(std::move(*wanted));
    Shown shown{view_.renderText(bucket, std::move(one), options), version};
    if (isRelated && together.wanted() != guess) related_.keep(id, options, together.wanted());
    return shown;
}

VersionedRecord ObjectReader::written(const Bucket& bucket, const Access& access, const std::string& id) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<StoredObject> object = ObjectStore(sql).find(bucket.id, id, Visibility::Any);
        if (!object) throw notFound(id);
        return VersionedRecord{view_.afterWrite(bucket, access, *object), object->version};
    });
}

VersionedRecord ObjectReader::current(const Bucket& bucket, const Access& access, const std::string& id) {
    if (access.mayReadDrafts(bucket)) return written(bucket, access, id);
    return services_.database().read([&](Sql& sql) {
        ObjectStore store(sql);
        const std::optional<std::int64_t> version = store.versionOf(bucket.id, id);
        if (!version) throw notFound(id);
        VersionedRecord current{{}, *version};
        if (!access.mayRead()) return current;
        const std::optional<StoredObject> object = store.find(bucket.id, id, Visibility::Published);
        if (object) current = {view_.afterWrite(bucket, access, *object), object->version};
        return current;
    });
}

ListReading ObjectReader::readingOf(const Bucket& bucket, const ObjectListRequest& asked) {
    ListReading reading{asked.options.memory, documentsOf(asked.options)};
    reading.known = &listCache_;
    reading.origin = {bucket.id, {}, listCache_.stamp()};
    addPartsOfList(asked.query, "", reading.origin.parts);
    return reading;
}

void ObjectReader::checkFound(const Bucket& bucket, bool isEmpty) const {
    if (!isEmpty || !services_.server().hostedClients) return;
    throw ApiError(404, "not_found", "No objects found for your query, in bucket '" + bucket.slug + "'");
}

ObjectReader::ListText ObjectReader::listText(const Bucket& bucket, const ObjectListRequest& asked, bool counts,
                                              bool fromDatabase) {
    ListReading reading = readingOf(bucket, asked);
    reading.counts = counts;
    if (fromDatabase) reading.isCurrent = [this] { return services_.changes().isAllAnnounced(); };
    const ObjectScope scope{bucket.id, asked.options.visibility, {}, fields_.pathsOf(bucket.id)};
    ObjectPage page = readList(scope, asked, reading);
    ListText list{view_.renderText(bucket, std::move(page.objects), asked.options), page.total};
    addPartsOfList(asked.query, asked.after, list.objects.madeOf);
    checkFound(bucket, list.total == 0 && list.objects.text.size() == 0);
    return list;
}

std::vector<std::string> ObjectReader::ids(const Bucket& bucket, const ObjectListRequest& asked) {
    ListReading reading = readingOf(bucket, asked);
    reading.documents = Documents::None;
    reading.counts = false;
    const ObjectScope scope{bucket.id, asked.options.visibility, {}, fields_.pathsOf(bucket.id)};
    const ObjectPage page = readList(scope, asked, reading);
    std::vector<std::string> ids;
    ids.reserve(page.objects.size());
    for (const StoredObject& object : page.objects) ids.push_back(object.id);
    return ids;
}

ObjectList ObjectReader::listOf(const Bucket& bucket, const ObjectListRequest& asked,
                                std::span<const std::string> ids) {
    RenderOptions options = asked.options;
    options.openOnly = std::make_shared<const std::set<std::string, std::less<>>>(ids.begin(), ids.end());
    const ObjectScope scope{bucket.id, options.visibility, ids};
    ObjectPage page = readList(scope, asked, {options.memory});
    RenderedObjects rendered = view_.render(bucket, view_.records(bucket, std::move(page.objects)), options);
    ObjectList list{JsonArray(options.memory), page.total, std::move(rendered.madeOf)};
    list.objects.reserve(rendered.objects.size());
    for (JsonObject& object : rendered.objects) list.objects.push_back(std::move(object));
    addPartsOfList(asked.query, asked.after, list.madeOf);
    checkFound(bucket, list.total == 0 && list.objects.empty());
    return list;
}

}  // namespace inkwell::objects
