#include "bucket_input.h"

#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::buckets {

namespace {

constexpr std::size_t kMaxThumbnailLength = 1000;

// null and "" both clear it (interface/resources.md, "Buckets"): what a client read it may send back.
std::optional<std::string> readThumbnail(JsonReader& reader) {
    const Json* given = reader.any("thumbnail");
    if (given && given->is_null()) return "";
    return reader.text("thumbnail", kMaxThumbnailLength);
}

}  // namespace

NewBucket parseNewBucket(const JsonObject& body) {
    NewBucket bucket;
    JsonReader reader(body, "", bucket.problems);
    bucket.title = reader.requiredTitle("title", kMaxTitleLength).value_or("");
    bucket.slug = reader.text("slug", kMaxSlugLength);
    bucket.cluster = reader.text("cluster", kMaxKeyLength);
    reader.flag("pretty");
    reader.refuseOthers();
    return bucket;
}

BucketEdit parseBucketEdit(const JsonObject& body) {
    BucketEdit edit;
    JsonReader reader(body, "", edit.problems);
    edit.title = reader.title("title", kMaxTitleLength);
    edit.thumbnail = readThumbnail(reader);
    edit.resetKeys = reader.flag("reset_api_access_keys").value_or(false);
    edit.readKeyReadsDrafts = reader.boolean("read_key_reads_drafts");
    edit.trashOnDelete = reader.boolean("trash_on_delete");
    reader.flag("pretty");
    reader.refuseOthers();
    if (!reader.has("title") && !reader.has("thumbnail") && !reader.has("reset_api_access_keys") &&
        !reader.has("read_key_reads_drafts") && !reader.has("trash_on_delete"))
        edit.problems.add("",
                          "needs at least one of: title, thumbnail, read_key_reads_drafts, trash_on_delete, "
                          "reset_api_access_keys");
    return edit;
}

}  // namespace inkwell::buckets
