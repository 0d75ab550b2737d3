#include "types/type_view.h"

#include "inkwell/metafield_engine.h"
#include "inkwell/text.h"

namespace inkwell::objects {

JsonObject renderType(const StoredType& type, JsonArray metafields) {
    JsonArray locales;
    for (const std::string& locale : type.locales) locales.emplace_back(locale);
    JsonObject json;
    json["slug"] = type.slug;
    json["title"] = type.title;
    json["singular"] = type.singular;
    json["metafields"] = std::move(metafields);
    json["options"] = JsonObject{{"slug_field", type.slugField}, {"content_editor", type.contentEditor}};
    json["localization"] = type.localization;
    json["locales"] = std::move(locales);
    json["priority_locale"] = textOrNull(type.priorityLocale);
    json["emoji"] = textOrNull(type.emoji);
    json["singleton"] = type.singleton;
    json["enforce_validation"] = type.enforceValidation ? Json(*type.enforceValidation) : Json();
    if (type.keepRevisions) json["keep_revisions"] = true;
    json["preview_link"] = textOrNull(type.previewLink);
    json["extensions"] = JsonArray();
    json["order"] = type.position;
    json["created_at"] = isoTime(type.createdAtMs);
    json["modifield_at"] = isoTime(type.modifiedAtMs);  // spelled so: interface/resources.md, "Object types"
    return json;
}

std::vector<JsonObject> renderTypes(Services& services, const Bucket& bucket, const std::vector<StoredType>& types,
                                    const RenderOptions& options) {
    JsonArray all;
    for (const StoredType& type : types)
        for (const Json& metafield : type.metafields) all.push_back(metafield);
    if (MetafieldEngine* engine = services.find<MetafieldEngine>(); engine != nullptr && !all.empty()) {
        all = std::move(engine->decorate(bucket, std::move(all), options).metafields);
    }
    std::vector<JsonObject> rendered;
    std::size_t at = 0;
    for (const StoredType& type : types) {
        JsonArray metafields;
        for (std::size_t i = 0; i < type.metafields.size(); ++i) metafields.push_back(std::move(all.at(at++)));
        rendered.push_back(renderType(type, std::move(metafields)));
    }
    return rendered;
}

}  // namespace inkwell::objects
