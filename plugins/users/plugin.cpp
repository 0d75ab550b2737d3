#include "inkwell/plugin.h"

#include <memory>

#include "account_service.h"
#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "local_identity.h"
#include "member_service.h"
#include "migrations.h"
#include "routes.h"

namespace inkwell::users {

namespace {

std::int64_t readNumber(Registrar& registrar, const char* key, std::int64_t fallback, std::int64_t min,
                        std::int64_t max, const char* meaning) {
    auto value = registrar.config<std::int64_t>(key, fallback, meaning);
    if (value < min || value > max)
        throw std::runtime_error("the setting '" + std::string(key) + "' must be from " + std::to_string(min) + " to " +
                                 std::to_string(max) + ", not " + std::to_string(value));
    return value;
}

Settings readSettings(Registrar& registrar) {
    return {readNumber(registrar, "token_days", 30, 1, 3650, "days until a user token expires"),
            readNumber(registrar, "invitation_days", 7, 1, 365, "days until an invitation expires"),
            readNumber(registrar, "password_memory_mib", 64, 8, 1024, "memory that one password hash takes, in MiB")};
}

class UsersPlugin : public Plugin {
public:
    void setup(Registrar& registrar) override {
        settings_ = readSettings(registrar);
        Services& services = registrar.services();
        accountStore_ = std::make_unique<AccountStore>(services);
        memberStore_ = std::make_unique<MemberStore>(services);
        accounts_ = std::make_unique<AccountService>(services, *accountStore_, settings_);
        members_ = std::make_unique<MemberService>(services, *accountStore_, *memberStore_);
        identity_ = std::make_unique<LocalIdentity>(*accounts_, *members_);

        registrar.migrations(migrations());
        registrar.provide<Identity>(*identity_);
        registrar.on<BucketDeleting>([this](BucketDeleting& event) { members_->forgetBucket(event.bucketId); });
        registrar.on<ObjectTypeRenaming>(
            [this](ObjectTypeRenaming& event) { members_->renameObjectType(event.bucketId, event.from, event.to); });
        registrar.inTransaction<ObjectTypeChanged>([this](const ObjectTypeChanged& event) {
            if (event.change.action == "deleted") members_->forgetObjectType(event.change.bucketId, event.change.type);
        });
        registrar.every(std::chrono::hours(1), "expired-tokens", [this] { accounts_->removeExpired(); });
        addRoutes(registrar, *accounts_, *members_);
    }

private:
    Settings settings_;
    std::unique_ptr<AccountStore> accountStore_;
    std::unique_ptr<MemberStore> memberStore_;
    std::unique_ptr<AccountService> accounts_;
    std::unique_ptr<MemberService> members_;
    std::unique_ptr<LocalIdentity> identity_;
};

constexpr auto& kProvides = kServiceIds<Identity>;
constexpr auto& kNeeds = kServiceIds<>;
constexpr auto& kUses = kServiceIds<ObjectCatalog>;

}  // namespace

}  // namespace inkwell::users

INKWELL_PLUGIN(inkwell::users::UsersPlugin, "users", "0.1.0", "Accounts, signing in, and roles in buckets",
               inkwell::users::kProvides, inkwell::users::kNeeds, inkwell::users::kUses);
