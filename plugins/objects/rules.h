#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/json.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// Rules for types and objects beyond the syntax of a body. Shared by the services and the import, so that both store
/// the same. Methods add problems and throw none. They join the caller's unit of work.
class Rules {
public:
    explicit Rules(Services& services) : services_(services) {}

    /// The locale to store for an object that gives `given`. `type` is null for an unknown type, whose locales cannot
    /// be checked.
    std::string checkLocale(const TypeRules* type, const std::string& given, const std::string& path,
                            Problems& problems) const;

    /// The media name to store for an object that gives `given` in place of `before`: a name, checked to exist in the
    /// bucket while the media plugin is on; or, of hosted clients, the address of the bucket's image as they read it.
    /// "" means no thumbnail. The one before may have been deleted since: no reason to refuse what a client has read.
    std::string checkThumbnail(const Bucket& bucket, const std::string& given, const std::string& before,
                               const std::string& path, Problems& problems) const;

    /// The metafields to store for those a client gave. While the metafields plugin is off none can be written: adds a
    /// problem that names the plugin. `before` and `trustedTypes` as for MetafieldEngine::check.
    JsonArray checkMetafields(const Bucket& bucket, const Json& given, const MetafieldTemplates& templates,
                              MetafieldEngine::Subject subject, const std::string& path, Problems& problems,
                              const JsonArray* before = nullptr, const std::set<std::string>& trustedTypes = {}) const;

    /// The metafields of a new object when the body gives none: the type's defaults.
    JsonArray defaultMetafields(const Bucket& bucket, const MetafieldTemplates& templates, Problems& problems) const;

    /// What the type says about the metafields of its objects; null for an unknown type. Refers to the type.
    static MetafieldTemplates templatesOf(const TypeRules* type);

    /// Checks that `localization`, `locales` and `priority_locale` agree.
    static void checkLocales(const StoredType& type, const std::string& path, Problems& problems);

private:
    Services& services_;
};

}  // namespace inkwell::objects
