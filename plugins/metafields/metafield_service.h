#pragma once

#include <string>

#include "engine.h"
#include "inkwell/identity.h"

namespace inkwell::metafields {

/// Use cases of the five routes (interface/metafields.md, "Routes"): an object's top-level metafields by key.
/// ObjectCatalog handles access, events and storage. Any thread. Throws ApiError.
class MetafieldService {
public:
    MetafieldService(Services& services, Engine& engine) : services_(services), engine_(engine) {}

    /// All metafields of an object. Throws 404 for an object that the caller may not see.
    MetafieldEngine::Decorated list(const Bucket& bucket, const std::string& objectId, const RenderOptions& options);
    /// One metafield. Throws 404 as list() does, and for a key that the object does not have.
    MetafieldEngine::Decorated get(const Bucket& bucket, const std::string& objectId, const std::string& key,
                                   const RenderOptions& options);

    /// `given` is the whole body. Returns the key. Throws 400 for a key that the object already has.
    std::string add(const Bucket& bucket, const Access& access, const std::string& objectId, const JsonObject& given);
    /// Merges `given` over the stored members and checks the result. Returns the metafield as reads show it.
    JsonObject edit(const Bucket& bucket, const Access& access, const std::string& objectId, const std::string& key,
                    const JsonObject& given);
    void remove(const Bucket& bucket, const Access& access, const std::string& objectId, const std::string& key);

private:
    MetafieldEngine::Decorated decorated(const Bucket& bucket, const ObjectRecord& object, JsonArray metafields,
                                         const RenderOptions& options);
    JsonObject answer(const Bucket& bucket, const std::string& objectId, JsonArray edited);
    JsonObject changed(const JsonObject& stored, const JsonObject& given) const;

    Services& services_;
    Engine& engine_;
};

}  // namespace inkwell::metafields
