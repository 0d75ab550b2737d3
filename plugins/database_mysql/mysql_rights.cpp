#include "mysql_rights.h"

#include <regex>
#include <utility>

#include "mysql_statement.h"

namespace inkwell::database_mysql {

namespace {

using Kind = DatabaseError::Kind;

/// Of tables that are not there: without the right the server says so first, with it that they are not there. So rights
/// are found that come by a role, a pattern or the whole server, too.
constexpr std::pair<const char*, const char*> kNeeded[] = {
    {"SELECT", "SELECT 1 FROM {table}"},
    {"INSERT", "INSERT INTO {table} VALUES (1)"},
    {"UPDATE", "UPDATE {table} SET a = 1"},
    {"DELETE", "DELETE FROM {table}"},
    {"CREATE", "CREATE TABLE {table} LIKE {table}_too"},
    {"ALTER", "ALTER TABLE {table} ADD a INT"},
    {"INDEX", "CREATE INDEX i ON {table} (a)"},
};

std::string statementOn(std::string statement, const std::string& database) {
    constexpr std::string_view kPlace = "{table}";
    const std::string table = "`" + database + "`.inkwell_looks_for_rights";
    for (std::size_t at = statement.find(kPlace); at != std::string::npos; at = statement.find(kPlace))
        statement.replace(at, kPlace.size(), table);
    return statement;
}

// 'user'@'host', as GRANT wants it: errors name the client's host. A user's name may contain an @.
std::string quotedAccount(const std::string& account) {
    const std::size_t at = account.rfind('@');
    return "'" + account.substr(0, at) + "'@'" + account.substr(at + 1) + "'";
}

std::string grantOf(const std::string& rights, const std::string& database, const std::string& account) {
    return "as an administrator of the database run: GRANT " + rights + " ON `" + database + "`.* TO " + account;
}

bool lacks(EngineSession& session, const std::string& right, const std::string& statement) {
    try {
        session.execute(statement, {});
    } catch (const MissingRight& missing) {
        return missing.rights.find(right) != std::string::npos;
    } catch (const DatabaseError& error) {
        if (error.kind() != Kind::Other) throw;
    }
    return false;
}

}  // namespace

MissingRight withGrant(const MissingRight& missing, MYSQL* connection) {
    // Not by the session, which would first look whether the failure has ended its transaction.
    constexpr const char* kWho = "SELECT CURRENT_USER(), COALESCE(DATABASE(), '')";
    const SqlRow row = MysqlStatement(connection, kWho).run(kWho, {}).at(0);
    const std::string database = missing.database.empty() ? row.at(1).text() : missing.database;
    return {std::string(missing.what()) + "; " + grantOf(missing.rights, database, quotedAccount(row.at(0).text())),
            missing.rights, database};
}

std::string grantForDatabase(const std::string& reason) {
    static const std::regex denial("Access denied for user ('[^']*'@'[^']*') to database '([^']*)'");
    std::smatch parts;
    if (!std::regex_search(reason, parts, denial)) return "";
    return "; " + grantOf("ALL", parts[2], parts[1]);
}

Diagnosis::Finding lookAtRights(MysqlEngine& engine, const std::string& database) {
    try {
        const std::unique_ptr<EngineSession> session = engine.open();
        const std::string account = quotedAccount(session->selectOne("SELECT CURRENT_USER()")->at(0).text());
        std::string missing;
        for (const auto& [right, statement] : kNeeded) {
            if (lacks(*session, right, statementOn(statement, database)))
                missing.append(missing.empty() ? "" : ", ").append(right);
        }
        if (missing.empty()) return {account + " may do on '" + database + "' what a server does"};
        return {account + " lacks the rights " + missing + " on '" + database + "'",
                grantOf(missing, database, account)};
    } catch (const DatabaseError& error) {
        if (error.kind() != Kind::Unavailable) throw;
        return {"those of the account are not known while the database does not answer, or takes no writes",
                "see the line about the database"};
    }
}

}  // namespace inkwell::database_mysql
