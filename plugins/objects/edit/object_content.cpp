#include "edit/object_content.h"

#include <algorithm>
#include <utility>

#include "edit/metadata_form.h"
#include "read/object_view.h"

namespace inkwell::objects {

void applyContent(const Rules& rules, const Bucket& bucket, const ObjectInput& input,
                  const std::optional<StoredType>& type, StoredObject& object, Problems& problems) {
    if (input.title) object.title = *input.title;
    if (input.slug) object.slug = *input.slug;
    if (input.content) object.document["content"] = *input.content;
    if (input.slugField || input.contentEditor) applyOptions(input, object);
    if (input.locale) {
        object.locale = rules.checkLocale(type ? &*type : nullptr, *input.locale, input.pathOf("locale"), problems);
    }
    if (input.thumbnail) {
        object.thumbnail = *input.thumbnail;
        rules.checkThumbnail(bucket, object.thumbnail, input.pathOf("thumbnail"), problems);
    }
    if (input.metafields) {
        object.metafields() =
            rules.checkMetafields(bucket, *input.metafields, Rules::templatesOf(type ? &*type : nullptr),
                                  MetafieldEngine::Subject::Object, input.pathOf("metafields"), problems);
    }
    if (input.metadata) {
        applyMetadata(rules, bucket, *input.metadata, input.pathOf("metadata"), type, object, problems);
    }
}

void applyMetadata(const Rules& rules, const Bucket& bucket, const JsonObject& metadata, const std::string& path,
                   const std::optional<StoredType>& type, StoredObject& object, Problems& problems) {
    JsonArray& stored = object.metafields();
    const MetafieldTemplates templates = Rules::templatesOf(type ? &*type : nullptr);
    Problems own;
    const JsonArray given = metafieldsOf(metadata, stored, templates.metafields, path, own);
    JsonArray checked = rules.checkMetafields(bucket, given, templates, MetafieldEngine::Subject::Object, path, own);
    addByKey(own, metadata, path, problems);
    if (!own.empty()) return;
    for (Json& field : checked) {
        const auto known = std::find_if(stored.begin(), stored.end(), [&](const Json& one) {
            return one.is_object() && textOf(one.get_object(), "key") == textOf(field.as_object(), "key");
        });
        if (known == stored.end()) {
            stored.push_back(std::move(field));
        } else {
            *known = std::move(field);
        }
    }
}

void takeContent(StoredObject draft, StoredObject& object) {
    object.slug = std::move(draft.slug);
    object.locale = std::move(draft.locale);
    object.title = std::move(draft.title);
    object.thumbnail = std::move(draft.thumbnail);
    object.document = std::move(draft.document);
}

void applyOptions(const ObjectInput& input, StoredObject& object) {
    JsonObject options = renderOptions(object.document);
    if (input.slugField) options["slug_field"] = *input.slugField;
    if (input.contentEditor) options["content_editor"] = *input.contentEditor;
    object.document["options"] = std::move(options);
}

void applySchedule(const ObjectInput& input, StoredObject& object, Problems& problems) {
    if (input.publishAtMs) object.publishAtMs = *input.publishAtMs;
    if (input.unpublishAtMs) object.unpublishAtMs = *input.unpublishAtMs;
    if (!input.publishAtMs && !input.unpublishAtMs) return;
    if (!object.publishAtMs || !object.unpublishAtMs || *object.unpublishAtMs > *object.publishAtMs) return;
    problems.add(input.pathOf(input.unpublishAtMs ? "unpublish_at" : "publish_at"),
                 "the object would be unpublished before it is published: unpublish_at must be after publish_at");
}

}  // namespace inkwell::objects
