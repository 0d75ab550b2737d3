#include "revision_recovery.h"

#include <utility>

#include "inkwell/metafield_type.h"
#include "revision_store.h"

namespace inkwell::revisions {

namespace {

JsonObject partOf(StoredRevision revision) {
    return {{"id", revision.id},
            {"type", revision.type},
            {"status", revision.status},
            {"created_at", revision.createdAtMs},
            {"modified_at", revision.modifiedAtMs},
            {"kept", revision.isKept},
            {"fields", std::move(revision.fields)},
            {"metafields", std::move(revision.metafields)}};
}

StoredRevision revisionOf(const Recovery& recovery, JsonObject part) {
    StoredRevision revision;
    revision.id = textOf(part, "id");
    revision.bucketId = recovery.bucket.id;
    revision.objectId = recovery.id;
    revision.type = recovery.type.empty() ? std::string(textOf(part, "type")) : recovery.type;
    revision.status = textOf(part, "status");
    revision.createdAtMs = part.at("created_at").to_number<std::int64_t>();
    revision.modifiedAtMs = part.at("modified_at").to_number<std::int64_t>();
    revision.isKept = part.at("kept").as_bool();
    revision.fields = std::move(part.at("fields").as_object());
    revision.metafields = std::move(part.at("metafields").as_array());
    return revision;
}

}  // namespace

void RevisionRecovery::take(const Bucket& bucket, const std::string& id, const Keep& keep) {
    services_.database().write([&](Sql& sql) {
        RevisionStore store(sql);
        const RevisionStore::Scope scope{bucket.id, id, Visibility::Any};
        store.forEach(scope, store.places(scope, "order"),
                      [&](StoredRevision&& revision) { keep(partOf(std::move(revision))); });
    });
}

void RevisionRecovery::restore(const Recovery& recovery, JsonObject part) {
    services_.database().write([&](Sql& sql) { RevisionStore(sql).insert(revisionOf(recovery, std::move(part))); });
}

bool RevisionRecovery::renameType(JsonObject& part, std::string_view from, std::string_view to) const {
    const bool isOfType = textOf(part, "type") == from;
    if (isOfType) part["type"] = to;
    return renameObjectType(part.at("metafields").as_array(), from, to) || isOfType;
}

}  // namespace inkwell::revisions
