#pragma once

#include <string>

#include "account_store.h"
#include "inkwell/services.h"
#include "password_hasher.h"
#include "sign_in_throttle.h"
#include "user_input.h"

namespace inkwell::users {

/// The plugin's settings (README.md).
struct Settings {
    std::int64_t tokenDays = 30;
    std::int64_t invitationDays = 7;
    std::int64_t passwordMemoryMib = 64;
};

/// The use cases of accounts: signing in, passwords, invitations (where-silent.md, "Users"). Any thread; after start()
/// only. Passwords are hashed outside of transactions. ApiError for what a client or the operator must hear.
class AccountService {
public:
    /// The references must outlive it.
    AccountService(Services& services, AccountStore& store, const Settings& settings);

    /// A fresh token. 401 with the same answer and cost for an unknown e-mail as for a wrong password; 429 when
    /// throttled.
    std::string signIn(const SignIn& input, const std::string& clientAddress);
    void signOut(std::string_view token);
    /// The account of a token that is neither expired nor revoked.
    std::optional<AccountRecord> findByToken(std::string_view token);
    /// 401 when it is gone.
    AccountRecord get(const std::string& userId);
    /// Sets the first or a new password by a one-time invitation; the answer is the account's id. 404 for a token that
    /// is unknown, used or expired.
    std::string acceptInvitation(std::string_view token, const std::string& password);

    // For the command line; `email` as typed.
    bool hasAny();
    AccountRecord add(std::string_view email, std::string_view password, bool serverAdmin);
    void setPassword(std::string_view email, std::string_view password);
    std::string invite(std::string_view email);

    /// Drops what has expired; a job.
    void removeExpired();

private:
    AccountRecord getByEmail(std::string_view email);
    void replacePassword(const std::string& userId, const std::string& hash, const std::string& actor);

    Services& services_;
    AccountStore& store_;
    const Settings& settings_;
    PasswordHasher hasher_;
    SignInThrottle accountThrottle_;
    SignInThrottle addressThrottle_;
};

/// Says in the change feed that a user, or with a bucket the user's part in it, became another. Inside a write.
void publishUserChanged(Services& services, const std::string& bucketId, const std::string& userId, const char* action,
                        const std::string& actor);

}  // namespace inkwell::users
