#include "plugins/database_mysql/mysql_error.h"

#include <gtest/gtest.h>

namespace inkwell::database_mysql {
namespace {

using Kind = DatabaseError::Kind;

TEST(MysqlError, KnowsWhatTheNumbersMean) {
    EXPECT_EQ(errorKind(1062), Kind::Duplicate);
    for (const unsigned conflict : {1205u, 1213u, 1317u}) EXPECT_EQ(errorKind(conflict), Kind::Conflict);
    for (const unsigned lost : {1047u, 1053u, 1927u, 2006u, 2013u, 2026u, 2055u, 3169u, 4031u}) {
        EXPECT_EQ(errorKind(lost), Kind::ConnectionLost) << lost;
    }
    for (const unsigned away : {3u, 1021u, 1036u, 1040u, 1114u, 1206u, 1290u, 1792u, 1836u, 2002u, 2003u}) {
        EXPECT_EQ(errorKind(away), Kind::Unavailable) << away;
    }
    for (const unsigned done : {1050u, 1060u, 1061u, 1091u}) {
        EXPECT_EQ(errorKind(done), Kind::AlreadyExists) << done;
    }
    EXPECT_EQ(errorKind(1064), Kind::Other);
}

TEST(MysqlError, OfAMissingRightNamesItAndItsDatabaseAndNotTheStatement) {
    const auto missing = [](unsigned code, const std::string& message) {
        try {
            throwError(code, message, "CREATE TABLE letters (a page of SQL)");
        } catch (const MissingRight& error) {
            EXPECT_EQ(std::string(error.what()), "MySQL error " + std::to_string(code) + ": " + message);
            return error.rights + " on " + error.database;
        }
    };
    EXPECT_EQ(missing(1142, "INSERT, CREATE command denied to user 'u'@'h' for table `db`.`letters`"),
              "INSERT, CREATE on db");
    EXPECT_EQ(missing(1142, "INSERT command denied to user 'u'@'h' for table 'letters'"), "INSERT on ");
    EXPECT_EQ(missing(1044, "Access denied for user 'u'@'h' to database 'db'"), "ALL on db");
}

TEST(MysqlError, OfADatabaseThatRefusesNamesTheBeginningOfTheStatement) {
    try {
        throwError(1290, "it is read-only", "INSERT INTO letters (id, text) VALUES (?, ?)");
    } catch (const DatabaseError& error) {
        EXPECT_EQ(std::string(error.what()), "INSERT INTO letters: MySQL error 1290: it is read-only");
    }
}

}  // namespace
}  // namespace inkwell::database_mysql
