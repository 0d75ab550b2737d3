#include "operator_accounts.h"

#include "account_audit.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"

namespace inkwell::users {

AccountAdmin::Invitation OperatorAccounts::invite(std::string_view email) {
    return deliver(invited(accounts_.getByEmail(email), Access::system().actor()));
}

AccountAdmin::Invitation OperatorAccounts::add(std::string_view email, const AccountRecord& by) {
    return deliver(services_.database().write([&](Sql&) {
        lockAdmins(by);
        return accounts_.invite(accounts_.add(email, "", false, by.id).email);
    }));
}

AccountAdmin::Invitation OperatorAccounts::inviteAgain(const std::string& userId, const AccountRecord& by) {
    const users::Invitation fresh = services_.database().write([&](Sql&) {
        lockAdmins(by);
        return invited(accounts_.getById(userId), by.id);
    });
    services_.log().info("an invitation that sets the password of user '" + userId + "' was made by user '" + by.id +
                         "'");
    return deliver(fresh);
}

// Whoever has the link becomes the account's owner, so those who work with them are told.
users::Invitation OperatorAccounts::invited(const AccountRecord& account, const std::string& actor) {
    return services_.database().write([&](Sql&) {
        const users::Invitation fresh = accounts_.invite(account.email);
        tellBucketsOf(services_, account.id, kInvited, actor);
        return fresh;
    });
}

std::vector<std::string> OperatorAccounts::lockAdmins(const AccountRecord& by) {
    std::vector<std::string> admins = store_.serverAdminsForUpdate();
    accounts_.requireStillServerAdmin(by);
    return admins;
}

AccountAdmin::Invitation OperatorAccounts::deliver(const users::Invitation& fresh) {
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

Account OperatorAccounts::remove(std::string_view email) {
    return removeAccount(accounts_.getByEmail(email).id, Access::system().actor());
}

Account OperatorAccounts::remove(const std::string& userId, const AccountRecord& by) {
    return services_.database().write([&](Sql&) {
        const bool isOnly = lockAdmins(by).size() == 1;
        if (userId == by.id) {
            throw ApiError::conflict(
                isOnly ? "you are the last administrator of the server; the operator makes another one first with: "
                         "inkwell user add --email EMAIL --admin"
                       : "your own account is not removed here; another administrator of the server can");
        }
        return removeAccount(userId, by.id);
    });
}

Account OperatorAccounts::removeAccount(const std::string& userId, const std::string& actor) {
    return services_.database().write([&](Sql&) {
        const auto account = store_.findForUpdate(userId);
        if (!account) throw ApiError::notFound("user", userId);
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

void OperatorAccounts::setRole(std::string_view email, const Bucket& bucket, Role role) {
    memberService_.setRole(accounts_.getByEmail(email).email, bucket, role);
}

void OperatorAccounts::refuseLastAdmin(const AccountRecord& account, const std::vector<std::string>& bucketIds) {
    auto* directory = services_.find<BucketDirectory>();
    std::string buckets;
    for (const std::string& bucketId : bucketIds) {
        if (!isLastAdmin(members_.adminsForUpdate(bucketId), account.id)) continue;
        const auto bucket = directory ? directory->findById(bucketId) : nullptr;
        buckets += (buckets.empty() ? "'" : ", '") + (bucket ? bucket->slug : bucketId) + "'";
    }
    if (buckets.empty()) return;
    throw ApiError::conflict("'" + account.email + "' is the last admin of " + buckets +
                             "; make another user an admin there first, who accepts it and can sign in");
}

}  // namespace inkwell::users
