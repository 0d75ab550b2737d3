#include "records/media_view.h"

#include "inkwell/text.h"

namespace inkwell::media {

namespace {

// interface/errors-and-limits.md, "Compatibility"
void addHostedNames(const StoredMedia& media, const std::string& imageUrl, JsonObject& json) {
    json["imgix_url"] = imageUrl;
    json["created_at"] = isoTime(media.createdAtMs);
    const Json* altText = media.metadata.if_contains("alt_text");
    json["alt_text"] = altText != nullptr ? *altText : Json();
}

}  // namespace

JsonObject renderMedia(const StoredMedia& media, const Bucket& bucket, const ServerInfo& server,
                       const std::optional<std::string>& publicAddress) {
    const std::string place = bucket.slug + "/" + percentEncoded(media.name);
    const std::string imageUrl = server.baseUrl + "/v2/images/" + place;
    JsonObject json;
    json["id"] = media.id;
    json["name"] = media.name;
    json["original_name"] = media.originalName;
    json["size"] = media.sizeBytes;
    json["type"] = media.contentType;
    json["bucket"] = media.bucketId;
    json["created"] = isoTime(media.createdAtMs);
    json["location"] = textOrNull(media.location);
    json["folder"] = textOrNull(media.folder);
    json["url"] = publicAddress ? *publicAddress : server.baseUrl + "/v2/media-files/" + place;
    json["image_url"] = imageUrl;
    if (server.hostedClients) addHostedNames(media, imageUrl, json);
    json["metadata"] = media.metadata;
    if (media.focalPoint) json["focal_point"] = JsonObject{{"x", media.focalPoint->x}, {"y", media.focalPoint->y}};
    return json;
}

JsonObject renderFolder(const StoredFolder& folder) {
    return {
        {"id", folder.id}, {"title", folder.title}, {"slug", folder.slug}, {"created_at", isoTime(folder.createdAtMs)}};
}

}  // namespace inkwell::media
