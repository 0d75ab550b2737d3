#include "inkwell/plugin.h"

#include "routes.h"

namespace inkwell::dashboard {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<>;

class DashboardPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override { addRoutes(registrar, registrar.services()); }
};

}  // namespace

}  // namespace inkwell::dashboard

INKWELL_PLUGIN(inkwell::dashboard::DashboardPlugin, "dashboard", "0.1.0", "The web application of editors",
               inkwell::dashboard::kProvides, inkwell::dashboard::kNeeds, inkwell::dashboard::kUses);
