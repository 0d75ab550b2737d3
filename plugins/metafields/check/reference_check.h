#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/media_library.h"
#include "inkwell/object_catalog.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// Looks up what the metafields of one body refer to, with one statement per kind, and lets each type check it. One
/// body, one thread. The metafields must not move until run() has returned.
class ReferenceCheck : public CheckLookup {
public:
    struct Sources {
        const Bucket& bucket;
        ObjectCatalog& objects;
        MediaLibrary* media;  // nullptr: names are accepted unverified
    };

    void add(const MetafieldType& type, const JsonObject& field, const std::string& path);
    /// Treats a slug as existing: one that the caller trusts, or one taken from a type's default.
    void trustObjectType(std::string_view slug) { objectTypes_.emplace(slug); }
    /// The types that stored metafields name, at any depth: one may have been deleted since, which is no reason to
    /// refuse what a client has read.
    void trustTypesOf(const JsonArray& stored);
    /// The same for all else that they refer to. Both must outlive run().
    void trustStored(const JsonArray& stored, const TypeSet& types);
    void run(const Sources& sources, Problems& problems);

    std::string objectType(std::string_view id) const override;
    bool hasObjectType(std::string_view slug) const override;
    bool hasMedia(std::string_view name) const override;

private:
    class Collector;
    struct Field {
        const MetafieldType* type;
        const JsonObject* json;
        std::string path;
    };
    void load(const Sources& sources);
    const Collector& stored() const;

    std::vector<Field> fields_;
    TextMap<std::string> typeOfObject_;
    std::set<std::string, std::less<>> objectTypes_;
    std::set<std::string, std::less<>> media_;
    bool mediaIsOff_ = false;
    const Field* asked_ = nullptr;  // whose type is checking
    const JsonArray* before_ = nullptr;
    const TypeSet* types_ = nullptr;
    mutable std::shared_ptr<Collector> stored_;  // of `before_`, once something was not found
};

}  // namespace inkwell::metafields
