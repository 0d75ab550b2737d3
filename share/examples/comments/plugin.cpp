// What the plugin consists of. It links the published SDK and nothing else.
#include "inkwell/plugin.h"

#include <chrono>
#include <optional>
#include <stdexcept>

#include "comments_recovery.h"
#include "comments_screen.js.h"
#include "comments_service.h"
#include "comments_transfer.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/dashboard_part.h"
#include "inkwell/object_catalog.h"
#include "inkwell/object_versions.h"
#include "migrations.h"
#include "routes.h"

namespace comments_plugin {

namespace {

constexpr std::int64_t kMaxTextLength = 10'000;
constexpr std::int64_t kMaxDays = 3650;

constexpr auto& kProvides = inkwell::kServiceIds<>;
constexpr auto& kNeeds =
    inkwell::kServiceIds<inkwell::BucketDirectory, inkwell::ObjectCatalog, inkwell::ObjectVersions>;
constexpr auto& kUses = inkwell::kServiceIds<>;

CommentsSettings readSettings(inkwell::Registrar& registrar) {
    CommentsSettings settings;
    settings.moderated =
        registrar.config<bool>("moderated", settings.moderated, "whether readers see only entries that were approved");
    settings.maxTextLength = registrar.config<std::int64_t>("max_text_length", settings.maxTextLength,
                                                            "how many characters an entry may have");
    settings.keepWaitingDays = registrar.config<std::int64_t>("keep_waiting_days", settings.keepWaitingDays,
                                                              "how long an entry waits for approval; 0: forever");
    if (settings.maxTextLength < 1 || settings.maxTextLength > kMaxTextLength) {
        throw std::runtime_error("'max_text_length' must be a number from 1 to 10000");
    }
    if (settings.keepWaitingDays < 0 || settings.keepWaitingDays > kMaxDays) {
        throw std::runtime_error("'keep_waiting_days' must be a number from 0 to 3650");
    }
    return settings;
}

class CommentsPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        service_.emplace(registrar.services(), readSettings(registrar));
        CommentsService& service = *service_;

        registrar.migrations(migrations());
        addRoutes(registrar, service);
        registrar.contribute<inkwell::BucketTransfer>("comments",
                                                      std::make_unique<CommentsTransfer>(registrar.services()));
        registrar.contribute<inkwell::Recoverable>("comments",
                                                   std::make_unique<CommentsRecovery>(registrar.services()));
        registrar.contribute<inkwell::DashboardScreen>(
            "comments", std::make_unique<inkwell::DashboardScreen>("comments", "Comments",
                                                                   inkwell::DashboardPart{kCommentsScreenJs}));
        registrar.on<inkwell::ObjectDeleting>(
            [&service](auto& event) { service.removeOfObject(event.bucketId, event.objectId); });
        registrar.on<inkwell::BucketDeleting>([&service](auto& event) { service.removeOfBucket(event.bucketId); });
        registrar.every(std::chrono::minutes(1), "sweep", [&service] { service.sweep(); });
        registrar.metric(inkwell::MetricKind::Counter, "added_total", "Entries added since the start of the server",
                         [&service] { return static_cast<double>(service.added()); });
        registrar.metric(inkwell::MetricKind::Gauge, "waiting", "Entries that wait for approval, counted every minute",
                         [&service] { return static_cast<double>(service.waiting()); });
    }

private:
    std::optional<CommentsService> service_;
};

}  // namespace

}  // namespace comments_plugin

INKWELL_PLUGIN(comments_plugin::CommentsPlugin, "comments", "1.0.0", "Comments: entries below objects, with approval",
               comments_plugin::kProvides, comments_plugin::kNeeds, comments_plugin::kUses);
