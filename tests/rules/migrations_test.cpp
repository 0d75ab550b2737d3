// CONTRIBUTING.md, "Migrations": a server of the last version can go on with a database that a newer one has migrated.
// So a migration adds, and takes nothing away that somebody may still use.
#include <gtest/gtest.h>

#include <regex>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

std::string whatIsWrong(const std::string& statement) {
    static const std::regex taken(R"(\b(DROP|RENAME|MODIFY|CHANGE|TRUNCATE)\b)");
    static const std::regex bareColumn(R"(\bADD\s+COLUMN\b[^,]*\bNOT\s+NULL\b(?![^,]*\bDEFAULT\b))");
    std::smatch found;
    if (std::regex_search(statement, found, taken)) return found.str() + " takes away what the last version uses";
    if (std::regex_search(statement, bareColumn)) return "the last version cannot insert without a DEFAULT";
    return "";
}

TEST(Migrations, ThatTakeAwayAreRecognised) {
    for (const char* statement : {"ALTER TABLE a DROP COLUMN b", "DROP TABLE a", "ALTER TABLE a RENAME TO b",
                                  "ALTER TABLE a CHANGE b c INT", "ALTER TABLE a ADD COLUMN b {int} NOT NULL"}) {
        EXPECT_NE(whatIsWrong(statement), "") << statement;
    }
    for (const char* statement : {"ALTER TABLE a ADD COLUMN b {int} NOT NULL DEFAULT 1", "CREATE TABLE a (b {int})",
                                  "ALTER TABLE a ADD COLUMN b {document}"}) {
        EXPECT_EQ(whatIsWrong(statement), "") << statement;
    }
}

TEST(Migrations, OnlyAdd) {
    int statements = 0;
    for (const SourceFile& file : sourcesOf({"kernel", "plugins", "sdk"})) {
        if (file.name() != "migrations.cpp") continue;
        for (const Literal& literal : literalsOf(file.text)) {
            ++statements;
            EXPECT_EQ(whatIsWrong(literal.text), "") << at(file, literal.line) << literal.text;
        }
    }
    EXPECT_GT(statements, 100) << "the rule no longer sees the migrations";
}

}  // namespace
}  // namespace inkwell::rules
