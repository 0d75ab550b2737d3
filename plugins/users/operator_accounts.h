#pragma once

#include "accounts/account_service.h"
#include "inkwell/account_admin.h"
#include "mail/invitation_mailer.h"
#include "members/member_service.h"

namespace inkwell::users {

/// The plugin's AccountAdmin. Any thread.
class OperatorAccounts : public AccountAdmin {
public:
    /// The arguments must outlive it.
    OperatorAccounts(Services& services, AccountService& accounts, AccountStore& store, MemberStore& members,
                     MemberService& memberService, InvitationMailer& mailer)
        : services_(services),
          accounts_(accounts),
          store_(store),
          members_(members),
          memberService_(memberService),
          mailer_(mailer) {}

    Invitation invite(std::string_view email) override;
    Account remove(std::string_view email) override;
    void setNames(std::string_view email, const std::string& firstName, const std::string& lastName) override;
    void setRole(std::string_view email, const Bucket& bucket, Role role) override;

    // For `by`, an administrator of the server as AccountService::confirmPassword returned them. ApiError 401 or 403
    // when they are none any more; looked at with the administrators locked, so that no two remove each other.
    /// A new account without a role or a password, and its first invitation.
    Invitation add(std::string_view email, const AccountRecord& by);
    /// Sets a new password, too, for an account that has one: the audit of each of its buckets and the log tell.
    Invitation inviteAgain(const std::string& userId, const AccountRecord& by);
    /// ApiError 409 for their own account too: so the last one stays.
    Account remove(const std::string& userId, const AccountRecord& by);

private:
    std::vector<std::string> lockAdmins(const AccountRecord& by);
    users::Invitation invited(const AccountRecord& account, const std::string& actor);
    Invitation deliver(const users::Invitation& fresh);
    Account removeAccount(const std::string& userId, const std::string& actor);
    void refuseLastAdmin(const AccountRecord& account, const std::vector<std::string>& bucketIds);

    Services& services_;
    AccountService& accounts_;
    AccountStore& store_;
    MemberStore& members_;
    MemberService& memberService_;
    InvitationMailer& mailer_;
};

}  // namespace inkwell::users
