#include "rules.h"

#include <algorithm>
#include <set>

#include "inkwell/media_library.h"
#include "inkwell/text.h"

namespace inkwell::objects {

namespace {

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "'" : ", '") + text + "'";
    return all;
}

bool contains(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

std::string Rules::checkLocale(const TypeRules* type, const std::string& given, const std::string& path,
                               Problems& problems) const {
    if (!isLocale(given)) {
        problems.add(path, "'" + given + "' is not a locale code; codes are case-sensitive");
    } else if (type == nullptr) {
        problems.add(path, "cannot be set: the object's type does not exist");
    } else if (!type->localization) {
        problems.add(path, "cannot be set: object type '" + type->slug + "' is not localized");
    } else if (!contains(type->locales, given)) {
        problems.add(path, "'" + given + "' is not a locale of object type '" + type->slug +
                               "'; its locales are: " + joined(type->locales));
    }
    return given;
}

std::string Rules::checkThumbnail(const Bucket& bucket, const std::string& given, const std::string& before,
                                  const std::string& path, Problems& problems) const {
    MediaLibrary* media = services_.find<MediaLibrary>();
    if (given.empty() || given == before || media == nullptr) return given;
    if (auto name = findMediaName(*media, bucket, given, services_.server().hostedClients)) return *std::move(name);
    problems.add(path, "media '" + given + "' was not found in this bucket");
    return given;
}

JsonArray Rules::checkMetafields(const Bucket& bucket, const Json& given, const MetafieldTemplates& templates,
                                 MetafieldEngine::Subject subject, const std::string& path, Problems& problems,
                                 const JsonArray* before, const std::set<std::string>& trustedTypes) const {
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) {
        problems.add(path, "metafields cannot be written: the plugin 'metafields' is disabled");
        return {};
    }
    return engine->check(bucket, given, templates, subject, path, problems, before, trustedTypes);
}

JsonArray Rules::defaultMetafields(const Bucket& bucket, const MetafieldTemplates& templates,
                                   Problems& problems) const {
    if (templates.metafields == nullptr) return {};
    MetafieldEngine* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) return *templates.metafields;
    return engine->check(bucket, JsonArray(), templates, MetafieldEngine::Subject::Object, "metafields", problems);
}

MetafieldTemplates Rules::templatesOf(const TypeRules* type) {
    if (type == nullptr) return {};
    return {&type->metafields, false, type->enforceValidation};
}

void Rules::checkLocales(const StoredType& type, const std::string& path, Problems& problems) {
    const std::string prefix = path.empty() ? "" : path + ".";
    if (type.localization && type.locales.empty()) {
        problems.add(prefix + "locales", "is required when localization is true");
    }
    if (!type.priorityLocale.empty() && !contains(type.locales, type.priorityLocale)) {
        problems.add(prefix + "priority_locale", "'" + type.priorityLocale + "' is not one of the type's locales" +
                                                     (type.locales.empty() ? "" : ": " + joined(type.locales)));
    }
}

}  // namespace inkwell::objects
