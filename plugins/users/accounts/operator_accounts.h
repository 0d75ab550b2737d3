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
    Account remove(std::string_view email) override { return remove(email, Access::system().actor()); }
    /// The same for `actor`, an administrator of the server.
    Account remove(std::string_view email, const std::string& actor);
    void setNames(std::string_view email, const std::string& firstName, const std::string& lastName) override;
    void addMember(std::string_view email, const std::string& bucketId, const Membership& membership) override;

private:
    void refuseLastAdmin(const AccountRecord& account, const std::vector<std::string>& bucketIds);

    Services& services_;
    AccountService& accounts_;
    AccountStore& store_;
    MemberStore& members_;
    MemberService& memberService_;
    InvitationMailer& mailer_;
};

}  // namespace inkwell::users
