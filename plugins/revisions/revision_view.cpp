#include "revision_view.h"

#include <algorithm>
#include <array>
#include <utility>

#include "inkwell/text.h"

namespace inkwell::revisions {

namespace {

// In the order of answers, but for `metadata`, which the rendering adds.
constexpr std::array<std::string_view, 11> kFields = {"id",           "slug",       "title",       "content",
                                                      "bucket",       "created_at", "modified_at", "status",
                                                      "published_at", "object_id",  "type"};

// Those that are not columns.
constexpr std::array<std::string_view, 4> kInDocument = {"slug", "title", "content", "published_at"};

bool selects(const Props* props, std::string_view field) { return props == nullptr || props->find(field) != nullptr; }

bool showsMetafields(const Props* props) { return selects(props, "metadata") || selects(props, "metafields"); }

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

bool showsDocument(const Props* props) {
    return showsMetafields(props) || std::any_of(kInDocument.begin(), kInDocument.end(),
                                                 [&](std::string_view field) { return selects(props, field); });
}

ObjectRecord shownRecord(StoredRevision revision, const Props* props) {
    ObjectRecord record;
    for (const std::string_view field : kFields) {
        Json* value = selects(props, field) ? revision.fields.if_contains(field) : nullptr;
        record.fields[field] = value != nullptr ? std::move(*value) : Json();
    }
    setColumns(revision, record);
    if (showsMetafields(props)) record.metafields = std::move(revision.metafields);
    return record;
}

JsonObject plainRevision(StoredRevision revision) {
    ObjectRecord record = shownRecord(std::move(revision));
    JsonObject json = std::move(record.fields);
    json["metadata"] = JsonObject();
    json["metafields"] = std::move(record.metafields);
    return json;
}

ObjectRecord queriedRecord(StoredRevision revision) {
    ObjectRecord record;
    record.fields = std::move(revision.fields);
    record.metafields = std::move(revision.metafields);
    setColumns(revision, record);
    return record;
}

}  // namespace inkwell::revisions
