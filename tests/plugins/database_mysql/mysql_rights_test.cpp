#include "plugins/database_mysql/mysql_rights.h"

#include <gtest/gtest.h>

#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using database_mysql::grantForDatabase;
using database_mysql::lookAtRights;
using database_mysql::MissingRight;
using database_mysql::MysqlEngine;
using database_mysql::MysqlOptions;

class MysqlRights : public testing::Test {
protected:
    /// Of an account that may do nothing, until it is told.
    MysqlRights() { run("CREATE OR REPLACE USER clerk@localhost"); }

    static std::string run(const std::string& sql) { return PrivateMariaDb::instance().run(sql); }
    void grant(const std::string& rights) { run("GRANT " + rights + " ON " + database_ + ".* TO clerk@localhost"); }
    MysqlOptions options(bool createDatabase = false) const {
        MysqlOptions options = privateMariaDbOptions(database_);
        options.user = "clerk";
        options.createDatabase = createDatabase;
        return options;
    }
    Diagnosis::Finding look(bool createDatabase = false) const {
        MysqlEngine engine(options(createDatabase));
        return lookAtRights(engine, database_);
    }
    std::string tables() const { return run("SHOW TABLES IN " + database_); }

    std::string database_ = PrivateMariaDb::instance().freshDatabase();
};

TEST_F(MysqlRights, ThatAreMissingAreNamedWithTheirGrantAndNothingIsChanged) {
    grant("SELECT, INSERT, CREATE");
    const Diagnosis::Finding found = look();
    EXPECT_EQ(found.text, "'clerk'@'localhost' lacks the rights UPDATE, DELETE, ALTER, INDEX on '" + database_ + "'");
    EXPECT_EQ(found.remedy, "as an administrator of the database run: GRANT UPDATE, DELETE, ALTER, INDEX ON `" +
                                database_ + "`.* TO 'clerk'@'localhost'");
    run(found.remedy.substr(found.remedy.find("GRANT")));
    EXPECT_EQ(look().remedy, "");
    EXPECT_EQ(tables(), "");
}

TEST_F(MysqlRights, OfARoleCount) {
    run("CREATE OR REPLACE ROLE clerks; GRANT ALL ON " + database_ +
        ".* TO clerks; GRANT clerks TO clerk@localhost; SET DEFAULT ROLE clerks FOR clerk@localhost");
    const Diagnosis::Finding found = look();
    EXPECT_EQ(found.text, "'clerk'@'localhost' may do on '" + database_ + "' what a server does");
    EXPECT_EQ(found.remedy, "");
}

TEST_F(MysqlRights, AreFoundBeforeTheDatabaseIsThere) {
    grant("SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER");
    run("DROP DATABASE " + database_);
    EXPECT_EQ(look(true).text, "'clerk'@'localhost' lacks the rights INDEX on '" + database_ + "'");
    grant("INDEX");
    EXPECT_EQ(look(true).remedy, "");
    EXPECT_EQ(run("SHOW DATABASES LIKE '" + database_ + "'"), "");
}

TEST_F(MysqlRights, OfADatabaseThatDoesNotAnswerAreNotKnown) {
    EXPECT_EQ(look().remedy, "see the line about the database") << "it may not even be used";
}

TEST_F(MysqlRights, AStatementThatIsDeniedSaysTheRightAndTheGrantAndNotItself) {
    run("CREATE TABLE " + database_ + ".letters (id INT)");
    grant("SELECT");
    MysqlEngine engine(options());
    const auto session = engine.open();
    session->begin(true);
    try {
        session->execute("ALTER TABLE letters ADD COLUMN from_whom VARCHAR(200)", {});
        ADD_FAILURE() << "it was allowed";
    } catch (const MissingRight& error) {
        EXPECT_EQ(std::string(error.what()),
                  "MySQL error 1142: ALTER command denied to user 'clerk'@'localhost' for table `" + database_ +
                      "`.`letters`; as an administrator of the database run: GRANT ALTER ON `" + database_ +
                      "`.* TO 'clerk'@'localhost'");
    }
    session->rollback();
}

TEST_F(MysqlRights, ADatabaseThatMayNotBeUsedSaysTheGrant) {
    const std::string grant =
        "; as an administrator of the database run: GRANT ALL ON `" + database_ + "`.* TO 'clerk'@'localhost'";
    for (const bool createDatabase : {false, true}) {
        try {
            MysqlEngine(options(createDatabase)).open();
            ADD_FAILURE() << "it was allowed";
        } catch (const DatabaseError& error) {
            EXPECT_NE(std::string(error.what()).find(grant), std::string::npos) << error.what();
        }
    }
    EXPECT_EQ(grantForDatabase("Access denied for user 'clerk'@'localhost' (using password: YES)"), "");
}

}  // namespace
}  // namespace inkwell::test
