#pragma once

#include <atomic>
#include <string>

#include "account_store.h"
#include "inkwell/services.h"
#include "password_hasher.h"
#include "profile_input.h"
#include "settings.h"
#include "sign_in_throttle.h"
#include "user_input.h"

namespace inkwell::users {

/// A fresh invitation, as its bringer needs it.
struct Invitation {
    AccountRecord account;
    std::string token;
    std::int64_t expiresAtMs = 0;
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
    /// The owner's own changes. 403 for a wrong current password, which counts as a failed sign-in: 429 when throttled;
    /// 409 for a taken e-mail or user name. A new password ends every token, a new e-mail the open invitation.
    AccountRecord edit(const std::string& userId, const OwnerEdit& input, const std::string& clientAddress);
    /// Sets the first or a new password by a one-time invitation; the answer is the account's id. 404 for a token that
    /// is unknown, used or expired.
    std::string acceptInvitation(std::string_view token, const std::string& password);

    // For the command line; `email` as typed.
    bool hasAny();
    AccountRecord add(std::string_view email, std::string_view password, bool serverAdmin);
    void setPassword(std::string_view email, std::string_view password);
    /// 404 when there is none.
    AccountRecord getByEmail(std::string_view email);
    /// Also in place of the mail that waits to bring one.
    Invitation invite(std::string_view email);

    /// A fresh invitation in place of an earlier one; nothing for an account that is gone. Joins the unit of work.
    std::optional<Invitation> inviteAgain(const std::string& userId);

    /// Drops what has expired; a job.
    void removeExpired();
    /// Wrong passwords since the start.
    std::int64_t failures() const { return failures_; }

private:
    bool passwordMatches(const std::string& email, const std::optional<std::string>& hash, const std::string& password,
                         const std::string& clientAddress);
    void changeEmail(const std::string& userId, const std::string& email);
    void changeProfile(AccountRecord account, const OwnerEdit& input);
    void replacePassword(const std::string& userId, const std::string& hash, const std::string& actor);

    Services& services_;
    AccountStore& store_;
    const Settings& settings_;
    PasswordHasher hasher_;
    SignInThrottle accountThrottle_;
    SignInThrottle addressThrottle_;
    std::atomic<std::int64_t> failures_{0};
};

/// Says in the change feed that a user, or with a bucket the user's part in it, became another. Inside a write.
void publishUserChanged(Services& services, const std::string& bucketId, const std::string& userId, const char* action,
                        const std::string& actor);

}  // namespace inkwell::users
