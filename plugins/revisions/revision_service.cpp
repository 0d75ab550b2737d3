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

constexpr std::size_t kRevisionsAtOnce = 200;

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
    return services_.database().read([&](Sql& sql) {
        const std::string type = requireObject(bucket, objectId, options.visibility);
        const RevisionStore::Scope scope{bucket.id, objectId, options.visibility};
        MatchedPage<StoredRevision> page;
        if (query.isEmpty()) {
            page = {RevisionStore(sql).list(scope, params), RevisionStore(sql).count(scope)};
        } else {
            page = search(sql, bucket, scope, params, query);
        }
        std::vector<ObjectRecord> records;
        records.reserve(page.items.size());
        for (StoredRevision& revision : page.items) records.push_back(shownRecord(std::move(revision)));
        RenderedObjects rendered = services_.get<ObjectCatalog>().render(bucket, std::move(records), options);
        List list{JsonArray(options.memory), page.total, std::move(rendered.madeOf)};
        list.madeOf.addObjectsOf(type);
        if (!query.isEmpty()) list.madeOf.addEverything();  // it may ask related objects
        list.revisions.reserve(rendered.objects.size());
        for (JsonObject& one : rendered.objects) list.revisions.push_back(std::move(one));
        return list;
    });
}

MatchedPage<StoredRevision> RevisionService::search(Sql& sql, const Bucket& bucket, const RevisionStore::Scope& scope,
                                                    const ListParams& params, const ListQuery& query) const {
    RevisionStore store(sql);
    const auto match = [&](const std::vector<StoredRevision>& some) {
        std::vector<ObjectRecord> records;
        records.reserve(some.size());
        for (const StoredRevision& revision : some) records.push_back(queriedRecord(revision));
        return services_.get<ObjectCatalog>().match(bucket, scope.visibility, query, records);
    };
    return pageOfMatches<StoredRevision>(
        store.ids(scope, params.sort), kRevisionsAtOnce, params,
        [&](std::span<const std::string> part) { return store.findInOrder(scope, part); }, match);
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
            for (StoredRevision& revision : store.nextMentioning(bucketId, mention, after, kRevisionsAtOnce)) {
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
    one.push_back(shownRecord(std::move(revision)));
    return services_.get<ObjectCatalog>().render(bucket, std::move(one), options);
}

}  // namespace inkwell::revisions
