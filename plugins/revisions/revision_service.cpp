#include "revision_service.h"

#include <algorithm>
#include <span>
#include <utility>

#include "inkwell/content_parts.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/metafield_type.h"
#include "inkwell/text.h"
#include "revision_view.h"

namespace inkwell::revisions {

namespace {

constexpr std::size_t kRevisionsAtOnce = 200;

bool asksForWebhooks(const JsonObject& body) {
    Problems checkedBefore;
    return JsonReader(body, "", checkedBefore).boolean("trigger_webhook").value_or(false);
}

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
        requireObject(bucket, objectId, options);
        const RevisionStore::Scope scope{bucket.id, objectId, options.visibility};
        Page page;
        if (query.isEmpty()) {
            page = {RevisionStore(sql).list(scope, params), RevisionStore(sql).count(scope)};
        } else {
            if (options.parts != nullptr) options.parts->addEverything();  // it may ask related objects
            page = search(sql, bucket, scope, params, query);
        }
        std::vector<ObjectRecord> records;
        records.reserve(page.revisions.size());
        for (StoredRevision& revision : page.revisions) records.push_back(shownRecord(std::move(revision)));
        List list{JsonArray(options.memory), page.total};
        list.revisions.reserve(records.size());
        for (JsonObject& one : services_.get<ObjectCatalog>().render(bucket, records, options)) {
            list.revisions.push_back(std::move(one));
        }
        return list;
    });
}

RevisionService::Page RevisionService::search(Sql& sql, const Bucket& bucket, const RevisionStore::Scope& scope,
                                              const ListParams& params, const ListQuery& query) const {
    RevisionStore store(sql);
    Page page;
    const std::vector<std::string> ids = store.ids(scope, params.sort);
    for (std::size_t at = 0; at < ids.size(); at += kRevisionsAtOnce) {
        std::vector<StoredRevision> part =
            store.findInOrder(scope, std::span(ids).subspan(at, std::min(kRevisionsAtOnce, ids.size() - at)));
        std::vector<ObjectRecord> records;
        records.reserve(part.size());
        for (const StoredRevision& revision : part) records.push_back(queriedRecord(revision));
        const std::vector<bool> matches =
            services_.get<ObjectCatalog>().match(bucket, scope.visibility, query, records);
        for (std::size_t i = 0; i < part.size(); ++i) {
            if (!matches[i]) continue;
            const std::int64_t place = page.total++;
            if (place >= params.skip && place - params.skip < params.limit) {
                page.revisions.push_back(std::move(part[i]));
            }
        }
    }
    return page;
}

JsonObject RevisionService::get(const Bucket& bucket, const std::string& objectId, const std::string& id,
                                const RenderOptions& options) {
    return services_.database().read([&](Sql& sql) {
        requireObject(bucket, objectId, options);
        return renderOne(bucket, getRevision(sql, {bucket.id, objectId, options.visibility}, id), options);
    });
}

JsonObject RevisionService::create(const Bucket& bucket, const Access& access, const std::string& objectId,
                                   const JsonObject& body) {
    return services_.database().write([&](Sql& sql) {
        StoredRevision revision;
        revision.id = services_.ids().next();
        ObjectRecord record = services_.get<ObjectCatalog>().revise(bucket, access, objectId, revision.id, body);
        revision.bucketId = bucket.id;
        revision.objectId = objectId;
        revision.type = record.type;
        revision.status = record.status;
        revision.modifiedAtMs = parseIsoTime(textOf(record.fields, "modified_at")).value_or(services_.clock().nowMs());
        revision.createdAtMs = revision.modifiedAtMs;
        revision.fields = std::move(record.fields);
        revision.metafields = std::move(record.metafields);
        RevisionStore(sql).insert(revision);
        publish(bucket, revision, access, asksForWebhooks(body));
        return answer(bucket, revision);
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
    if (isSeen(bucket, revision)) fact.change.readerAction = "created";
    fact.objectId = revision.objectId;
    fact.status = revision.status;
    fact.triggerWebhook = triggerWebhook;
    if (triggerWebhook) {
        fact.record = [this, objectId = revision.objectId, id = revision.id](const Bucket& where,
                                                                             const RenderOptions& options) {
            return services_.database().read([&](Sql& sql) {
                return renderOne(where, getRevision(sql, {where.id, objectId, Visibility::Any}, id), options);
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
        std::vector<StoredRevision> part;
        do {
            part = store.findMentioning(bucketId, mention, after, static_cast<std::int64_t>(kRevisionsAtOnce));
            for (StoredRevision& revision : part) {
                if (renameObjectType(revision.metafields, from, to)) store.updateDocument(revision);
            }
            if (!part.empty()) after = part.back().id;
        } while (part.size() == kRevisionsAtOnce);
    });
}

void RevisionService::requireObject(const Bucket& bucket, const std::string& objectId,
                                    const RenderOptions& options) const {
    const std::vector<ObjectRecord> found =
        services_.get<ObjectCatalog>().find(bucket, std::span(&objectId, 1), options.visibility);
    if (found.empty()) throw ApiError::notFound("object", objectId);
    if (options.parts != nullptr) options.parts->addObjectsOf(found.front().type);
}

JsonObject RevisionService::answer(const Bucket& bucket, const StoredRevision& revision) const {
    RenderOptions options;
    options.visibility = Visibility::Any;  // a writer sees drafts
    options.showMetafields = true;
    try {
        return renderOne(bucket, revision, options);
    } catch (const ApiError&) {
        // What it is related to unfolds into too much to show. That is no reason to refuse the write: ids will do.
        options.depth = 0;
        return renderOne(bucket, revision, options);
    }
}

JsonObject RevisionService::renderOne(const Bucket& bucket, StoredRevision revision,
                                      const RenderOptions& options) const {
    ObjectRecord record = shownRecord(std::move(revision));
    return std::move(services_.get<ObjectCatalog>().render(bucket, std::span(&record, 1), options).at(0));
}

}  // namespace inkwell::revisions
