#include "edit/object_content.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "edit/metadata_form.h"
#include "read/object_view.h"

namespace inkwell::objects {

namespace {

JsonArray checkGiven(const Rules& rules, const Bucket& bucket, const ObjectInput& input,
                     const MetafieldTemplates& templates, const JsonArray& stored, Problems& problems) {
    const std::string path = input.pathOf("metafields");
    constexpr auto kSubject = MetafieldEngine::Subject::Object;
    if (input.checkedKeys.empty()) {
        return rules.checkMetafields(bucket, *input.metafields, templates, kSubject, path, problems, &stored);
    }
    Problems all;
    JsonArray checked = rules.checkMetafields(bucket, *input.metafields, templates, kSubject, path, all, &stored);
    std::set<std::string> others;  // the places of those that stay as they are
    for (std::size_t i = 0; i < checked.size(); ++i) {
        const Json& given = input.metafields->at(i);
        if (input.checkedKeys.contains(textOf(given.as_object(), "key"))) continue;
        checked[i] = given;
        others.insert(path + "[" + std::to_string(i) + "]");
    }
    for (const Problem& one : all.list())
        if (!others.contains(one.path.substr(0, one.path.find(']') + 1))) problems.add(one.path, one.message);
    return checked;
}

}  // namespace

void applyContent(const Rules& rules, const Bucket& bucket, const ObjectInput& input, const TypeRules* type,
                  StoredObject& object, Problems& problems) {
    if (input.title) object.title = *input.title;
    if (input.slug) object.slug = *input.slug;
    if (input.content) object.document["content"] = *input.content;
    if (input.slugField || input.contentEditor) applyOptions(input, object);
    if (input.clearsLocale) {
        // None from before its type was localized may stay.
        if (type != nullptr && type->localization && !object.locale.empty())
            problems.add(input.pathOf("locale"), "cannot be null: object type '" + type->slug + "' is localized");
        object.locale = "";
    }
    // It keeps its locale when its type loses that. None is not given as "".
    if (input.locale && (input.locale->empty() || *input.locale != object.locale)) {
        object.locale = rules.checkLocale(type, *input.locale, input.pathOf("locale"), problems);
    }
    if (input.thumbnail) {
        object.thumbnail =
            rules.checkThumbnail(bucket, *input.thumbnail, object.thumbnail, input.pathOf("thumbnail"), problems);
    }
    if (input.metafields) {
        object.metafields() = checkGiven(rules, bucket, input, Rules::templatesOf(type), object.metafields(), problems);
    }
    if (input.metadata) {
        applyMetadata(rules, bucket, *input.metadata, input.pathOf("metadata"), type, object, problems);
    }
}

void applyMetadata(const Rules& rules, const Bucket& bucket, const JsonObject& metadata, const std::string& path,
                   const TypeRules* type, StoredObject& object, Problems& problems) {
    JsonArray& stored = object.metafields();
    const MetafieldTemplates templates = Rules::templatesOf(type);
    Problems own;
    const JsonArray given = metafieldsOf(metadata, stored, templates.metafields, path, own);
    JsonArray checked =
        rules.checkMetafields(bucket, given, templates, MetafieldEngine::Subject::Object, path, own, &stored);
    addByKey(own, given, path, problems);
    if (!own.empty()) return;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < stored.size(); ++i)
        if (stored[i].is_object()) places.try_emplace(std::string(textOf(stored[i].get_object(), "key")), i);
    for (Json& field : checked) {
        const auto [place, isNew] = places.try_emplace(std::string(textOf(field.as_object(), "key")), stored.size());
        if (isNew) {
            stored.push_back(std::move(field));
        } else {
            stored[place->second] = std::move(field);
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
