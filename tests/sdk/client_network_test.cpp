#include "inkwell/client_network.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

TEST(ClientNetwork, IsThe64OfIpv6AndTheWholeOfIpv4) {
    EXPECT_EQ(clientNetwork("192.0.2.7"), "192.0.2.7");
    EXPECT_EQ(clientNetwork("2001:db8:1:2:3:4:5:6"), clientNetwork("2001:db8:1:2::1"));
    EXPECT_NE(clientNetwork("2001:db8:1:2::1"), clientNetwork("2001:db8:1:3::1"));
    EXPECT_EQ(clientNetwork("fe80::1%eth0"), clientNetwork("fe80::2%eth0"));
    EXPECT_NE(clientNetwork("::ffff:192.0.2.7"), clientNetwork("::ffff:192.0.2.8"));
    EXPECT_EQ(clientNetwork(""), "");
    EXPECT_EQ(clientNetwork("a:b"), "a:b");
}

TEST(ClientNetwork, MayBeAWholeSite) {
    EXPECT_EQ(clientNetwork("2001:db8:1:2::1", 48), clientNetwork("2001:db8:1:3::1", 48));
    EXPECT_NE(clientNetwork("2001:db8:1:2::1", 48), clientNetwork("2001:db8:2:2::1", 48));
    EXPECT_EQ(clientNetwork("192.0.2.7", 48), "192.0.2.7");
}

}  // namespace
}  // namespace inkwell
