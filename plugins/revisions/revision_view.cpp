#include "revision_view.h"

#include <array>
#include <utility>

#include "inkwell/text.h"

namespace inkwell::revisions {

namespace {

// In the order of answers, but for `metadata`, which the rendering adds.
constexpr std::array<std::string_view, 11> kFields = {"id",           "slug",       "title",       "content",
                                                      "bucket",       "created_at", "modified_at", "status",
                                                      "published_at", "object_id",  "type"};

// The columns count: a type's new name is not written into documents.
void setColumns(const StoredRevision& revision, ObjectRecord& record) {
    record.id = revision.id;
    record.type = revision.type;
    record.status = revision.status;
    record.fields["id"] = revision.id;
    record.fields["type"] = revision.type;
    record.fields["status"] = revision.status;
    record.fields["bucket"] = revision.bucketId;
    record.fields["object_id"] = revision.objectId;
    record.fields["created_at"] = isoTime(revision.createdAtMs);
    record.fields["modified_at"] = isoTime(revision.modifiedAtMs);
}

}  // namespace

ObjectRecord shownRecord(StoredRevision revision) {
    ObjectRecord record;
    for (const std::string_view field : kFields) {
        Json* value = revision.fields.if_contains(field);
        record.fields[field] = value != nullptr ? std::move(*value) : Json();
    }
    setColumns(revision, record);
    record.metafields = std::move(revision.metafields);
    return record;
}

JsonObject plainRevision(StoredRevision revision) {
    ObjectRecord record = shownRecord(std::move(revision));
    JsonObject json = std::move(record.fields);
    json["metadata"] = JsonObject();
    json["metafields"] = std::move(record.metafields);
    return json;
}

ObjectRecord queriedRecord(const StoredRevision& revision) {
    ObjectRecord record;
    record.fields = revision.fields;
    record.metafields = revision.metafields;
    setColumns(revision, record);
    return record;
}

}  // namespace inkwell::revisions
