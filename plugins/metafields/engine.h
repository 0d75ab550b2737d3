#pragma once

#include "check/checker.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/services.h"
#include "render/relation_graph.h"
#include "types/type_faults.h"

namespace inkwell::metafields {

/// The plugin's MetafieldEngine, built from checker and renderer. Keeps nothing of its calls; any thread.
class Engine : public MetafieldEngine {
public:
    /// `enforceValidation` is the setting `enforce_validation`. The services must outlive the engine.
    Engine(Services& services, bool enforceValidation)
        : services_(services), enforceValidation_(enforceValidation), faults_(services) {}

    JsonArray check(const Bucket& bucket, const Json& given, const Templates& templates, Subject subject,
                    const std::string& path, Problems& problems, const JsonArray* before = nullptr,
                    const std::set<std::string>& trustedTypes = {}) override;
    RenderedObjects render(const Bucket& bucket, std::vector<ObjectRecord> records,
                           const RenderOptions& options) override;
    std::optional<ContentParts> renderText(const Bucket& bucket, std::size_t count,
                                           const std::function<ObjectText(std::size_t)>& objectAt,
                                           const RenderOptions& options, JsonText& answer) override;
    Decorated decorate(const Bucket& bucket, JsonArray metafields, const RenderOptions& options) override;
    std::vector<FieldValue> fieldValues(const JsonArray& metafields) override;
    bool anyObject(const JsonArray& metafields, std::string_view path, const JsonTest& test) override;
    std::vector<std::string> addMissing(JsonArray& metafields, const JsonArray& templates) override;
    void remapObjects(JsonArray& metafields, const std::function<std::string(const std::string&)>& newId) override;

    /// Whether what the value refers to must be there: Kept ones were checked when they were written.
    enum class References { Checked, Kept };
    /// Checks one metafield that is a whole body: problems are named "value" instead of
    /// "metafields[0].value". `before` is what it replaces, null for a new one.
    JsonObject checkOne(const Bucket& bucket, const JsonObject& given, const Templates& templates, Problems& problems,
                        References references = References::Checked, const Json& before = nullptr);
    /// decorate() for metafields of the object `rootId`, which is not expanded again within itself.
    Decorated decorateOf(const std::string& rootId, const Bucket& bucket, JsonArray metafields,
                         const RenderOptions& options);
    /// Whether metafields of this type have a value; true for an unknown type.
    bool hasValue(std::string_view type) const;

private:
    CheckSettings checkSettings(const Templates& templates) const;
    RenderSources sources(const Bucket& bucket, const RenderOptions& options, ContentParts& parts) const;

    Services& services_;
    bool enforceValidation_;
    mutable TypeFaults faults_;
};

}  // namespace inkwell::metafields
