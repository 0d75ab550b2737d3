#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/export.h"

namespace inkwell {

struct Account {
    std::string id;
    std::string email;
    bool serverAdmin = false;
};

/// Accounts, tokens and roles. Provided by `users`; used by the gatekeeper and other plugins. Any thread.
class INKWELL_API Identity {
public:
    static constexpr const char* kServiceId = "inkwell.identity/1";
    virtual ~Identity() = default;

    /// The owner of a token that is neither expired nor revoked.
    virtual std::optional<Account> findByToken(std::string_view token) = 0;
    virtual std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId) = 0;
    /// The buckets in which the user has a role, as ids.
    virtual std::vector<std::string> bucketsOf(const std::string& userId) = 0;
    /// Those of them where the user has accepted the role. By default all.
    virtual std::vector<std::string> acceptedBucketsOf(const std::string& userId) { return bucketsOf(userId); }
    /// Makes the user an admin of a new bucket; joins the caller's unit of work.
    virtual void addAdmin(const std::string& userId, const std::string& bucketId) = 0;

    // For the command line. E-mail addresses are lower-cased here; ApiError for a bad or taken one, a short password.
    virtual bool hasAccounts() = 0;
    virtual Account addAccount(std::string_view email, std::string_view password, bool serverAdmin) = 0;
    virtual void setPassword(std::string_view email, std::string_view password) = 0;
};

}  // namespace inkwell
