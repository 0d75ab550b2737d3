#include "edit/object_content.h"

#include <utility>

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
