#include "listeners.h"

#include "inkwell/events.h"

namespace inkwell::users {

void addListeners(Registrar& registrar, AccountService& accounts, MemberService& members, InvitationMailer& mailer,
                  PasswordResets& resets) {
    registrar.on<UserChanged>([&mailer](UserChanged&) { mailer.wake(); });
    registrar.on<BucketDeleting>([&members](BucketDeleting& event) { members.forgetBucket(event.bucketId); });
    registrar.on<ObjectTypeRenaming>(
        [&members](ObjectTypeRenaming& event) { members.renameObjectType(event.bucketId, event.from, event.to); });
    registrar.inTransaction<ObjectTypeChanged>([&members](const ObjectTypeChanged& event) {
        if (event.change.action == "deleted") members.forgetObjectType(event.change.bucketId, event.change.type);
    });
    registrar.every(std::chrono::hours(1), "expired-tokens", [&accounts] { accounts.removeExpired(); });
    registrar.every(std::chrono::hours(1), "token-uses", [&accounts] { accounts.storeTokenUses(); });
    registrar.every(std::chrono::minutes(10), "password-resets", [&resets] { resets.removeExpired(); });
}

}  // namespace inkwell::users
