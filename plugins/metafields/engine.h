#pragma once

#include "checker.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "relation_graph.h"

namespace inkwell::metafields {

/// The service, put together from the checker and the renderer. Keeps nothing between two calls; any thread.
class Engine : public MetafieldEngine {
public:
    /// `enforceValidation`: the setting `enforce_validation`. The services outlive the engine.
    Engine(Services& services, bool enforceValidation) : services_(services), enforceValidation_(enforceValidation) {}

    JsonArray check(const Bucket& bucket, const Json& given, const JsonArray& defaults, Subject subject,
                    const std::string& path, Problems& problems, std::string_view selfType) override;
    std::vector<JsonObject> render(const Bucket& bucket, std::span<const ObjectRecord> records,
                                   const RenderOptions& options) override;
    JsonArray decorate(const Bucket& bucket, const JsonArray& metafields, const RenderOptions& options) override;
    std::vector<FieldValue> fieldValues(const JsonArray& metafields) override;
    void remapObjects(JsonArray& metafields, const std::function<std::string(const std::string&)>& newId) override;

    /// Checks one metafield of an object as the whole body of a request: problems are named "value", not
    /// "metafields[0].value".
    JsonObject checkOne(const Bucket& bucket, const JsonObject& given, Problems& problems);
    /// decorate() for metafields of the object `rootId`, which is then not opened again within itself.
    JsonArray decorateOf(const std::string& rootId, const Bucket& bucket, const JsonArray& metafields,
                         const RenderOptions& options);
    /// Whether a metafield of that type has a value; true for an unknown type.
    bool hasValue(std::string_view type) const;

private:
    CheckSettings checkSettings() const;
    RenderSources sources(const Bucket& bucket, const RenderOptions& options) const;

    Services& services_;
    bool enforceValidation_;
};

}  // namespace inkwell::metafields
