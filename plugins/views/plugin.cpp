#include "inkwell/plugin.h"

#include <functional>
#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/field_renaming.h"
#include "inkwell/member_directory.h"
#include "inkwell/object_catalog.h"
#include "inkwell/type_follower.h"
#include "migrations.h"
#include "routes.h"
#include "view_service.h"

namespace inkwell::views {

namespace {

constexpr auto& kProvides = kServiceIds<>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<ObjectCatalog, MemberDirectory, TypeRenames>;

class ViewsPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        ViewService& service = service_.emplace(registrar.services());
        registrar.migrations(migrations());
        addRoutes(registrar, service);
        registrar.on<BucketDeleting>([&service](auto& event) { service.removeOfBucket(event.bucketId); });
        followTypes(registrar, "views", std::bind_front(&ViewService::renameType, &service));
        registrar.on<ObjectFieldRenaming>(
            [&service](auto& event) { service.renameField(event.bucketId, event.type, event.from, event.to); });
        registrar.inTransaction<UserChanged>([&service](const UserChanged& fact) {
            if (fact.change.action == "deleted") service.removePrivateOf(fact.change.bucketId, fact.change.id);
        });
    }

    void start(Services& services) override { catchUpWithTypes(services, "views"); }

private:
    std::optional<ViewService> service_;
};

}  // namespace

}  // namespace inkwell::views

INKWELL_PLUGIN(inkwell::views::ViewsPlugin, "views", "0.1.0", "Saved views of lists of objects",
               inkwell::views::kProvides, inkwell::views::kNeeds, inkwell::views::kUses);
