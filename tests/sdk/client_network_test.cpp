#include "inkwell/client_network.h"

#include <gtest/gtest.h>

#include <thread>

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

TEST(ClientScope, SaysForWhomAThreadWorks) {
    EXPECT_EQ(ClientScope::network(), "");
    const std::string address = "192.0.2.7";
    {
        const ClientScope client(address);
        EXPECT_EQ(ClientScope::network(), "192.0.2.7");
        {
            const ClientScope many("");
            EXPECT_EQ(ClientScope::network(), "");
        }
        EXPECT_EQ(ClientScope::network(), "192.0.2.7");
        std::thread([] { EXPECT_EQ(ClientScope::network(), ""); }).join();
    }
    EXPECT_EQ(ClientScope::network(), "");
    const ClientScope other("2001:db8:1:2::1");
    EXPECT_EQ(ClientScope::network(), clientNetwork("2001:db8:1:2::9"));
}

}  // namespace
}  // namespace inkwell
