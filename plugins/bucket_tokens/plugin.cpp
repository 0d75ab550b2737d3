#include "inkwell/plugin.h"

#include <functional>
#include <memory>

#include "inkwell/bucket_tokens.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "inkwell/type_follower.h"
#include "migrations.h"
#include "routes.h"
#include "token_keeper.h"
#include "token_service.h"

namespace inkwell::bucket_tokens {

namespace {

constexpr auto& kProvides = kServiceIds<BucketTokens>;
constexpr auto& kNeeds = kServiceIds<BucketDirectory>;
constexpr auto& kUses = kServiceIds<Identity, ObjectCatalog, TypeRenames>;

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
        followTypes(
            registrar, "bucket_tokens", std::bind_front(&TokenService::renameType, service_.get()),
            [this](const std::string& bucketId, const std::string& slug) { service_->renameType(bucketId, slug, ""); });
        registrar.on<ChangeCommitted>([this](ChangeCommitted& event) {
            const std::string& kind = event.change.kind;
            if (kind == "bucket_token" || kind == "user" || kind == "object_type" || kind == "bucket")
                keeper_->forget();
        });
        registrar.on<ChangesUnknown>([this](ChangesUnknown&) { keeper_->forget(); });
        registrar.every(std::chrono::seconds(10), "last-use", [this] { keeper_->flush(); });
    }

    // What changed while the plugin was off was not heard.
    void start(Services& services) override {
        catchUpWithTypes(services, "bucket_tokens");
        keeper_->forget();
    }

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
