#include "inkwell/plugin.h"

#include "routes.h"

namespace inkwell::docs {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<>;

class DocsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override { addRoutes(registrar, registrar.services()); }
};

}  // namespace

}  // namespace inkwell::docs

INKWELL_PLUGIN(inkwell::docs::DocsPlugin, "docs", "0.1.0", "The guide and the reference as pages",
               inkwell::docs::kProvides, inkwell::docs::kNeeds, inkwell::docs::kUses);
