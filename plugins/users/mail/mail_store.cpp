#include "mail/mail_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::users {

void MailStore::queue(const std::string& userId, std::int64_t nowMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute("INSERT INTO users_mails (user_id, attempts, due_at, queued_at) VALUES (?, 0, ?, ?)" +
                        sql.dialect().onDuplicateUpdate("user_id", {"attempts", "due_at", "queued_at"}),
                    {userId, nowMs, nowMs});
    });
}

std::vector<std::string> MailStore::due(std::int64_t nowMs) {
    return services_.database().read([&](Sql& sql) {
        std::vector<std::string> userIds;
        for (const SqlRow& row :
             sql.select("SELECT user_id FROM users_mails WHERE due_at <= ? ORDER BY due_at LIMIT 50", {nowMs}))
            userIds.push_back(row[0].text());
        return userIds;
    });
}

std::optional<int> MailStore::claim(const std::string& userId, std::int64_t nowMs, std::int64_t untilMs) {
    return services_.database().write([&](Sql& sql) -> std::optional<int> {
        const auto taken =
            sql.execute("UPDATE users_mails SET attempts = attempts + 1, due_at = ? WHERE user_id = ? AND due_at <= ?",
                        {untilMs, userId, nowMs});
        if (taken != 1) return std::nullopt;
        const auto row = sql.selectOne("SELECT attempts FROM users_mails WHERE user_id = ?", {userId});
        return static_cast<int>((*row)[0].integer());
    });
}

void MailStore::retryAt(const std::string& userId, int attempt, std::int64_t dueAtMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute("UPDATE users_mails SET due_at = ? WHERE user_id = ? AND attempts = ?", {dueAtMs, userId, attempt});
    });
}

void MailStore::remove(const std::string& userId, int attempt) {
    services_.database().write([&](Sql& sql) {
        sql.execute("DELETE FROM users_mails WHERE user_id = ? AND attempts = ?", {userId, attempt});
    });
}

}  // namespace inkwell::users
