#pragma once

#include "accounts/account_service.h"
#include "inkwell/identity.h"
#include "members/member_service.h"

namespace inkwell::users {

/// The plugin's Identity. Reads tokens and roles from the database at each request, so that a revocation takes effect
/// at once on every server. Any thread.
class LocalIdentity : public Identity {
public:
    /// The arguments must outlive it.
    LocalIdentity(AccountService& accounts, MemberService& members) : accounts_(accounts), members_(members) {}

    std::optional<Account> findByToken(std::string_view token) override;
    std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId) override;
    std::vector<std::string> bucketsOf(const std::string& userId) override;
    std::vector<std::string> acceptedBucketsOf(const std::string& userId) override;
    void addAdmin(const std::string& userId, const std::string& bucketId) override;

    bool hasAccounts() override;
    Account addAccount(std::string_view email, std::string_view password, bool serverAdmin) override;
    void setPassword(std::string_view email, std::string_view password) override;

private:
    AccountService& accounts_;
    MemberService& members_;
};

}  // namespace inkwell::users
