#include "history_service.h"

#include <utility>

#include "comparison.h"
#include "inkwell/error.h"
#include "inkwell/object_versions.h"
#include "revision_view.h"

namespace inkwell::revisions {

namespace {

using Which = ObjectVersions::Which;

ObjectRecord getLive(ObjectVersions& versions, const Bucket& bucket, const std::string& objectId) {
    std::optional<ObjectRecord> live = versions.find(bucket, objectId, Which::Live);
    if (!live) throw ApiError::notFound("object", objectId);
    return std::move(*live);
}

}  // namespace

ObjectRecord HistoryService::getVersion(const Bucket& bucket, const std::string& objectId,
                                        const std::string& name) const {
    ObjectVersions& versions = services_.get<ObjectVersions>();
    if (name == "live") return getLive(versions, bucket, objectId);
    if (name != "draft") return queriedRecord(revisions_.find(bucket, objectId, name));
    std::optional<ObjectRecord> draft = versions.find(bucket, objectId, Which::Draft);
    if (!draft) throw ApiError(404, "not_found", "object '" + objectId + "' has no draft that is prepared over it");
    return std::move(*draft);
}

JsonArray HistoryService::compare(const Bucket& bucket, const std::string& objectId, const std::string& from,
                                  const std::string& to) const {
    return services_.database().read([&](Sql&) {
        getLive(services_.get<ObjectVersions>(), bucket, objectId);
        return differencesOf(getVersion(bucket, objectId, from), getVersion(bucket, objectId, to));
    });
}

VersionedRecord HistoryService::restore(const Bucket& bucket, const Access& access, const std::string& objectId,
                                        const Restoration& asked, const std::optional<Precondition>& ifMatch) const {
    ObjectVersions& versions = services_.get<ObjectVersions>();
    writeVersion([&] { store(bucket, access, objectId, asked, ifMatch); },
                 [&] { return versions.current(bucket, access, objectId); });
    return versions.written(bucket, access, objectId);
}

// Single fields go into what there is, so that is read where nobody else can change it.
void HistoryService::store(const Bucket& bucket, const Access& access, const std::string& objectId,
                           const Restoration& asked, const std::optional<Precondition>& ifMatch) const {
    ObjectVersions& versions = services_.get<ObjectVersions>();
    services_.database().write([&](Sql&) {
        const std::int64_t version = versions.lock(bucket, objectId);
        const ObjectRecord live = getLive(versions, bucket, objectId);
        access.requireWriteObjectsOf(live.type);
        requireVersion(ifMatch, "object", objectId, version);
        const ObjectRecord revision = queriedRecord(revisions_.find(bucket, objectId, asked.revision));
        const Restoring restoring{asked.asDraft, restoredKeys(asked)};
        if (!asked.asDraft) {
            JsonObject body = restoredFields(asked, revision, live);
            if (!access.maySortMetafields()) keepOrder(live, body);
            body["keep_revision"] = asked.keepRevision;
            body["trigger_webhook"] = asked.triggerWebhook;
            versions.edit(bucket, access, objectId, body, restoring);
            return;
        }
        const ObjectRecord base = versions.find(bucket, objectId, Which::Draft).value_or(live);
        JsonObject body = restoredFields(asked, revision, base);
        if (!access.maySortMetafields()) keepOrder(base, body);
        if (!body.contains("title")) body["title"] = base.fields.at("title");  // a revision's body has one
        body["status"] = "draft";
        body["trigger_webhook"] = asked.triggerWebhook;
        revisions_.store(bucket, access, objectId, body, restoring);
    });
}

}  // namespace inkwell::revisions
