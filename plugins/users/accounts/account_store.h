#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell::users {

/// A row of the table `users`.
struct AccountRecord {
    std::string id;
    std::string email;                        // lower case
    bool emailProven = true;                  // false: the owner entered it, and nothing proves that it is theirs
    std::optional<std::string> passwordHash;  // none: cannot sign in; never leaves the plugin
    bool serverAdmin = false;
    std::string firstName;
    std::string lastName;
    std::int64_t createdAtMs = 0;
    JsonObject profile = {};  // the kProfileFields that are set; empty where the method says so
};

struct StoredHash {
    std::string userId;
    std::string hash;
};

/// A user token (table `users_tokens`), as its owner is shown it.
struct SessionRecord {
    std::string id;
    std::string digest;  // of the token; never leaves the plugin
    std::string userId;
    std::int64_t createdAtMs = 0;
    std::int64_t expiresAtMs = 0;
    std::string client;   // the header User-Agent of the sign-in, cut
    std::string network;  // clientNetwork of the sign-in
};

/// Some of the accounts of the server.
struct AccountFilter {
    std::string words;  // part of the e-mail address; "": any
    std::int64_t limit = 0;
    std::int64_t skip = 0;
};
struct AccountEntry {
    AccountRecord account;
    std::int64_t buckets = 0;  // in which it has a role
};
struct AccountPage {
    std::vector<AccountEntry> accounts;
    std::int64_t total = 0;
};

/// The SQL of accounts, tokens and invitations. Every method joins the caller's unit of work. Secrets are passed and
/// stored as digests (tokenDigest). Any thread. Throws DatabaseError.
class AccountStore {
public:
    explicit AccountStore(Services& services) : services_(services) {}

    bool hasAny();
    /// By e-mail address. Does not read the profiles.
    AccountPage list(const AccountFilter& filter);
    std::optional<AccountRecord> find(const std::string& id);
    /// Does not read the profile.
    std::optional<AccountRecord> findByEmail(const std::string& email);
    /// Locks the account against changes and sign-ins until the caller's write ends.
    std::optional<AccountRecord> findForUpdate(const std::string& id);
    /// The ids of the server's administrators. Locks their accounts like findForUpdate.
    std::vector<std::string> serverAdminsForUpdate();
    /// Throws DatabaseError::Duplicate when the e-mail address is taken.
    void insert(const AccountRecord& account);
    /// The lowest id from this one on whose account has a password.
    std::optional<StoredHash> findHashFrom(const std::string& id);
    /// "" while there is no account.
    std::string highestId();
    void setPasswordHash(const std::string& id, const std::string& hash);
    /// Sets an unproven e-mail address. Throws DatabaseError::Duplicate when it is taken.
    void setEmail(const std::string& id, const std::string& email);
    void setEmailProven(const std::string& id);
    /// Writes names and profile. Throws DatabaseError::Duplicate when the user name is taken.
    void updateProfile(const AccountRecord& account);
    /// Removes tokens and invitation too; MemberStore removes the roles.
    void remove(const std::string& id);

    /// Does not read the profile.
    std::optional<AccountRecord> findByToken(const std::string& digest, std::int64_t nowMs);
    void insertSession(const SessionRecord& session);
    /// With those that have expired and are not removed yet.
    std::int64_t countSessions(const std::string& userId);
    /// Ends the sessions of an account but the `most`, up to 16,384, that were used last, and those that have expired.
    void keepSessions(const std::string& userId, std::int64_t nowMs, std::int64_t most);
    void setTokenUsed(const std::string& digest, std::int64_t usedMs);
    /// Those that have not expired, newest first.
    std::vector<SessionRecord> sessionsOf(const std::string& userId, std::int64_t nowMs);
    void removeToken(const std::string& digest);
    /// Returns false when this user has no such session.
    bool removeSession(const std::string& userId, const std::string& id);
    void removeTokensOf(const std::string& userId);

    /// The account of an invitation that has not expired.
    std::optional<std::string> findInvited(const std::string& digest, std::int64_t nowMs);
    /// Replaces the account's earlier invitation.
    void putInvitation(const std::string& digest, const std::string& userId, std::int64_t expiresAtMs);
    /// Returns false when it does not exist, or no longer.
    bool removeInvitation(const std::string& digest);
    /// Removes the queued mail for it too, and the token for a new password.
    void removeInvitationOf(const std::string& userId);

    // Tokens for a new password; removeInvitationOf ends an account's.
    std::optional<std::string> findReset(const std::string& digest, std::int64_t nowMs);
    /// Replaces the account's earlier one.
    void putReset(const std::string& digest, const std::string& userId, std::int64_t expiresAtMs);
    /// Returns false when it does not exist, or no longer.
    bool removeReset(const std::string& digest);

    // The networks (clientNetwork) from which accounts have signed in.
    bool knowsNetwork(const std::string& userId, const std::string& network);
    void putNetwork(const std::string& userId, const std::string& network, std::int64_t nowMs);
    void removeNetworksOf(const std::string& userId);
    void removeNetworksSeenBefore(std::int64_t timeMs);

    // Who added members recently, for the daily limit.
    std::int64_t countAdditions(const std::string& actorId, std::int64_t afterMs);
    void insertAddition(const std::string& id, const std::string& actorId, std::int64_t nowMs);
    void removeAdditionsBefore(std::int64_t timeMs);

    void removeExpired(std::int64_t nowMs);
    void removeMailsQueuedBefore(std::int64_t timeMs);

private:
    void execute(std::string_view statement, const SqlParams& params);

    Services& services_;
};

/// AccountRecord::profile, from the columns `username` and `profile`.
JsonObject toProfile(const SqlValue& username, const SqlValue& document);

}  // namespace inkwell::users
