#include "inkwell/plugin.h"

#include <memory>

#include "accounts/account_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/object_catalog.h"
#include "inkwell/picture_maker.h"
#include "inkwell/type_follower.h"
#include "listeners.h"
#include "local_identity.h"
#include "mail/invitation_mailer.h"
#include "mail/password_resets.h"
#include "members/member_service.h"
#include "metrics.h"
#include "migrations.h"
#include "operator_accounts.h"
#include "routes.h"

namespace inkwell::users {

namespace {

class UsersPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        settings_ = readSettings(registrar);
        Services& services = registrar.services();
        accountStore_ = std::make_unique<AccountStore>(services);
        memberStore_ = std::make_unique<MemberStore>(services);
        accounts_ = std::make_unique<AccountService>(services, *accountStore_, settings_);
        mailStore_ = std::make_unique<MailStore>(services);
        mailer_ = std::make_unique<InvitationMailer>(services, *accounts_, *mailStore_, settings_);
        resets_ = std::make_unique<PasswordResets>(services, *accounts_, *mailer_);
        members_ = std::make_unique<MemberService>(services, *accountStore_, *memberStore_, *mailer_, settings_);
        identity_ = std::make_unique<LocalIdentity>(*accounts_, *members_);
        operator_ = std::make_unique<OperatorAccounts>(services, *accounts_, *accountStore_, *memberStore_, *members_,
                                                       *mailer_);
        registrar.migrations(migrations());
        registrar.provide<Identity>(*identity_);
        registrar.provide<AccountAdmin>(*operator_);
        registrar.provide<MemberDirectory>(*members_);
        addListeners(registrar, *accounts_, *members_, *mailer_, *resets_);
        addRoutes(registrar, *accounts_, *members_, *operator_, settings_);
        addResetRoutes(registrar, *accounts_, *resets_);
        addAvatarRoutes(registrar, *accountStore_, *members_);
        addMetrics(registrar, *accounts_, *mailer_);
    }

    void start(Services& services) override { users::start(services, *mailer_); }
    void stop() noexcept override { mailer_->stop(); }

private:
    Settings settings_;
    std::unique_ptr<AccountStore> accountStore_;
    std::unique_ptr<MemberStore> memberStore_;
    std::unique_ptr<AccountService> accounts_;
    std::unique_ptr<MailStore> mailStore_;
    std::unique_ptr<InvitationMailer> mailer_;
    std::unique_ptr<PasswordResets> resets_;
    std::unique_ptr<MemberService> members_;
    std::unique_ptr<LocalIdentity> identity_;
    std::unique_ptr<OperatorAccounts> operator_;
};

constexpr auto& kProvides = kServiceIds<Identity, AccountAdmin, MemberDirectory>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses =
    kServiceIds<BucketDirectory, ObjectCatalog, PictureMaker, ServerPlugins, ServerWatch, TypeRenames>;

}  // namespace

}  // namespace inkwell::users

INKWELL_PLUGIN(inkwell::users::UsersPlugin, "users", "0.1.0", "Accounts, signing in, and roles in buckets",
               inkwell::users::kProvides, inkwell::users::kNeeds, inkwell::users::kUses);
