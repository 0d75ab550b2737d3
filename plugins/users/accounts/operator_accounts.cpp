#include "accounts/operator_accounts.h"

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"

namespace inkwell::users {

AccountAdmin::Invitation OperatorAccounts::invite(std::string_view email) {
    const users::Invitation fresh = accounts_.invite(email);
    Invitation invitation;
    invitation.token = fresh.token;
    invitation.address = mailer_.addressOf(fresh.token);
    invitation.dashboardPage = services_.server().baseUrl + "/dashboard/-/invitation#" + fresh.token;
    if (!mailer_.isConfigured()) return invitation;
    try {
        mailer_.send(fresh, {});
        invitation.mailed = true;
    } catch (const std::runtime_error& error) {
        invitation.mailProblem = error.what();
    }
    return invitation;
}

Account OperatorAccounts::remove(std::string_view email, const std::string& actor) {
    const std::string userId = accounts_.getByEmail(email).id;
    return services_.database().write([&](Sql&) {
        const auto account = store_.findForUpdate(userId);
        if (!account) throw ApiError::notFound("user", std::string(email));
        const std::vector<std::string> bucketIds = members_.bucketsOf(userId);
        refuseLastAdmin(*account, bucketIds);
        members_.removeUser(userId);
        store_.remove(userId);
        for (const std::string& bucketId : bucketIds) publishUserChanged(services_, bucketId, userId, "deleted", actor);
        publishUserChanged(services_, "", userId, "deleted", actor);
        return Account{account->id, account->email, account->serverAdmin};
    });
}

void OperatorAccounts::setNames(std::string_view email, const std::string& firstName, const std::string& lastName) {
    const std::string userId = accounts_.getByEmail(email).id;
    services_.database().write([&](Sql&) {
        auto account = store_.findForUpdate(userId);
        if (!account) throw ApiError::notFound("user", std::string(email));
        account->firstName = firstName;
        account->lastName = lastName;
        store_.updateProfile(*account);
        publishUserChanged(services_, "", userId, "edited", Access::system().actor());
    });
}

void OperatorAccounts::addMember(std::string_view email, const std::string& bucketId, const Membership& membership) {
    memberService_.addMember(accounts_.getByEmail(email).id, bucketId, membership, Access::system().actor());
}

void OperatorAccounts::refuseLastAdmin(const AccountRecord& account, const std::vector<std::string>& bucketIds) {
    auto* directory = services_.find<BucketDirectory>();
    std::string buckets;
    for (const std::string& bucketId : bucketIds) {
        const auto admins = members_.adminsForUpdate(bucketId);
        if (admins.size() != 1 || admins.front() != account.id) continue;
        const auto bucket = directory ? directory->findById(bucketId) : nullptr;
        buckets += (buckets.empty() ? "'" : ", '") + (bucket ? bucket->slug : bucketId) + "'";
    }
    if (buckets.empty()) return;
    throw ApiError::conflict("'" + account.email + "' is the last admin of " + buckets +
                             "; make another user an admin there first");
}

}  // namespace inkwell::users
