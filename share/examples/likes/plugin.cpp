// What the plugin consists of. It links the published SDK and nothing else.
#include "inkwell/plugin.h"

#include <optional>
#include <stdexcept>

#include "inkwell/bucket_directory.h"
#include "inkwell/object_catalog.h"
#include "likes_service.h"
#include "migrations.h"
#include "routes.h"

namespace likes_plugin {

namespace {

constexpr std::int64_t kMaxShownVisitors = 1000;

constexpr auto& kProvides = inkwell::kServiceIds<>;
constexpr auto& kNeeds = inkwell::kServiceIds<inkwell::BucketDirectory, inkwell::ObjectCatalog>;
constexpr auto& kUses = inkwell::kServiceIds<>;

class LikesPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        const auto shown = registrar.config<std::int64_t>("shown_visitors", 10, "how many visitors an answer names");
        if (shown < 0 || shown > kMaxShownVisitors) {
            throw std::runtime_error("'shown_visitors' must be a number from 0 to 1000");
        }
        service_.emplace(registrar.services(), shown);

        registrar.migrations(migrations());
        addRoutes(registrar, *service_);
        registrar.on<inkwell::ObjectDeleting>([this](auto& event) { service_->removeOfObject(event.objectId); });
        registrar.on<inkwell::BucketDeleting>([this](auto& event) { service_->removeOfBucket(event.bucketId); });
        registrar.metric(inkwell::MetricKind::Counter, "given", "Likes given since the start of the server",
                         [this] { return static_cast<double>(service_->given()); });
    }

private:
    std::optional<LikesService> service_;
};

}  // namespace

}  // namespace likes_plugin

INKWELL_PLUGIN(likes_plugin::LikesPlugin, "likes", "1.0.0", "Likes of objects, one by each visitor",
               likes_plugin::kProvides, likes_plugin::kNeeds, likes_plugin::kUses);
