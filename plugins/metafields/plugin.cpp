#include "inkwell/plugin.h"

#include <optional>

#include "engine.h"
#include "inkwell/server_plugins.h"
#include "metafield_service.h"
#include "openapi_types.h"
#include "routes.h"
#include "types/types.h"

namespace inkwell::metafields {

namespace {

constexpr auto& kProvides = kServiceIds<MetafieldEngine>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory, ObjectCatalog>;
constexpr auto& kUses = kServiceIds<MediaLibrary, ServerPlugins>;

class MetafieldsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        const bool enforceValidation = registrar.config(
            "enforce_validation", false, "enforce required, regex, minlength and maxlength of metafields on writes");
        Services& services = registrar.services();
        engine_.emplace(services, enforceValidation);
        service_.emplace(services, *engine_);

        registrar.provide<MetafieldEngine>(*engine_);
        for (std::unique_ptr<MetafieldType>& type : makeBuiltInTypes()) {
            const std::string name = type->name();
            registrar.contribute<MetafieldType>(name, std::move(type));
        }
        addRoutes(registrar, *service_);
        addTypeRoutes(registrar);
        registrar.contribute<OpenApiPart>("metafields", std::make_unique<TypesOpenApi>(services));
    }

private:
    std::optional<Engine> engine_;
    std::optional<MetafieldService> service_;
};

}  // namespace

}  // namespace inkwell::metafields

INKWELL_PLUGIN(inkwell::metafields::MetafieldsPlugin, "metafields", "0.1.0", "Typed fields of objects and object types",
               inkwell::metafields::kProvides, inkwell::metafields::kNeeds, inkwell::metafields::kUses);
