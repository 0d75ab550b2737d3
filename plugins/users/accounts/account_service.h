#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "accounts/account_store.h"
#include "accounts/password_hasher.h"
#include "accounts/profile_input.h"
#include "accounts/sign_in_throttle.h"
#include "accounts/token_uses.h"
#include "inkwell/services.h"
#include "settings.h"
#include "user_input.h"

namespace inkwell::users {

/// A new invitation, with what is needed to deliver it.
struct Invitation {
    AccountRecord account;
    std::string token;
    std::int64_t expiresAtMs = 0;
};

/// Where somebody signs in.
struct SignInPlace {
    std::string clientAddress;
    std::string client;  // the header User-Agent; cut when it is long
};

/// Use cases of accounts: signing in, passwords, invitations (interface/users-and-roles.md, "Signing in"). Any
/// thread, only after start(). Passwords are hashed outside of transactions. Throws ApiError for the client or the
/// operator.
class AccountService {
public:
    /// The arguments must outlive the service.
    AccountService(Services& services, AccountStore& store, const Settings& settings);

    /// Returns a new token. Throws 401, with the same message and at the same cost, for an unknown e-mail address and
    /// for a wrong password; 429 when throttled.
    std::string signIn(const SignIn& input, const SignInPlace& place);
    void signOut(std::string_view token);
    /// The tokens of an account that are valid, newest first.
    std::vector<SessionRecord> sessions(const std::string& userId);
    /// Ends one of them. Throws 404 for one that the account does not have.
    void endSession(const std::string& userId, const std::string& sessionId);
    /// The account of a token that has neither expired nor been revoked.
    std::optional<AccountRecord> findByToken(std::string_view token);
    /// Those whose e-mail address has the words, in any letters.
    AccountPage list(AccountFilter filter);
    /// Throws 404 when the account no longer exists.
    AccountRecord get(const std::string& userId);
    /// Of anybody, for administrators of the server. Throws 404 when there is no such account.
    AccountRecord getById(const std::string& userId);
    /// The owner's edit. Throws 403 for a wrong current password, which counts as a failed sign-in; 429 when throttled;
    /// 409 for a taken e-mail or user name. A new password revokes all tokens, a new e-mail the open invitation.
    AccountRecord edit(const std::string& userId, const OwnerEdit& input, const std::string& clientAddress);
    /// For what a token alone must not do. Returns the account as it was when its password was looked at, which may
    /// take seconds: what is done then asks requireStillServerAdmin. Throws 403 for a wrong password, which counts as
    /// a failed sign-in; 429 when throttled.
    AccountRecord confirmPassword(const std::string& userId, const std::string& password,
                                  const std::string& clientAddress);
    /// Throws 403 unless this is an administrator of the server, 401 when the account no longer exists.
    void requireServerAdmin(const std::string& userId);
    /// The same, and 403 when the password that confirmPassword looked at is another one by now.
    void requireStillServerAdmin(const AccountRecord& confirmed);
    /// Sets a password, the first or a new one, by a one-time invitation. Returns the id of the account. Throws 404 for
    /// a token that is unknown, used or expired.
    std::string acceptInvitation(std::string_view token, const std::string& password, const std::string& clientAddress);

    /// A token that sets a new password of the account with this e-mail address, once and within the hour; it replaces
    /// an earlier one. Nothing when there is no such account. Joins the unit of work.
    std::optional<Invitation> offerReset(const std::string& email);
    /// Sets the password by such a token, ends all tokens of the account and forgets its failed sign-ins. Returns the
    /// id of the account. Throws 404 for a token that is unknown, used or expired.
    std::string acceptReset(std::string_view token, const std::string& password, const std::string& clientAddress);

    // For the operator, and administrators of the server; `email` is as typed, `actor` who the audit says it was.
    bool hasAny();
    AccountRecord add(std::string_view email, std::string_view password, bool serverAdmin, const std::string& actor);
    void setPassword(std::string_view email, std::string_view password);
    /// Throws 404 when there is no such account.
    AccountRecord getByEmail(std::string_view email);
    /// Replaces an earlier invitation and any queued invitation mail.
    Invitation invite(std::string_view email);

    /// A new invitation that replaces an earlier one; nothing when the account is gone. Joins the unit of work.
    std::optional<Invitation> inviteAgain(const std::string& userId);

    /// A job: removes expired rows.
    void removeExpired();
    /// A job: stores when tokens were used last.
    void storeTokenUses();
    /// Wrong passwords since the server started.
    std::int64_t failures() const { return failures_; }

private:
    /// "" when the password's hash has become another one meanwhile.
    std::string trySignIn(const SignIn& input, const SignInPlace& place);
    /// `account` is the one with this e-mail address, if any; `email` is in lower case, and may be none.
    bool passwordMatches(const std::string& email, const std::optional<AccountRecord>& account,
                         const std::string& password, const std::string& clientAddress);
    /// The password in a hash of today's settings, "" where the stored one is of them or none is to be had.
    std::string renewedHash(const AccountRecord& account, const std::string& password,
                            const std::string& clientAddress);
    void changeEmail(const std::string& userId, const std::string& email);
    void changeProfile(AccountRecord account, const OwnerEdit& input);
    void insertSession(const std::string& userId, const std::string& token, const SignInPlace& place);
    std::string hashFor(const std::string& clientAddress, std::string_view password);
    void replacePassword(const std::string& userId, const std::string& hash, const std::string& actor);

    Services& services_;
    AccountStore& store_;
    const Settings& settings_;
    PasswordHasher hasher_;
    SignInThrottle accountThrottle_;  // by what was typed as the e-mail address
    SignInThrottle knownThrottle_;    // by account and network, where its owner has signed in before
    SignInThrottle networkThrottle_;
    SignInThrottle siteThrottle_;
    TokenUses tokenUses_;
    std::atomic<std::int64_t> failures_{0};
};

/// Reports in the change feed that an account changed or, with a bucket, its membership there. Inside a write.
/// `detail` as Change has it.
void publishUserChanged(Services& services, const std::string& bucketId, const std::string& userId, const char* action,
                        const std::string& actor, const std::string& detail = {});

}  // namespace inkwell::users
