#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell::users {

/// A row of the table `users`.
struct AccountRecord {
    std::string id;
    std::string email;                        // lower case
    bool emailProven = true;                  // false: its owner wrote it, and nobody knows whether it is theirs
    std::optional<std::string> passwordHash;  // none: nobody can sign in; never leaves the plugin
    bool serverAdmin = false;
    std::string firstName;
    std::string lastName;
    std::int64_t createdAtMs = 0;
    JsonObject profile = {};  // the texts of kProfileFields that are set; empty where only who it is was asked for
};

/// All SQL of the accounts, their tokens and their invitations; every method joins the caller's unit of work. Secrets
/// come and stay as digests (tokenDigest). Any thread. Throws DatabaseError.
class AccountStore {
public:
    explicit AccountStore(Services& services) : services_(services) {}

    bool hasAny();
    std::optional<AccountRecord> find(const std::string& id);
    /// Without the profile.
    std::optional<AccountRecord> findByEmail(const std::string& email);
    /// Keeps others from changing the account, and from signing it in, until the caller's write ends.
    std::optional<AccountRecord> findForUpdate(const std::string& id);
    /// DatabaseError::Duplicate when the e-mail is taken.
    void insert(const AccountRecord& account);
    void setPasswordHash(const std::string& id, const std::string& hash);
    /// One that is not proven. DatabaseError::Duplicate when the e-mail is taken.
    void setEmail(const std::string& id, const std::string& email);
    void setEmailProven(const std::string& id);
    /// Names and profile. DatabaseError::Duplicate when the user name is taken.
    void updateProfile(const AccountRecord& account);
    /// With tokens and invitation; the roles are MemberStore's.
    void remove(const std::string& id);

    /// Without the profile.
    std::optional<AccountRecord> findByToken(const std::string& digest, std::int64_t nowMs);
    void insertToken(const std::string& digest, const std::string& userId, std::int64_t expiresAtMs);
    void removeToken(const std::string& digest);
    void removeTokensOf(const std::string& userId);

    /// The account that an unexpired invitation is for.
    std::optional<std::string> findInvited(const std::string& digest, std::int64_t nowMs);
    /// Replaces an earlier invitation of the account.
    void putInvitation(const std::string& digest, const std::string& userId, std::int64_t expiresAtMs);
    /// False when there is none (any more).
    bool removeInvitation(const std::string& digest);
    /// Also the mail that waits to bring one.
    void removeInvitationOf(const std::string& userId);

    void removeExpired(std::int64_t nowMs);
    void removeMailsQueuedBefore(std::int64_t timeMs);

private:
    void execute(std::string_view statement, const SqlParams& params);

    Services& services_;
};

/// AccountRecord::profile of the columns `username` and `profile`.
JsonObject toProfile(const SqlValue& username, const SqlValue& document);

}  // namespace inkwell::users
