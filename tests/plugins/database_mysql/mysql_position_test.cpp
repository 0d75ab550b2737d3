#include "plugins/database_mysql/mysql_position.h"

#include <gtest/gtest.h>

#include "inkwell/database.h"

namespace inkwell::database_mysql {
namespace {

TEST(MysqlPosition, IsTheHighestNumberOfEachDomain) {
    MysqlPosition position;
    EXPECT_EQ(*position.text(), "");
    position.advance("0-1-9");
    EXPECT_EQ(*position.text(), "0-1-9");
    position.advance("0-2-10,7-1-3");
    EXPECT_EQ(*position.text(), "0-2-10,7-1-3");
    position.advance("7-1-4");
    EXPECT_EQ(*position.text(), "0-2-10,7-1-4");
}

TEST(MysqlPosition, OnlyNewsMakesAnotherText) {
    MysqlPosition position;
    position.advance("0-1-9");
    const auto before = position.text();
    for (const char* known : {"0-1-9", "0-3-8", ""}) position.advance(known);
    EXPECT_EQ(position.text(), before);
}

TEST(MysqlPosition, OfAPrimaryThatWasSetBackIsForgotten) {
    EXPECT_FALSE(MysqlPosition::isBelow("0-1-9,7-1-4", "0-2-9"));
    EXPECT_FALSE(MysqlPosition::isBelow("0-1-9", ""));
    EXPECT_TRUE(MysqlPosition::isBelow("0-1-8,7-1-4", "0-2-9,7-1-4"));
    EXPECT_TRUE(MysqlPosition::isBelow("0-1-9", "0-1-9,7-1-4"));
    EXPECT_TRUE(MysqlPosition::isBelow("", "0-1-9"));

    MysqlPosition position;
    position.advance("0-1-9");
    position.forget();
    EXPECT_EQ(position.text(), nullptr) << "nobody shows what is unknown";
    position.advance("");
    EXPECT_EQ(*position.text(), "");
    position.advance("0-1-2");
    EXPECT_EQ(*position.text(), "0-1-2");
}

TEST(MysqlPosition, TakesNothingElseForOne) {
    MysqlPosition position;
    for (const char* text : {"0-1", "0-1-x", "0-1-2-3", "-1-2", "binlog.000001", "0-1-99999999999999999999"}) {
        try {
            position.advance(text);
            ADD_FAILURE() << text;
        } catch (const DatabaseError& error) {
            EXPECT_NE(std::string(error.what()).find("is no GTID of MariaDB"), std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace inkwell::database_mysql
