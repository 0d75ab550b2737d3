#include "inkwell/plugin.h"

#include <optional>

#include "inkwell/bucket_tokens.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
#include "inkwell/personal_records.h"
#include "migrations.h"
#include "preview_service.h"
#include "routes.h"

namespace inkwell::previews {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<ObjectCatalog, ObjectVersions>;
constexpr auto& kUses = kServiceIds<Identity, BucketTokens>;

class PreviewsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        service_.emplace(registrar.services());
        registrar.migrations(migrations());
        addRoutes(registrar, *service_);
        removeWithTheirOwners(registrar, *service_);
        registrar.every(std::chrono::minutes(10), "expired", [this] { service_->removeExpired(); });
    }

private:
    std::optional<PreviewService> service_;
};

}  // namespace

}  // namespace inkwell::previews

INKWELL_PLUGIN(inkwell::previews::PreviewsPlugin, "previews", "0.1.0", "Tokens that open the draft of one object",
               inkwell::previews::kProvides, inkwell::previews::kNeeds, inkwell::previews::kUses);
