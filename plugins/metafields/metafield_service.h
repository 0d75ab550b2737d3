#pragma once

#include <string>

#include "engine.h"
#include "inkwell/identity.h"

namespace inkwell::metafields {

/// The use cases of the five routes (specification, "Metafields of an object"): the metafields on the top level of one
/// object, by key. Access, events and storage are ObjectCatalog's. Any thread; throws ApiError.
class MetafieldService {
public:
    MetafieldService(Services& services, Engine& engine) : services_(services), engine_(engine) {}

    /// 404 for an object that the caller may not see.
    JsonArray list(const Bucket& bucket, const std::string& objectId, const RenderOptions& options);
    JsonObject get(const Bucket& bucket, const std::string& objectId, const std::string& key,
                   const RenderOptions& options);

    /// `given` is the whole body. Returns the key. 400 for a key that the object already has.
    std::string add(const Bucket& bucket, const Access& access, const std::string& objectId, const JsonObject& given);
    /// The members of `given` over the stored ones, checked as a whole; returns the metafield as reads show it.
    JsonObject edit(const Bucket& bucket, const Access& access, const std::string& objectId, const std::string& key,
                    const JsonObject& given);
    void remove(const Bucket& bucket, const Access& access, const std::string& objectId, const std::string& key);

private:
    JsonObject changed(const JsonObject& stored, const JsonObject& given) const;

    Services& services_;
    Engine& engine_;
};

}  // namespace inkwell::metafields
