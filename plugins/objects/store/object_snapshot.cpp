#include "store/object_snapshot.h"

#include <utility>

namespace inkwell::objects {

namespace {

Json numberOrNull(const std::optional<std::int64_t>& number) { return number ? Json(*number) : Json(); }

std::int64_t numberOf(const JsonObject& snapshot, std::string_view key) {
    const Json* value = snapshot.if_contains(key);
    return value != nullptr && value->is_number() ? value->to_number<std::int64_t>() : 0;
}

std::optional<std::int64_t> optionalNumberOf(const JsonObject& snapshot, std::string_view key) {
    const Json* value = snapshot.if_contains(key);
    if (value == nullptr || !value->is_number()) return std::nullopt;
    return value->to_number<std::int64_t>();
}

bool flagOf(const JsonObject& snapshot, std::string_view key) {
    const Json* value = snapshot.if_contains(key);
    return value != nullptr && value->is_bool() && value->get_bool();
}

}  // namespace

JsonObject snapshotOf(const StoredObject& object) {
    return {{"id", object.id},
            {"draft_id", object.draftId},
            {"bucket", object.bucketId},
            {"type", object.type},
            {"slug", object.slug},
            {"locale", object.locale},
            {"status", object.status},
            {"title", object.title},
            {"position", object.position},
            {"created_at", object.createdAtMs},
            {"modified_at", object.modifiedAtMs},
            {"published_at", numberOrNull(object.publishedAtMs)},
            {"publish_at", numberOrNull(object.publishAtMs)},
            {"unpublish_at", numberOrNull(object.unpublishAtMs)},
            {"publish_draft_at", numberOrNull(object.publishDraftAtMs)},
            {"created_by", object.createdBy},
            {"modified_by", object.modifiedBy},
            {"thumbnail", object.thumbnail},
            {"version", object.version},
            {"trigger_webhook", object.triggerWebhook},
            {"latest", object.isLatest},
            {"document", object.document}};
}

StoredObject storedFrom(JsonObject snapshot) {
    const auto text = [&](std::string_view key) { return std::string(textOf(snapshot, key)); };
    StoredObject object;
    object.id = text("id");
    object.draftId = text("draft_id");
    object.bucketId = text("bucket");
    object.type = text("type");
    object.slug = text("slug");
    object.locale = text("locale");
    object.status = text("status");
    object.title = text("title");
    object.position = numberOf(snapshot, "position");
    object.createdAtMs = numberOf(snapshot, "created_at");
    object.modifiedAtMs = numberOf(snapshot, "modified_at");
    object.publishedAtMs = optionalNumberOf(snapshot, "published_at");
    object.publishAtMs = optionalNumberOf(snapshot, "publish_at");
    object.unpublishAtMs = optionalNumberOf(snapshot, "unpublish_at");
    object.publishDraftAtMs = optionalNumberOf(snapshot, "publish_draft_at");
    object.createdBy = text("created_by");
    object.modifiedBy = text("modified_by");
    object.thumbnail = text("thumbnail");
    object.version = numberOf(snapshot, "version");
    object.triggerWebhook = flagOf(snapshot, "trigger_webhook");
    object.isLatest = flagOf(snapshot, "latest");
    object.document = std::move(snapshot.at("document").as_object());
    return object;
}

}  // namespace inkwell::objects
