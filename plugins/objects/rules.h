#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/json.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "type_store.h"

namespace inkwell::objects {

/// What must hold for types and objects beyond the form of a body. Shared by the routes' services and the import, so
/// that both store the same. Every method adds problems and throws none; joins the caller's unit of work.
class Rules {
public:
    explicit Rules(Services& services) : services_(services) {}

    /// The locale to store for an object that gives `given`; `type` null is an unknown type, whose locales nobody
    /// knows.
    std::string checkLocale(const StoredType* type, const std::string& given, const std::string& path,
                            Problems& problems) const;

    /// A media name of the bucket, while the media plugin is on; "" is none.
    void checkThumbnail(const Bucket& bucket, const std::string& name, const std::string& path,
                        Problems& problems) const;

    /// What to store for a client's metafields. While the metafields plugin is off nothing can be written: a problem
    /// names the plugin.
    JsonArray checkMetafields(const Bucket& bucket, const Json& given, const JsonArray& defaults,
                              MetafieldEngine::Subject subject, const std::string& path, Problems& problems,
                              const std::string& selfType = "") const;

    /// A new object's metafields when the body gives none: the type's defaults.
    JsonArray defaultMetafields(const Bucket& bucket, const JsonArray& defaults, Problems& problems) const;

    /// That `localization`, `locales` and `priority_locale` agree.
    static void checkLocales(const StoredType& type, const std::string& path, Problems& problems);

private:
    Services& services_;
};

/// The first of slug, slug-2, slug-3 ... that is not in `taken`.
std::string freeSlug(const std::string& slug, const std::vector<std::string>& taken);

}  // namespace inkwell::objects
