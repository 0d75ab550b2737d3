#include "plugins/database_mysql/mysql_hosts.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace inkwell::database_mysql {
namespace {

std::string orderOf(const MysqlHosts& hosts) {
    std::string order;
    for (const MysqlHosts::Address* address : hosts.inOrder()) order += address->text() + " ";
    return order;
}

std::string refusal(const std::string& setting) {
    try {
        MysqlHosts("host", setting, 3306);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "accepted";
}

TEST(MysqlHosts, AreNamesAndAddressesWithOrWithoutAPort) {
    EXPECT_EQ(orderOf({"host", "127.0.0.1", 3306}), "127.0.0.1:3306 ");
    EXPECT_EQ(orderOf({"host", "db1, db2:3307,[fd00::1]:3308 ,[fd00::2]", 3306}),
              "db1:3306 db2:3307 fd00::1:3308 fd00::2:3306 ");
    EXPECT_EQ(orderOf({"host", "fd00::1", 3306}), "fd00::1:3306 ");
}

TEST(MysqlHosts, BeginWithTheOneThatWasReachedLast) {
    MysqlHosts hosts("host", "a,b,c", 1);
    hosts.prefer(*hosts.inOrder()[1]);
    EXPECT_EQ(orderOf(hosts), "b:1 c:1 a:1 ");
    hosts.prefer(*hosts.inOrder()[1]);
    EXPECT_EQ(orderOf(hosts), "c:1 a:1 b:1 ");
}

TEST(MysqlHosts, OneIsPreferredAtATime) {
    MysqlHosts hosts("host", "a,b", 1);
    const std::vector<const MysqlHosts::Address*> order = hosts.inOrder();
    EXPECT_TRUE(hosts.isPreferred(*order[0]));
    hosts.prefer(*order[1]);
    EXPECT_FALSE(hosts.isPreferred(*order[0]));
    EXPECT_TRUE(hosts.isPreferred(*order[1]));
}

TEST(MysqlHosts, AreRefusedWithTheirPlace) {
    EXPECT_EQ(refusal("a,,b"), "'host' has '', which names no host");
    EXPECT_EQ(refusal(""), "'host' has '', which names no host");
    EXPECT_EQ(refusal("a:b"), "'host' has 'a:b', which ends in no port from 1 to 65535");
    EXPECT_EQ(refusal("a:65536"), "'host' has 'a:65536', which ends in no port from 1 to 65535");
    EXPECT_EQ(refusal("a:"), "'host' has 'a:', which ends in no port from 1 to 65535");
    EXPECT_EQ(refusal("[fd00::1"), "'host' has '[fd00::1', which lacks a ']'");
    EXPECT_EQ(refusal("[fd00::1]3306"),
              "'host' has '[fd00::1]3306', which has something else than a port behind the ']'");
}

}  // namespace
}  // namespace inkwell::database_mysql
