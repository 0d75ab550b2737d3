#include "inkwell/plugin.h"

#include <memory>

#include "inkwell/bucket_tokens.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "migrations.h"
#include "routes.h"
#include "token_keeper.h"
#include "token_service.h"

namespace inkwell::bucket_tokens {

namespace {

constexpr auto& kProvides = kServiceIds<BucketTokens>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<Identity, ObjectCatalog>;

class BucketTokensPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        Services& services = registrar.services();
        store_ = std::make_unique<TokenStore>(services);
        keeper_ = std::make_unique<TokenKeeper>(services, *store_);
        service_ = std::make_unique<TokenService>(services, *store_, *keeper_);

        registrar.migrations(migrations());
        registrar.provide<BucketTokens>(*keeper_);
        addRoutes(registrar, *service_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { service_->removeOfBucket(event.bucketId); });
        registrar.on<ObjectTypeRenaming>(
            [this](ObjectTypeRenaming& event) { service_->renameType(event.bucketId, event.from, event.to); });
        registrar.inTransaction<ObjectTypeChanged>([this](const ObjectTypeChanged& event) {
            if (event.change.action == "deleted") service_->renameType(event.change.bucketId, event.change.type, "");
        });
        registrar.on<ChangeCommitted>([this](ChangeCommitted& event) {
            const std::string& kind = event.change.kind;
            if (kind == "bucket_token" || kind == "user" || kind == "object_type" || kind == "bucket")
                keeper_->forget();
        });
        registrar.on<ChangesUnknown>([this](ChangesUnknown&) { keeper_->forget(); });
        registrar.every(std::chrono::seconds(10), "last-use", [this] { keeper_->flush(); });
    }

    // What changed while the plugin was off was not heard.
    void start(Services&) override { keeper_->forget(); }

private:
    std::unique_ptr<TokenStore> store_;
    std::unique_ptr<TokenKeeper> keeper_;
    std::unique_ptr<TokenService> service_;
};

}  // namespace

}  // namespace inkwell::bucket_tokens

INKWELL_PLUGIN(inkwell::bucket_tokens::BucketTokensPlugin, "bucket_tokens", "0.1.0",
               "Keys of a bucket with permissions and an expiry", inkwell::bucket_tokens::kProvides,
               inkwell::bucket_tokens::kNeeds, inkwell::bucket_tokens::kUses);
