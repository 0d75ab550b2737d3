#include "accounts/account_store.h"

#include <map>

#include "inkwell/database_engine.h"

namespace inkwell::users {

namespace {

constexpr const char* kUsername = "username";  // a column of its own, to be unique

// A token is looked up with every request: the profile is left out.
constexpr std::string_view kSelect =
    "SELECT u.id, u.email, u.password_hash, u.server_admin, u.first_name, u.last_name, u.created_at, "
    "u.email_proven FROM users u ";
constexpr std::string_view kSelectWhole =
    "SELECT u.id, u.email, u.password_hash, u.server_admin, u.first_name, u.last_name, u.created_at, "
    "u.email_proven, u.username, u.profile FROM users u ";
constexpr std::size_t kColumnsWithoutProfile = 8;

// Any part of a text; what has a meaning of its own in LIKE is meant as it is.
std::string containing(const std::string& words) {
    std::string pattern = "%";
    for (const char c : words) {
        if (c == '%' || c == '_' || c == '!') pattern += '!';
        pattern += c;
    }
    return pattern + "%";
}

std::optional<AccountRecord> toAccount(const std::optional<SqlRow>& row) {
    if (!row) return std::nullopt;
    AccountRecord account;
    account.id = (*row)[0].text();
    account.email = (*row)[1].text();
    account.passwordHash = (*row)[2].optionalText();
    account.serverAdmin = (*row)[3].integer() != 0;
    account.firstName = (*row)[4].text();
    account.lastName = (*row)[5].text();
    account.createdAtMs = (*row)[6].integer();
    account.emailProven = (*row)[7].integer() != 0;
    if (row->size() > kColumnsWithoutProfile) account.profile = toProfile((*row)[8], (*row)[9]);
    return account;
}

std::string selecting(std::string_view rest) { return std::string(kSelect).append(rest); }
std::string selectingWhole(std::string_view rest) { return std::string(kSelectWhole).append(rest); }

}  // namespace

bool AccountStore::hasAny() {
    return services_.database().read([](Sql& sql) { return sql.selectOne("SELECT 1 FROM users LIMIT 1").has_value(); });
}

AccountPage AccountStore::list(const AccountFilter& filter) {
    static const std::string kWhere = "WHERE u.email LIKE ? ESCAPE '!'";
    static const std::string kStatement = selecting(kWhere + " ORDER BY u.email LIMIT ? OFFSET ?");
    return services_.database().read([&](Sql& sql) {
        const std::string pattern = containing(filter.words);
        AccountPage page;
        page.total = sql.selectOne("SELECT COUNT(*) FROM users u " + kWhere, {pattern})->at(0).integer();
        for (const SqlRow& row : sql.select(kStatement, {pattern, filter.limit, filter.skip}))
            page.accounts.push_back({*toAccount(row), 0});
        if (page.accounts.empty()) return page;
        SqlParams params;
        std::vector<std::string> ids;
        for (const AccountEntry& one : page.accounts) ids.push_back(one.account.id);
        const std::string counting =
            "SELECT user_id, COUNT(*) FROM users_roles WHERE user_id IN " + sqlIn(ids, params) + " GROUP BY user_id";
        std::map<std::string, std::int64_t> roles;
        for (const SqlRow& row : sql.select(counting, params)) roles[row[0].text()] = row[1].integer();
        for (AccountEntry& one : page.accounts) one.buckets = roles[one.account.id];
        return page;
    });
}

std::optional<AccountRecord> AccountStore::find(const std::string& id) {
    static const std::string kStatement = selectingWhole("WHERE u.id = ?");
    return services_.database().read([&](Sql& sql) { return toAccount(sql.selectOne(kStatement, {id})); });
}

std::optional<AccountRecord> AccountStore::findByEmail(const std::string& email) {
    static const std::string kStatement = selecting("WHERE u.email = ?");
    return services_.database().read([&](Sql& sql) { return toAccount(sql.selectOne(kStatement, {email})); });
}

std::optional<AccountRecord> AccountStore::findForUpdate(const std::string& id) {
    static const std::string kStatement = selectingWhole("WHERE u.id = ?");
    return services_.database().write(
        [&](Sql& sql) { return toAccount(sql.selectOne(kStatement + std::string(sql.dialect().forUpdate()), {id})); });
}

std::vector<std::string> AccountStore::serverAdminsForUpdate() {
    return services_.database().write([](Sql& sql) {
        std::vector<std::string> ids;
        const std::string statement =
            "SELECT id FROM users WHERE server_admin = 1 ORDER BY id" + std::string(sql.dialect().forUpdate());
        for (const SqlRow& row : sql.select(statement)) ids.push_back(row[0].text());
        return ids;
    });
}

void AccountStore::insert(const AccountRecord& account) {
    execute(
        "INSERT INTO users (id, email, password_hash, server_admin, first_name, last_name, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        {account.id, account.email, account.passwordHash, account.serverAdmin, account.firstName, account.lastName,
         account.createdAtMs});
}

std::optional<StoredHash> AccountStore::findHashFrom(const std::string& id) {
    return services_.database().read([&](Sql& sql) -> std::optional<StoredHash> {
        const auto row = sql.selectOne(
            "SELECT id, password_hash FROM users WHERE id >= ? AND password_hash IS NOT NULL ORDER BY id LIMIT 1",
            {id});
        return row ? std::optional(StoredHash{row->at(0).text(), row->at(1).text()}) : std::nullopt;
    });
}

std::string AccountStore::highestId() {
    return services_.database().read(
        [](Sql& sql) { return sql.selectOne("SELECT MAX(id) FROM users").value().at(0).optionalText().value_or(""); });
}

void AccountStore::setPasswordHash(const std::string& id, const std::string& hash) {
    execute("UPDATE users SET password_hash = ? WHERE id = ?", {hash, id});
}

void AccountStore::setEmail(const std::string& id, const std::string& email) {
    execute("UPDATE users SET email = ?, email_proven = 0 WHERE id = ?", {email, id});
}

void AccountStore::setEmailProven(const std::string& id) {
    execute("UPDATE users SET email_proven = 1 WHERE id = ?", {id});
}

void AccountStore::updateProfile(const AccountRecord& account) {
    JsonObject document = account.profile;
    const std::string username(textOf(document, kUsername));
    document.erase(kUsername);
    execute("UPDATE users SET first_name = ?, last_name = ?, username = ?, profile = ? WHERE id = ?",
            {account.firstName, account.lastName, username.empty() ? SqlValue() : SqlValue(username),
             writeJson(document), account.id});
}

void AccountStore::remove(const std::string& id) {
    removeTokensOf(id);
    removeInvitationOf(id);
    removeNetworksOf(id);
    execute("DELETE FROM users_avatars WHERE user_id = ?", {id});
    execute("DELETE FROM users WHERE id = ?", {id});
}

std::optional<AccountRecord> AccountStore::findByToken(const std::string& digest, std::int64_t nowMs) {
    static const std::string kStatement =
        selecting("JOIN users_tokens t ON t.user_id = u.id WHERE t.digest = ? AND t.expires_at > ?");
    return services_.database().read([&](Sql& sql) { return toAccount(sql.selectOne(kStatement, {digest, nowMs})); });
}

void AccountStore::insertSession(const SessionRecord& session) {
    execute(
        "INSERT INTO users_tokens (digest, id, user_id, created_at, expires_at, client, network) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        {session.digest, session.id, session.userId, session.createdAtMs, session.expiresAtMs, session.client,
         session.network});
}

std::int64_t AccountStore::countSessions(const std::string& userId) {
    return services_.database().read([&](Sql& sql) {
        return sql.selectOne("SELECT COUNT(*) FROM users_tokens WHERE user_id = ?", {userId})->at(0).integer();
    });
}

void AccountStore::keepSessions(const std::string& userId, std::int64_t nowMs, std::int64_t most) {
    services_.database().write([&](Sql& sql) {
        std::vector<std::string> kept;
        for (const SqlRow& row : sql.select(
                 "SELECT digest FROM users_tokens WHERE user_id = ? AND expires_at > ? "
                 "ORDER BY CASE WHEN used_at > created_at THEN used_at ELSE created_at END DESC, id DESC LIMIT ?",
                 {userId, nowMs, most}))
            kept.push_back(row[0].text());
        SqlParams params{userId};
        const std::string list = sqlIn(kept, params);
        sql.execute("DELETE FROM users_tokens WHERE user_id = ? AND digest NOT IN " + list, params);
    });
}

void AccountStore::setTokenUsed(const std::string& digest, std::int64_t usedMs) {
    execute("UPDATE users_tokens SET used_at = ? WHERE digest = ? AND used_at < ?", {usedMs, digest, usedMs});
}

std::vector<SessionRecord> AccountStore::sessionsOf(const std::string& userId, std::int64_t nowMs) {
    return services_.database().read([&](Sql& sql) {
        std::vector<SessionRecord> sessions;
        for (const SqlRow& row :
             sql.select("SELECT id, digest, user_id, created_at, expires_at, client, network FROM users_tokens "
                        "WHERE user_id = ? AND expires_at > ? ORDER BY created_at DESC, id DESC",
                        {userId, nowMs})) {
            sessions.push_back({row[0].text(), row[1].text(), row[2].text(), row[3].integer(), row[4].integer(),
                                row[5].optionalText().value_or(""), row[6].optionalText().value_or("")});
        }
        return sessions;
    });
}

bool AccountStore::removeSession(const std::string& userId, const std::string& id) {
    return services_.database().write([&](Sql& sql) {
        return sql.execute("DELETE FROM users_tokens WHERE user_id = ? AND id = ?", {userId, id}) == 1;
    });
}

void AccountStore::removeToken(const std::string& digest) {
    execute("DELETE FROM users_tokens WHERE digest = ?", {digest});
}

void AccountStore::removeTokensOf(const std::string& userId) {
    execute("DELETE FROM users_tokens WHERE user_id = ?", {userId});
}

std::optional<std::string> AccountStore::findInvited(const std::string& digest, std::int64_t nowMs) {
    return services_.database().read([&](Sql& sql) -> std::optional<std::string> {
        auto row =
            sql.selectOne("SELECT user_id FROM users_invitations WHERE digest = ? AND expires_at > ?", {digest, nowMs});
        if (!row) return std::nullopt;
        return (*row)[0].text();
    });
}

void AccountStore::putInvitation(const std::string& digest, const std::string& userId, std::int64_t expiresAtMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute("INSERT INTO users_invitations (user_id, digest, expires_at) VALUES (?, ?, ?)" +
                        sql.dialect().onDuplicateUpdate("user_id", {"digest", "expires_at"}),
                    {userId, digest, expiresAtMs});
    });
}

bool AccountStore::removeInvitation(const std::string& digest) {
    return services_.database().write(
        [&](Sql& sql) { return sql.execute("DELETE FROM users_invitations WHERE digest = ?", {digest}) == 1; });
}

void AccountStore::removeInvitationOf(const std::string& userId) {
    execute("DELETE FROM users_invitations WHERE user_id = ?", {userId});
    execute("DELETE FROM users_mails WHERE user_id = ?", {userId});
    execute("DELETE FROM users_resets WHERE user_id = ?", {userId});
}

std::optional<std::string> AccountStore::findReset(const std::string& digest, std::int64_t nowMs) {
    return services_.database().read([&](Sql& sql) -> std::optional<std::string> {
        auto row =
            sql.selectOne("SELECT user_id FROM users_resets WHERE digest = ? AND expires_at > ?", {digest, nowMs});
        if (!row) return std::nullopt;
        return (*row)[0].text();
    });
}

void AccountStore::putReset(const std::string& digest, const std::string& userId, std::int64_t expiresAtMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute("INSERT INTO users_resets (user_id, digest, expires_at) VALUES (?, ?, ?)" +
                        sql.dialect().onDuplicateUpdate("user_id", {"digest", "expires_at"}),
                    {userId, digest, expiresAtMs});
    });
}

bool AccountStore::removeReset(const std::string& digest) {
    return services_.database().write(
        [&](Sql& sql) { return sql.execute("DELETE FROM users_resets WHERE digest = ?", {digest}) == 1; });
}

bool AccountStore::knowsNetwork(const std::string& userId, const std::string& network) {
    return services_.database().read([&](Sql& sql) {
        return sql.selectOne("SELECT 1 FROM users_networks WHERE user_id = ? AND network = ?", {userId, network})
            .has_value();
    });
}

void AccountStore::putNetwork(const std::string& userId, const std::string& network, std::int64_t nowMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute("INSERT INTO users_networks (user_id, network, seen_at) VALUES (?, ?, ?)" +
                        sql.dialect().onDuplicateUpdate("user_id, network", {"seen_at"}),
                    {userId, network, nowMs});
    });
}

void AccountStore::removeNetworksOf(const std::string& userId) {
    execute("DELETE FROM users_networks WHERE user_id = ?", {userId});
}

void AccountStore::removeNetworksSeenBefore(std::int64_t timeMs) {
    execute("DELETE FROM users_networks WHERE seen_at < ?", {timeMs});
}

std::int64_t AccountStore::countAdditions(const std::string& actorId, std::int64_t afterMs) {
    return services_.database().read([&](Sql& sql) {
        return (*sql.selectOne("SELECT COUNT(*) FROM users_additions WHERE actor_id = ? AND added_at > ?",
                               {actorId, afterMs}))[0]
            .integer();
    });
}

void AccountStore::insertAddition(const std::string& id, const std::string& actorId, std::int64_t nowMs) {
    execute("INSERT INTO users_additions (id, actor_id, added_at) VALUES (?, ?, ?)", {id, actorId, nowMs});
}

void AccountStore::removeAdditionsBefore(std::int64_t timeMs) {
    execute("DELETE FROM users_additions WHERE added_at < ?", {timeMs});
}

void AccountStore::removeExpired(std::int64_t nowMs) {
    execute("DELETE FROM users_tokens WHERE expires_at <= ?", {nowMs});
    execute("DELETE FROM users_invitations WHERE expires_at <= ?", {nowMs});
    execute("DELETE FROM users_resets WHERE expires_at <= ?", {nowMs});
}

void AccountStore::removeMailsQueuedBefore(std::int64_t timeMs) {
    execute("DELETE FROM users_mails WHERE queued_at < ?", {timeMs});
}

void AccountStore::execute(std::string_view statement, const SqlParams& params) {
    services_.database().write([&](Sql& sql) { sql.execute(statement, params); });
}

JsonObject toProfile(const SqlValue& username, const SqlValue& document) {
    JsonObject profile;
    if (!document.isNull()) profile = parseStoredJson(document.view()).as_object();
    if (!username.isNull()) profile[kUsername] = username.view();
    return profile;
}

}  // namespace inkwell::users
