// SQL stands where it can be found: in stores, migrations, the kernel's data layer and the engines.
#include <gtest/gtest.h>

#include <regex>

#include "tests/rules/source_tree.h"

namespace inkwell::rules {
namespace {

bool mayHoldSql(const SourceFile& file) {
    return file.name().ends_with("_store.cpp") || file.name() == "migrations.cpp" || file.isIn("kernel/data") ||
           file.path.starts_with("plugins/database_") || file.isIn("sdk/testkit");
}

bool isSql(const std::string& text) {
    static const std::regex pattern(
        R"(\bSELECT\b[^]*\bFROM\b|\bINSERT\s+INTO\b|\bREPLACE\s+INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE\s+FROM\b|)"
        R"(\b(CREATE|ALTER|DROP)\s+TABLE\b)");
    return std::regex_search(text, pattern);
}

TEST(Sql, IsRecognised) {
    for (const char* text : {"SELECT a FROM t", "INSERT INTO t (a) VALUES (?)", "UPDATE t SET a = ?", "DELETE FROM t",
                             "CREATE TABLE t (id {id})"}) {
        EXPECT_TRUE(isSql(text)) << text;
    }
    EXPECT_FALSE(isSql("Select what you want from the list"));
}

TEST(Sql, StandsOnlyInStoresMigrationsDataAndEngines) {
    int found = 0;
    for (const SourceFile& file : sourcesOf({"sdk", "kernel", "plugins"})) {
        for (const Literal& literal : literalsOf(file.text)) {
            if (!isSql(literal.text)) continue;
            ++found;
            EXPECT_TRUE(mayHoldSql(file)) << at(file, literal.line) << literal.text.substr(0, 60);
        }
    }
    EXPECT_GT(found, 10) << "the rule no longer sees any SQL";
}

}  // namespace
}  // namespace inkwell::rules
