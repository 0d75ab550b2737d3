#include "read/object_view.h"

#include <algorithm>
#include <map>

#include "inkwell/content_parts.h"
#include "inkwell/media_library.h"
#include "inkwell/props.h"
#include "inkwell/text.h"
#include "inkwell/write_answer.h"
#include "read/object_text.h"

namespace inkwell::objects {

namespace {

using Addresses = std::map<std::string, Json>;

Addresses imageAddresses(Services& services, const Bucket& bucket, const std::vector<StoredObject>& objects) {
    std::vector<std::string> names;
    for (const StoredObject& object : objects)
        if (!object.thumbnail.empty()) names.push_back(object.thumbnail);
    Addresses addresses;
    MediaLibrary* media = services.find<MediaLibrary>();
    if (media == nullptr || names.empty()) return addresses;
    for (MediaLibrary::Record& record : media->findByName(bucket, names)) {
        addresses[record.name] = record.fields["image_url"];
    }
    return addresses;
}

bool optionOf(const JsonObject& document, std::string_view name) {
    const Json* options = document.if_contains("options");
    if (options == nullptr || !options->is_object()) return true;
    const Json* value = options->get_object().if_contains(name);
    return value == nullptr || !value->is_bool() || value->get_bool();
}

JsonObject responseFieldsOf(StoredObject& object, Json thumbnail) {
    const std::string createdAt = isoTime(object.createdAtMs);
    JsonObject fields(object.document.storage());
    fields.reserve(20);  // with `metadata` and `metafields`
    fields.emplace("id", object.id);
    fields.emplace("slug", object.slug);
    fields.emplace("title", object.title);
    Json* content = object.document.if_contains("content");
    fields.emplace("content", content != nullptr ? std::move(*content) : Json(""));
    fields.emplace("bucket", object.bucketId);
    fields.emplace("created", createdAt);
    fields.emplace("created_at", createdAt);
    fields.emplace("created_by", textOrNull(object.createdBy));
    fields.emplace("modified_at", isoTime(object.modifiedAtMs));
    fields.emplace("modified_by", textOrNull(object.modifiedBy));
    fields.emplace("published_at", isoTimeOrNull(object.publishedAtMs));
    fields.emplace("publish_at", object.publishAtMs ? Json(*object.publishAtMs) : Json());
    fields.emplace("unpublish_at", object.unpublishAtMs ? Json(*object.unpublishAtMs) : Json());
    fields.emplace("status", object.status);
    fields.emplace("type", object.type);
    fields.emplace("locale", textOrNull(object.locale));
    fields.emplace("options", renderOptions(object.document));
    fields.emplace("thumbnail", std::move(thumbnail));
    return fields;
}

JsonObject withoutEngine(ObjectRecord record, bool showMetafields) {
    JsonObject json = std::move(record.fields);
    json["metadata"] = JsonObject();
    if (showMetafields) json["metafields"] = std::move(record.metafields);
    return json;
}

}  // namespace

JsonObject renderOptions(const JsonObject& document) {
    return {{"slug_field", optionOf(document, "slug_field")}, {"content_editor", optionOf(document, "content_editor")}};
}

ObjectRecord recordOf(StoredObject object, Json thumbnail) {
    JsonObject fields = responseFieldsOf(object, std::move(thumbnail));
    return {std::move(object.id), std::move(object.type),         std::move(object.status),
            std::move(fields),    std::move(object.metafields()), object.version};
}

ObjectRecord storedRecordOf(StoredObject object) {
    Json thumbnail = textOrNull(object.thumbnail);
    return recordOf(std::move(object), std::move(thumbnail));
}

std::vector<ObjectRecord> ObjectView::records(const Bucket& bucket, std::vector<StoredObject> objects) const {
    const bool asAddress = services_.server().hostedClients;
    Addresses addresses;
    if (asAddress) addresses = imageAddresses(services_, bucket, objects);
    std::vector<ObjectRecord> records;
    records.reserve(objects.size());
    for (StoredObject& object : objects) {
        Json thumbnail = textOrNull(object.thumbnail);
        if (asAddress) {
            const auto found = addresses.find(object.thumbnail);
            thumbnail = found == addresses.end() ? Json("") : found->second;
        }
        records.push_back(recordOf(std::move(object), std::move(thumbnail)));
    }
    return records;
}

RenderedObjects ObjectView::render(const Bucket& bucket, std::vector<ObjectRecord> records,
                                   const RenderOptions& options) const {
    ContentParts parts;
    for (const ObjectRecord& record : records) parts.addObject(record.id, record.type);
    if (services_.server().hostedClients) parts.addMedia();  // thumbnails are looked up
    RenderedObjects rendered;
    if (MetafieldEngine* engine = services_.find<MetafieldEngine>()) {
        rendered = engine->render(bucket, std::move(records), options);
    } else {
        rendered.objects.reserve(records.size());
        for (ObjectRecord& record : records) {
            JsonObject json = withoutEngine(std::move(record), options.showMetafields);
            if (options.props != nullptr) options.props->project(json);
            rendered.objects.push_back(std::move(json));
        }
    }
    rendered.madeOf.add(parts);
    return rendered;
}

std::optional<ContentParts> ObjectView::tryText(const Bucket& bucket, const std::vector<StoredObject>& objects,
                                                const RenderOptions& options, JsonText& text) const {
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr || services_.server().hostedClients) return std::nullopt;
    const Props& props = options.props == nullptr ? Props::everything() : *options.props;
    const bool areTexts = std::none_of(objects.begin(), objects.end(),
                                       [](const StoredObject& object) { return object.packedDocument.empty(); });
    if (!areTexts || props.wantsParts()) return std::nullopt;
    const auto objectAt = [&](std::size_t number) { return objectTextOf(objects[number], props); };
    return engine->renderText(bucket, objects.size(), objectAt, options, text);
}

ObjectsText ObjectView::renderText(const Bucket& bucket, std::vector<StoredObject> objects,
                                   const RenderOptions& options) const {
    ObjectsText made{JsonText(options.memory), {}};
    if (std::optional<ContentParts> parts = tryText(bucket, objects, options, made.text)) {
        for (const StoredObject& object : objects) parts->addObject(object.id, object.type);
        made.madeOf = std::move(*parts);
        return made;
    }
    for (StoredObject& object : objects)
        if (!object.packedDocument.empty()) object.parseDocument(options.memory);
    RenderedObjects rendered = render(bucket, records(bucket, std::move(objects)), options);
    const char* separator = "";
    for (const JsonObject& object : rendered.objects) {
        made.text.add(separator);
        made.text.add(writeJson(object));
        separator = ",";
    }
    made.madeOf = std::move(rendered.madeOf);
    return made;
}

JsonObject ObjectView::renderOne(const Bucket& bucket, StoredObject object, const RenderOptions& options) const {
    std::vector<StoredObject> one;
    one.push_back(std::move(object));
    return std::move(render(bucket, records(bucket, std::move(one)), options).objects.at(0));
}

JsonObject ObjectView::afterWrite(const Bucket& bucket, const Access& access, const StoredObject& object) const {
    std::optional<JsonObject> shown =
        renderAfterCommit(services_.log(), bucket, access,
                          [&](const RenderOptions& options) { return renderOne(bucket, object, options); });
    return shown ? std::move(*shown) : plain(object);
}

JsonObject ObjectView::plain(StoredObject object) const {
    Json thumbnail = services_.server().hostedClients ? Json("") : textOrNull(object.thumbnail);
    return withoutEngine(recordOf(std::move(object), std::move(thumbnail)), true);
}

}  // namespace inkwell::objects
