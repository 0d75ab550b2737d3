#include "plugins/database_mysql/mysql_error.h"

#include <gtest/gtest.h>

namespace inkwell::database_mysql {
namespace {

using Kind = DatabaseError::Kind;

TEST(MysqlError, KnowsWhatTheNumbersMean) {
    EXPECT_EQ(errorKind(1062), Kind::Duplicate);
    for (const unsigned conflict : {1205u, 1213u}) EXPECT_EQ(errorKind(conflict), Kind::Conflict);
    for (const unsigned lost : {1047u, 1053u, 1927u, 2006u, 2013u, 2055u, 3169u, 4031u}) {
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

}  // namespace
}  // namespace inkwell::database_mysql
