#include "account_audit.h"

#include "accounts/account_service.h"
#include "members/member_store.h"

namespace inkwell::users {

void tellBucketsOf(Services& services, const std::string& userId, const char* action, const std::string& actor) {
    for (const std::string& bucketId : MemberStore(services).bucketsOf(userId))
        publishUserChanged(services, bucketId, userId, action, actor);
}

}  // namespace inkwell::users
