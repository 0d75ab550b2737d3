#include "revision_service.h"

#include <algorithm>
#include <span>
#include <utility>

#include "inkwell/content_parts.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/metafield_type.h"
#include "inkwell/object_versions.h"
#include "inkwell/write_answer.h"
#include "revision_view.h"

namespace inkwell::revisions {

namespace {

constexpr std::size_t kMatchedAtOnce = 200;
constexpr std::int64_t kRenamedAtOnce = 20;
// Of the text of their documents: more is matched in parts, and refused where it is to be shown.
constexpr std::size_t kMostMatchedBytes = std::size_t{8} << 20;
constexpr std::size_t kMostShownBytes = std::size_t{256} << 20;

StoredRevision getRevision(Sql& sql, const RevisionStore::Scope& scope, const std::string& id) {
    std::optional<StoredRevision> revision = RevisionStore(sql).find(scope, id);
    if (!revision) {
        throw ApiError(404, "not_found", "revision '" + id + "' of object '" + scope.objectId + "' was not found");
    }
    return std::move(*revision);
}

}  // namespace

RevisionService::List RevisionService::list(const Bucket& bucket, const std::string& objectId, const ListParams& params,
                                            const ListQuery& query, const RenderOptions& options) {
    Database& database = services_.database();
    const std::string type = database.read([&](Sql&) { return requireObject(bucket, objectId, options.visibility); });
    const RevisionStore::Scope scope{bucket.id, objectId, options.visibility};
    MatchedPage<RevisionStore::Place> page;
    if (!query.isEmpty()) page = search(bucket, scope, params, query);
    std::vector<ObjectRecord> records = database.read([&](Sql& sql) {
        if (query.isEmpty()) page = {RevisionStore(sql).places(scope, params), RevisionStore(sql).count(scope)};
        return recordsOf(sql, scope, page.items, options);
    });
    RenderedObjects rendered = services_.get<ObjectCatalog>().render(bucket, std::move(records), options);
    List list{JsonArray(options.memory), page.total, std::move(rendered.madeOf)};
    list.madeOf.addObjectsOf(type);
    if (!query.isEmpty()) list.madeOf.addEverything();  // it may ask related objects
    list.revisions.reserve(rendered.objects.size());
    for (JsonObject& one : rendered.objects) list.revisions.push_back(std::move(one));
    return list;
}

// No session is held while they are matched, which may take long.
MatchedPage<RevisionStore::Place> RevisionService::search(const Bucket& bucket, const RevisionStore::Scope& scope,
                                                          const ListParams& params, const ListQuery& query) const {
    Database& database = services_.database();
    const std::vector<RevisionStore::Place> all =
        database.read([&](Sql& sql) { return RevisionStore(sql).places(scope, params.sort); });
    MatchedPage<RevisionStore::Place> page;
    for (std::span<const RevisionStore::Place> left = all; !left.empty();) {
        std::vector<RevisionStore::Place> places;  // of the records
        std::vector<ObjectRecord> records;
        std::size_t bytes = 0;
        left = database.read([&](Sql& sql) {
            return RevisionStore(sql).forSome(scope, left, [&](StoredRevision&& revision) {
                bytes += revision.documentBytes;
                places.push_back({revision.id, static_cast<std::int64_t>(revision.documentBytes)});
                records.push_back(queriedRecord(std::move(revision)));
                return records.size() < kMatchedAtOnce && bytes < kMostMatchedBytes;
            });
        });
        const std::vector<bool> matches =
            services_.get<ObjectCatalog>().match(bucket, scope.visibility, query, records);
        for (std::size_t i = 0; i < matches.size(); ++i) {
            if (!matches[i]) continue;
            const std::int64_t place = page.total++;
            if (place >= params.skip && place - params.skip < params.limit) page.items.push_back(places[i]);
        }
    }
    return page;
}

// In the memory of the answer, and only what it shows of them.
std::vector<ObjectRecord> RevisionService::recordsOf(Sql& sql, const RevisionStore::Scope& scope,
                                                     std::span<const RevisionStore::Place> places,
                                                     const RenderOptions& options) {
    std::vector<ObjectRecord> records;
    records.reserve(places.size());
    std::size_t bytes = 0;
    const auto take = [&](StoredRevision&& revision) {
        const std::size_t wholeBytes = revision.documentBytes;
        ObjectRecord record = shownRecord(std::move(revision), options.props.get());
        bytes += record.metafields.empty() ? textOf(record.fields, "content").size() : wholeBytes;
        if (bytes > kMostShownBytes) {
            throw ApiError::badRequest(
                "the revisions asked for have more than 256 MB; ask for less with 'props' or 'limit'");
        }
        records.push_back({std::move(record.id), std::move(record.type), std::move(record.status),
                           JsonObject(std::move(record.fields), options.memory),
                           JsonArray(std::move(record.metafields), options.memory)});
    };
    RevisionStore store(sql);
    if (showsDocument(options.props.get())) {
        store.forEach(scope, places, take);
    } else {
        store.forEachWithoutDocument(scope, places, take);
    }
    return records;
}

RenderedObjects RevisionService::get(const Bucket& bucket, const std::string& objectId, const std::string& id,
                                     const RenderOptions& options) {
    return services_.database().read([&](Sql& sql) {
        const std::string type = requireObject(bucket, objectId, options.visibility);
        RenderedObjects found =
            render(bucket, getRevision(sql, {bucket.id, objectId, options.visibility}, id), options);
        found.madeOf.addObjectsOf(type);
        return found;
    });
}

VersionedRecord RevisionService::create(const Bucket& bucket, const Access& access, const std::string& objectId,
                                        const JsonObject& body, const std::optional<Precondition>& ifMatch,
                                        const std::shared_ptr<const Props>& props) {
    ObjectVersions& versions = services_.get<ObjectVersions>();
    const auto write = [&] {
        return services_.database().write([&](Sql&) {
            requireMatch(bucket, access, objectId, ifMatch);
            StoredRevision created = store(bucket, access, objectId, body);
            return std::pair(std::move(created), versions.versionOf(bucket, objectId));
        });
    };
    const auto [created, version] = writeVersion(write, [&] { return versions.current(bucket, access, objectId); });
    return {answer(bucket, access, created, props), version};
}

// The version is for those alone who may write the object.
void RevisionService::requireMatch(const Bucket& bucket, const Access& access, const std::string& objectId,
                                   const std::optional<Precondition>& ifMatch) const {
    if (!ifMatch) return;
    const std::int64_t version = services_.get<ObjectVersions>().lock(bucket, objectId);
    access.requireWriteObjectsOf(requireObject(bucket, objectId, Visibility::Any));
    requireVersion(ifMatch, "object", objectId, version);
}

StoredRevision RevisionService::store(const Bucket& bucket, const Access& access, const std::string& objectId,
                                      const JsonObject& body, const Restoring& restoring) {
    return services_.database().write([&](Sql& sql) {
        StoredRevision revision;
        revision.id = services_.ids().next();
        ObjectCatalog::Revised revised =
            services_.get<ObjectCatalog>().revise(bucket, access, objectId, revision.id, body, restoring);
        revision.bucketId = bucket.id;
        revision.objectId = objectId;
        revision.type = revised.record.type;
        revision.status = revised.record.status;
        revision.createdAtMs = revision.modifiedAtMs = revised.modifiedAtMs;
        revision.fields = std::move(revised.record.fields);
        revision.metafields = std::move(revised.record.metafields);
        RevisionStore(sql).insert(revision);
        publish(bucket, revision, access, revised.triggerWebhook);
        return revision;
    });
}

void RevisionService::keep(const Bucket& bucket, ObjectRecord replaced, std::int64_t modifiedAtMs) {
    services_.database().write([&](Sql& sql) {
        StoredRevision revision;
        revision.id = services_.ids().next();
        revision.bucketId = bucket.id;
        revision.objectId = replaced.id;
        revision.type = replaced.type;
        revision.status = replaced.status;
        revision.createdAtMs = services_.clock().nowMs();
        revision.modifiedAtMs = modifiedAtMs;
        revision.isKept = true;
        revision.fields = std::move(replaced.fields);
        revision.metafields = std::move(replaced.metafields);
        RevisionStore(sql).insert(revision);
        RevisionStore(sql).removeKeptBeyond(revision, kept_);
    });
}

StoredRevision RevisionService::find(const Bucket& bucket, const std::string& objectId, const std::string& id) {
    return services_.database().read([&](Sql& sql) {
        return getRevision(sql, {bucket.id, objectId, Visibility::Any}, id);
    });
}

void RevisionService::publish(const Bucket& bucket, const StoredRevision& revision, const Access& access,
                              bool triggerWebhook) {
    RevisionCreated fact;
    fact.change.bucketId = revision.bucketId;
    fact.change.kind = "revision";
    fact.change.type = revision.type;
    fact.change.id = revision.id;
    fact.change.action = "created";
    fact.change.actor = access.actor();
    fact.change.objectId = revision.objectId;
    if (isSeen(bucket, revision)) fact.change.readerAction = "created";
    fact.objectId = revision.objectId;
    fact.status = revision.status;
    fact.triggerWebhook = triggerWebhook;
    if (triggerWebhook) {
        fact.record = [this, objectId = revision.objectId, id = revision.id](const Bucket& where,
                                                                             const RenderOptions& options) {
            return services_.database().read([&](Sql& sql) {
                StoredRevision stored = getRevision(sql, {where.id, objectId, Visibility::Any}, id);
                return std::move(render(where, std::move(stored), options).objects.at(0));
            });
        };
    }
    services_.events().publish(std::move(fact));
}

// As its GET route decides it: the object is asked for too.
bool RevisionService::isSeen(const Bucket& bucket, const StoredRevision& revision) const {
    if (revision.status != "published") return false;
    const std::span<const std::string> object(&revision.objectId, 1);
    return !services_.get<ObjectCatalog>().find(bucket, object, Visibility::Published).empty();
}

void RevisionService::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    services_.database().write([&](Sql& sql) { RevisionStore(sql).removeOfObject(bucketId, objectId); });
}

void RevisionService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { RevisionStore(sql).removeOfBucket(bucketId); });
}

void RevisionService::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql& sql) {
        RevisionStore store(sql);
        store.renameType(bucketId, from, to);
        const std::string mention = "\"object_type\":" + writeJson(Json(from));
        std::string after;
        do {
            for (StoredRevision& revision : store.nextMentioning(bucketId, mention, after, kRenamedAtOnce)) {
                if (renameObjectType(revision.metafields, from, to)) store.updateDocument(revision);
            }
        } while (!after.empty());
    });
}

std::string RevisionService::requireObject(const Bucket& bucket, const std::string& objectId,
                                           Visibility visibility) const {
    std::vector<ObjectRecord> found = services_.get<ObjectCatalog>().find(bucket, std::span(&objectId, 1), visibility);
    if (found.empty()) throw ApiError::notFound("object", objectId);
    return std::move(found.front().type);
}

JsonObject RevisionService::answer(const Bucket& bucket, const Access& access, const StoredRevision& revision,
                                   const std::shared_ptr<const Props>& props) const {
    std::optional<JsonObject> shown = renderAfterCommit(services_.log(), bucket, access, [&](RenderOptions options) {
        options.props = props;
        return std::move(render(bucket, revision, options).objects.at(0));
    });
    if (shown) return std::move(*shown);
    JsonObject plain = plainRevision(revision);
    if (props) props->project(plain);
    return plain;
}

RenderedObjects RevisionService::render(const Bucket& bucket, StoredRevision revision,
                                        const RenderOptions& options) const {
    std::vector<ObjectRecord> one;
    one.push_back(shownRecord(std::move(revision), options.props.get()));
    return services_.get<ObjectCatalog>().render(bucket, std::move(one), options);
}

}  // namespace inkwell::revisions
