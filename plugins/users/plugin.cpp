#include "inkwell/plugin.h"

#include <memory>

#include "accounts/account_service.h"
#include "accounts/local_identity.h"
#include "accounts/operator_accounts.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/events.h"
#include "inkwell/live_settings.h"
#include "inkwell/object_catalog.h"
#include "mail/invitation_mailer.h"
#include "members/member_service.h"
#include "metrics.h"
#include "migrations.h"
#include "routes.h"

namespace inkwell::users {

namespace {

class UsersPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        SetupSettings asSetUp(registrar);
        settings_ = readSettings(asSetUp);
        Services& services = registrar.services();
        accountStore_ = std::make_unique<AccountStore>(services);
        memberStore_ = std::make_unique<MemberStore>(services);
        accounts_ = std::make_unique<AccountService>(services, *accountStore_, settings_);
        mailStore_ = std::make_unique<MailStore>(services);
        mailer_ = std::make_unique<InvitationMailer>(services, *accounts_, *mailStore_, settings_);
        members_ = std::make_unique<MemberService>(services, *accountStore_, *memberStore_, *mailer_, settings_);
        identity_ = std::make_unique<LocalIdentity>(*accounts_, *members_);
        operator_ = std::make_unique<OperatorAccounts>(services, *accounts_, *accountStore_, *memberStore_, *mailer_);

        registrar.contribute<LiveSettings>("users", std::make_unique<LiveSettings>([this](PluginSettings& fresh) {
                                               return mailer_->prepare(readMailSettings(fresh));
                                           }));
        registrar.migrations(migrations());
        registrar.provide<Identity>(*identity_);
        registrar.provide<AccountAdmin>(*operator_);
        registrar.on<UserChanged>([this](UserChanged&) { mailer_->wake(); });
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { members_->forgetBucket(event.bucketId); });
        registrar.on<ObjectTypeRenaming>(
            [this](ObjectTypeRenaming& event) { members_->renameObjectType(event.bucketId, event.from, event.to); });
        registrar.inTransaction<ObjectTypeChanged>([this](const ObjectTypeChanged& event) {
            if (event.change.action == "deleted") members_->forgetObjectType(event.change.bucketId, event.change.type);
        });
        registrar.every(std::chrono::hours(1), "expired-tokens", [this] { accounts_->removeExpired(); });
        addRoutes(registrar, *accounts_, *members_, settings_);
        addMetrics(registrar, *accounts_, *mailer_);
    }

    void start(Services&) override { mailer_->start(); }
    void stop() noexcept override { mailer_->stop(); }

private:
    Settings settings_;
    std::unique_ptr<AccountStore> accountStore_;
    std::unique_ptr<MemberStore> memberStore_;
    std::unique_ptr<AccountService> accounts_;
    std::unique_ptr<MailStore> mailStore_;
    std::unique_ptr<InvitationMailer> mailer_;
    std::unique_ptr<MemberService> members_;
    std::unique_ptr<LocalIdentity> identity_;
    std::unique_ptr<OperatorAccounts> operator_;
};

constexpr auto& kProvides = kServiceIds<Identity, AccountAdmin>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<BucketDirectory, ObjectCatalog, ServerPlugins>;

}  // namespace

}  // namespace inkwell::users

INKWELL_PLUGIN(inkwell::users::UsersPlugin, "users", "0.1.0", "Accounts, signing in, and roles in buckets",
               inkwell::users::kProvides, inkwell::users::kNeeds, inkwell::users::kUses);
