#include "listeners.h"

#include <functional>
#include <memory>

#include "inkwell/events.h"
#include "inkwell/live_settings.h"
#include "inkwell/type_follower.h"
#include "settings.h"

namespace inkwell::users {

void addListeners(Registrar& registrar, AccountService& accounts, MemberService& members, InvitationMailer& mailer,
                  PasswordResets& resets) {
    registrar.on<UserChanged>([&mailer](UserChanged&) { mailer.wake(); });
    registrar.on<BucketDeleting>([&members](BucketDeleting& event) { members.removeOfBucket(event.bucketId); });
    followTypes(registrar, "users", std::bind_front(&MemberService::renameObjectType, &members),
                std::bind_front(&MemberService::forgetObjectType, &members));
    registrar.contribute<LiveSettings>("users", std::make_unique<LiveSettings>([&mailer](PluginSettings& fresh) {
                                           return mailer.prepare(readMailSettings(fresh));
                                       }));
    registrar.every(std::chrono::hours(1), "expired-tokens", [&accounts] { accounts.removeExpired(); });
    registrar.every(std::chrono::hours(1), "token-uses", [&accounts] { accounts.storeTokenUses(); });
    registrar.every(std::chrono::minutes(10), "password-resets", [&resets] { resets.removeExpired(); });
}

void start(Services& services, InvitationMailer& mailer) {
    catchUpWithTypes(services, "users");
    mailer.start();
}

}  // namespace inkwell::users
