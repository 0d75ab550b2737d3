#include "bucket_view.h"

#include "inkwell/text.h"

namespace inkwell::buckets {

namespace {

Json orNull(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

}  // namespace

JsonObject renderBucket(const BucketRecord& bucket, Json thumbnail, ShownKeys keys) {
    JsonObject json;
    json["id"] = bucket.id;
    json["slug"] = bucket.slug;
    json["title"] = bucket.title;
    json["thumbnail"] = std::move(thumbnail);
    json["cluster"] = bucket.cluster;
    json["read_key_reads_drafts"] = bucket.readKeyReadsDrafts;
    json["trash_on_delete"] = bucket.trashOnDelete;
    json["created_at"] = isoTime(bucket.createdAtMs);
    json["created_by"] = orNull(bucket.createdBy);
    json["modified_at"] = isoTime(bucket.modifiedAtMs);
    json["modified_by"] = orNull(bucket.modifiedBy);
    if (keys != ShownKeys::None) json["api_access"] = JsonObject{{"read_key", bucket.readKey}};
    if (keys == ShownKeys::Both) json["api_access"].as_object()["write_key"] = bucket.writeKey;
    return json;
}

}  // namespace inkwell::buckets
