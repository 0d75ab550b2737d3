#pragma once

#include <string>

#include "engine.h"
#include "inkwell/identity.h"
#include "inkwell/precondition.h"

namespace inkwell::metafields {

/// Use cases of the five routes (interface/metafields.md, "Routes"): an object's top-level metafields by key.
/// ObjectCatalog handles access, events and storage. Any thread. Throws ApiError.
class MetafieldService {
public:
    MetafieldService(Services& services, Engine& engine) : services_(services), engine_(engine) {}

    /// Metafields, and the version of their object.
    struct Shown : MetafieldEngine::Decorated {
        std::int64_t version;
    };
    /// All metafields of an object. Throws 404 for an object that the caller may not see.
    Shown list(const Bucket& bucket, const std::string& objectId, const RenderOptions& options);
    /// One metafield. Throws 404 as list() does, and for a key that the object does not have.
    Shown get(const Bucket& bucket, const std::string& objectId, const std::string& key, const RenderOptions& options);

    /// `given` is the whole body. Returns the key. Throws 400 for a key that the object already has, and a complete
    /// VersionMismatch, as those below: versions are those of the object.
    std::string add(const Bucket& bucket, const Access& access, const std::string& objectId, const JsonObject& given,
                    const std::optional<Precondition>& ifMatch = {});
    /// Merges `given` over the stored members and checks the result. Returns the metafield as reads show it, and the
    /// object's version.
    VersionedRecord edit(const Bucket& bucket, const Access& access, const std::string& objectId,
                         const std::string& key, const JsonObject& given,
                         const std::optional<Precondition>& ifMatch = {});
    void remove(const Bucket& bucket, const Access& access, const std::string& objectId, const std::string& key,
                const std::optional<Precondition>& ifMatch = {});

private:
    Shown decorated(const Bucket& bucket, const ObjectRecord& object, JsonArray metafields,
                    const RenderOptions& options);
    std::int64_t change(const Bucket& bucket, const Access& access, const std::string& objectId,
                        const std::optional<Precondition>& ifMatch, const ObjectCatalog::MetafieldEdit& edit);
    JsonObject answer(const Bucket& bucket, const Access& access, const std::string& objectId, JsonArray edited);
    JsonObject changed(const JsonObject& stored, const JsonObject& given) const;

    Services& services_;
    Engine& engine_;
};

}  // namespace inkwell::metafields
