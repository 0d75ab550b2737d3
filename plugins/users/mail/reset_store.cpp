#include "mail/reset_store.h"

namespace inkwell::users {

std::int64_t ResetStore::countOfEmail(const std::string& email, std::int64_t afterMs) {
    return services_.database().read([&](Sql& sql) {
        return (*sql.selectOne("SELECT COUNT(*) FROM users_reset_requests WHERE email = ? AND asked_at > ?",
                               {email, afterMs}))[0]
            .integer();
    });
}

std::int64_t ResetStore::countOfNetwork(const std::string& network, std::int64_t afterMs) {
    return services_.database().read([&](Sql& sql) {
        return (*sql.selectOne("SELECT COUNT(*) FROM users_reset_requests WHERE network = ? AND asked_at > ?",
                               {network, afterMs}))[0]
            .integer();
    });
}

void ResetStore::insert(const AskedReset& asked, const std::string& network, std::int64_t nowMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute(
            "INSERT INTO users_reset_requests (id, email, network, asked_at, due_at, attempts, is_open) "
            "VALUES (?, ?, ?, ?, ?, 0, 1)",
            {asked.id, asked.email, network, nowMs, nowMs});
    });
}

std::vector<AskedReset> ResetStore::due(std::int64_t nowMs) {
    return services_.database().read([&](Sql& sql) {
        std::vector<AskedReset> asked;
        for (const SqlRow& row : sql.select("SELECT id, email FROM users_reset_requests "
                                            "WHERE is_open = 1 AND due_at <= ? ORDER BY due_at LIMIT 50",
                                            {nowMs}))
            asked.push_back({row[0].text(), row[1].text()});
        return asked;
    });
}

std::optional<int> ResetStore::claim(const std::string& id, std::int64_t nowMs, std::int64_t untilMs) {
    return services_.database().write([&](Sql& sql) -> std::optional<int> {
        const auto taken = sql.execute(
            "UPDATE users_reset_requests SET attempts = attempts + 1, due_at = ? "
            "WHERE id = ? AND is_open = 1 AND due_at <= ?",
            {untilMs, id, nowMs});
        if (taken != 1) return std::nullopt;
        const auto row = sql.selectOne("SELECT attempts FROM users_reset_requests WHERE id = ?", {id});
        return static_cast<int>((*row)[0].integer());
    });
}

void ResetStore::retryAt(const std::string& id, std::int64_t dueAtMs) {
    services_.database().write([&](Sql& sql) {
        sql.execute("UPDATE users_reset_requests SET due_at = ? WHERE id = ?", {dueAtMs, id});
    });
}

void ResetStore::close(const std::string& id) {
    services_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE users_reset_requests SET is_open = 0 WHERE id = ?", {id}); });
}

void ResetStore::removeAskedBefore(std::int64_t timeMs) {
    services_.database().write(
        [&](Sql& sql) { sql.execute("DELETE FROM users_reset_requests WHERE asked_at < ?", {timeMs}); });
}

}  // namespace inkwell::users
