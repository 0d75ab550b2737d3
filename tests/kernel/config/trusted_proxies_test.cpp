#include "kernel/config/trusted_proxies.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

using Poco::Net::IPAddress;

std::string client(const TrustedProxies& proxies, const std::string& peer, const std::string& forwardedFor) {
    return proxies.clientOf(IPAddress(peer), forwardedFor);
}

TEST(TrustedProxies, BelieveNobodyByDefault) { EXPECT_EQ(client({}, "198.51.100.1", "203.0.113.9"), "198.51.100.1"); }

TEST(TrustedProxies, BelieveATrustedProxyOnly) {
    const TrustedProxies proxies({"10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7"});
    EXPECT_EQ(client(proxies, "10.1.2.3", "203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(client(proxies, "2001:db8:1::5", "2001:db8:2::9"), "2001:db8:2::9");
    EXPECT_EQ(client(proxies, "192.0.2.7", "203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(client(proxies, "192.0.2.8", "203.0.113.9"), "192.0.2.8");
    EXPECT_EQ(client(proxies, "11.0.0.1", "203.0.113.9"), "11.0.0.1");
}

TEST(TrustedProxies, TakeTheLastAddressThatNoTrustedProxyHas) {
    const TrustedProxies proxies({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2 ,10.0.0.3"), "203.0.113.9");
    EXPECT_EQ(client(proxies, "10.0.0.1", "10.0.0.4, 10.0.0.2"), "10.0.0.4");
    EXPECT_EQ(client(proxies, "10.0.0.1", ""), "10.0.0.1");
}

TEST(TrustedProxies, StopAtWhatIsNoAddress) {
    const TrustedProxies proxies({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, "10.0.0.1", "203.0.113.9, unknown"), "10.0.0.1");
    EXPECT_EQ(client(proxies, "10.0.0.1", "1.1.1.1, '; DROP, 10.0.0.2"), "10.0.0.2");
}

TEST(TrustedProxies, ReadPortsAndEmbeddedAddresses) {
    const TrustedProxies proxies({"10.0.0.0/8"});
    EXPECT_EQ(client(proxies, "10.0.0.1", "203.0.113.9:4711"), "203.0.113.9");
    EXPECT_EQ(client(proxies, "10.0.0.1", "[2001:db8::9]:4711"), "2001:db8::9");
    EXPECT_EQ(client(proxies, "::ffff:10.0.0.1", "203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(client(TrustedProxies(std::vector<std::string>()), "::ffff:192.0.2.7", ""), "192.0.2.7");
}

TEST(TrustedProxies, TakeAddressesWithoutTheirZones) {
    const TrustedProxies proxies({"10.0.0.0/8", "fd00::/8", "fe80::/64"});
    EXPECT_EQ(client(proxies, "10.0.0.1", "fe80:1::7%lo"), "fe80:1::7");
    EXPECT_EQ(client(proxies, "10.0.0.1", "[fe80:1::7%25lo]:4711"), "fe80:1::7");
    EXPECT_EQ(client(proxies, "10.0.0.1", "203.0.113.9, fe80::7%nowhere"), "203.0.113.9");
    const IPAddress plain("fe80::7");
    const IPAddress peer(plain.addr(), plain.length(), 1);
    EXPECT_EQ(proxies.clientOf(peer, "203.0.113.9"), "203.0.113.9");
    EXPECT_EQ(TrustedProxies(std::vector<std::string>{"10.0.0.0/8"}).clientOf(peer, "203.0.113.9"), "fe80::7");
}

TEST(TrustedProxies, NameWhatTheyCannotRead) {
    for (const char* bad : {"10.0.0.0/33", "proxy.example", "10.0.0.0/", "10.0.0.0/8x", "::/129", ""}) {
        try {
            const TrustedProxies proxies({bad});
            ADD_FAILURE() << bad;
        } catch (const std::runtime_error& error) {
            EXPECT_NE(std::string(error.what()).find("'" + std::string(bad) + "'"), std::string::npos);
        }
    }
}

}  // namespace
}  // namespace inkwell::kernel
