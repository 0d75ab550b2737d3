#include "inkwell/plugin.h"

#include <chrono>
#include <memory>
#include <optional>

#include "autosave_recovery.h"
#include "autosave_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/member_directory.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
#include "inkwell/personal_records.h"
#include "migrations.h"
#include "routes.h"
#include "settings.h"

namespace inkwell::autosave {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<MemberDirectory, ObjectCatalog, ObjectVersions>;

class AutosavePlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        service_.emplace(registrar.services(), readSettings(registrar));

        registrar.migrations(migrations());
        addRoutes(registrar, *service_);
        registrar.contribute<Recoverable>(
            "autosave", std::make_unique<AutosaveRecovery>(registrar.services(), service_->settings().perPerson));
        removeWithTheirOwners(registrar, *service_);
        registrar.every(std::chrono::hours(1), "sweep", [this] { service_->sweep(); });
    }

private:
    std::optional<AutosaveService> service_;
};

}  // namespace

}  // namespace inkwell::autosave

INKWELL_PLUGIN(inkwell::autosave::AutosavePlugin, "autosave", "0.1.0", "Keeps what people have not saved yet",
               inkwell::autosave::kProvides, inkwell::autosave::kNeeds, inkwell::autosave::kUses);
