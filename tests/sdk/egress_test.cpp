#include "inkwell/egress.h"

#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/StreamSocket.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <future>
#include <mutex>
#include <stdexcept>

#include "inkwell/error.h"
#include "tests/support/eventually.h"

namespace inkwell {
namespace {

using Addresses = std::vector<std::string>;

EgressGuard::Resolver answering(Addresses addresses) {
    return [addresses = std::move(addresses)](const std::string&) { return addresses; };
}

// Any name is a public host: an address that is taken for a name would pass.
EgressGuard guardWith(EgressGuard::Rules rules = {}, Addresses addresses = {"93.184.216.34"}) {
    return EgressGuard(rules, answering(std::move(addresses)));
}

EgressGuard::Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(30); }

// The message of the refusal, or "" when the address is allowed.
std::string refusal(const EgressGuard& guard, const std::string& url) {
    try {
        guard.check(url);
        return "";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400) << url;
        EXPECT_NE(error.message().find("'endpoint'"), std::string::npos) << error.message();
        EXPECT_EQ(error.problems().size(), 1u) << url;
        return error.message();
    }
}

std::string connectRefusal(const EgressGuard& guard, const std::string& url, EgressGuard::Deadline deadline = soon()) {
    try {
        guard.connect(EgressGuard::parse(url), deadline);
        return "";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Listener {
    Poco::Net::ServerSocket socket{Poco::Net::SocketAddress("127.0.0.1", 0)};
    std::string url(const std::string& host = "127.0.0.1") const {
        return "http://" + host + ":" + std::to_string(socket.address().port()) + "/";
    }
};

struct RangeCase {
    std::string first, last;
    Addresses outside;
};

TEST(EgressGuard, RefusesEverySpecialRangeFromItsFirstToItsLastAddress) {
    const std::vector<RangeCase> ranges = {
        {"0.0.0.0", "0.255.255.255", {"1.0.0.0"}},
        {"10.0.0.0", "10.255.255.255", {"9.255.255.255", "11.0.0.0"}},
        {"100.64.0.0", "100.127.255.255", {"100.63.255.255", "100.128.0.0"}},
        {"127.0.0.0", "127.255.255.255", {"126.255.255.255", "128.0.0.0"}},
        {"169.254.0.0", "169.254.255.255", {"169.253.255.255", "169.255.0.0"}},
        {"172.16.0.0", "172.31.255.255", {"172.15.255.255", "172.32.0.0"}},
        {"192.0.0.0", "192.0.0.255", {"191.255.255.255", "192.0.1.0"}},
        {"192.0.2.0", "192.0.2.255", {"192.0.1.255", "192.0.3.0"}},
        {"192.31.196.0", "192.31.196.255", {"192.31.195.255", "192.31.197.0"}},
        {"192.52.193.0", "192.52.193.255", {"192.52.192.255", "192.52.194.0"}},
        {"192.88.99.0", "192.88.99.255", {"192.88.98.255", "192.88.100.0"}},
        {"192.168.0.0", "192.168.255.255", {"192.167.255.255", "192.169.0.0"}},
        {"192.175.48.0", "192.175.48.255", {"192.175.47.255", "192.175.49.0"}},
        {"198.18.0.0", "198.19.255.255", {"198.17.255.255", "198.20.0.0"}},
        {"198.51.100.0", "198.51.100.255", {"198.51.99.255", "198.51.101.0"}},
        {"203.0.113.0", "203.0.113.255", {"203.0.112.255", "203.0.114.0"}},
        {"224.0.0.0", "239.255.255.255", {"223.255.255.255"}},
        {"240.0.0.0", "255.255.255.255", {}},
        {"::", "::ffff:0:ffff:ffff", {}},  // with ::1, the compatible and the translated ones
        {"64:ff9b::", "64:ff9b::ffff:ffff", {}},
        {"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", {}},
        {"100::", "100::1:ffff:ffff:ffff:ffff", {}},
        {"1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {"2000::"}},
        {"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", {"2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"}},
        {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", {"2001:db7:ffff::1", "2001:db9::"}},
        {"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {"2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2003::"}},
        {"2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", {"2620:4f:7fff:ffff::1", "2620:4f:8001::"}},
        {"3fff::",
         "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
         {"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"}},
        {"4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {}},  // assigned to nobody, with 5f00::/16
        {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {}},
        {"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {}},
        {"fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {}},
        {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", {}},
    };
    for (const RangeCase& range : ranges) {
        const auto refusedBothWays = [](const std::string& address) {
            const std::string host = contains(address, ":") ? "[" + address + "]" : address;
            EXPECT_TRUE(contains(refusal(guardWith(), "https://" + host + "/"), "is a private address")) << address;
            EXPECT_TRUE(contains(refusal(guardWith({}, {address}), "https://name.example/"), "resolves to a private"))
                << address;
        };
        refusedBothWays(range.first);
        refusedBothWays(range.last);
        for (const std::string& address : range.outside) {
            EXPECT_EQ(refusal(guardWith({}, {address}), "https://name.example/"), "") << address;
        }
    }
}

TEST(EgressGuard, RefusesAddressesThatHideAPrivateOne) {
    const Addresses hidden = {"::ffff:127.0.0.1",   "::ffff:a9fe:a9fe",
                              "::ffff:0a00:0001",   "::127.0.0.1",
                              "64:ff9b::10.0.0.1",  "2002:7f00:1::",
                              "2001:0:7f00:1::",    "2606:4700::5efe:10.0.0.1",
                              "::ffff:0:127.0.0.1", "2606:4700::200:5efe:10.0.0.1",
                              "fe80::1%lo",         "::1%1"};
    for (const std::string& address : hidden) {
        EXPECT_NE(refusal(guardWith({}, {address}), "https://name.example/"), "") << address;
        EXPECT_NE(refusal(guardWith(), "https://[" + address + "]/"), "") << address;
    }
    EXPECT_EQ(refusal(guardWith({}, {"::ffff:93.184.216.34"}), "https://name.example/"), "");
    EXPECT_EQ(refusal(guardWith({}, {"2606:4700::1111"}), "https://name.example/"), "");
}

TEST(EgressGuard, RefusesEverySpellingOfAPrivateAddress) {
    const Addresses hosts = {"127.0.0.1",
                             "127.0.0.1.",
                             "0.0.0.0",
                             "%31%32%37.0.0.1",
                             "127%2e0%2E0.1",
                             "127。0。0。1",
                             "127．0．0．1",
                             "127｡0｡0｡1",
                             "１２７.0.0.1",
                             "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1",
                             "localhost",
                             "LOCALHOST",
                             "localhost.",
                             "loc%61lhost",
                             "ｌｏｃａｌｈｏｓｔ",
                             "a.localhost",
                             "A.B.LocalHost.",
                             "[::1]",
                             "[0:0:0:0:0:0:0:1]",
                             "[::ffff:127.0.0.1]",
                             "[::FFFF:7F00:1]",
                             "[::]"};
    for (const std::string& host : hosts) {
        EXPECT_TRUE(contains(refusal(guardWith(), "http://" + host + "/x"), "a private address")) << host;
        EXPECT_TRUE(contains(refusal(guardWith(), "http://" + host + ":80"), "a private address")) << host;
        EXPECT_TRUE(contains(connectRefusal(guardWith(), "http://" + host + "/x"), "a private address")) << host;
    }
}

// Programs disagree about these: 010.0.0.1 is 8.0.0.1 for one and 10.0.0.1 for the next.
TEST(EgressGuard, RefusesIpv4ThatIsNotFourPlainDecimalNumbersWhereverItWouldLead) {
    const Addresses hosts = {
        "010.0.0.1", "000127.0.0.1", "0177.0.0.1",      "127.0.0.01",  "08.8.8.8",   "8.8.8.010",
        "0x7f.1",    "0x7f.0x0.0.1", "0x8.8.8.8",       "8.8.8.0x8",   "127.1",      "8.8",
        "8.8.2056",  "2130706433",   "134744072",       "0x7f000001",  "0X08080808", "017700000001",
        "0",         "0x",           "010.0.0.1.",      "%3010.0.0.1", "０10.0.0.1", "1.2.3.4.5",
        "08.0.0.1",  "256.1.1.1",    "10.0.0.1.0x7f.1", "4294967296",  "127。1",     "8.8.8.8.010"};
    const EgressGuard open({.allowedHosts = {"0.0.0.0/0"}, .allowedPorts = {}}, answering({"93.184.216.34"}));
    for (const std::string& host : hosts) {
        for (const EgressGuard& guard : {guardWith(), open}) {
            const std::string text = refusal(guard, "http://" + host + "/x");
            EXPECT_TRUE(contains(text, "four decimal numbers without leading zeros")) << host << ": " << text;
        }
        EXPECT_THROW(EgressGuard::parse("https://" + host + ":8443"), ApiError) << host;
    }
    EXPECT_EQ(refusal(guardWith(), "http://93.184.216.34/"), "");
    EXPECT_EQ(refusal(guardWith(), "http://8.0.0.1/"), "");
    EXPECT_EQ(refusal(guardWith(), "http://010.0.0.1.example/"), "") << "a name";
}

TEST(EgressGuard, RefusesWhatIsNoPlainHttpAddress) {
    const Addresses urls = {"",
                            "http",
                            "http:",
                            "http://",
                            "http:///x",
                            "http://:80/",
                            "//example.com/",
                            "example.com",
                            "/x",
                            "ftp://example.com/",
                            "file:///etc/passwd",
                            "gopher://example.com/",
                            "javascript:alert(1)",
                            "httpx://example.com",
                            "http:example.com",
                            "http:/example.com",
                            "https:\\\\example.com",
                            "http://user@example.com/",
                            "http://user:pass@example.com/",
                            "http://@example.com/",
                            "http://93.184.216.34@127.0.0.1/",
                            "http://127.0.0.1%40example.com/",
                            "http://example.com#@127.0.0.1/",
                            "http://127.0.0.1#.example.com/",
                            "http://example.com/#x",
                            "http://example.com\\@127.0.0.1/",
                            " http://example.com/",
                            "http://example.com/ ",
                            "http://exa mple.com/",
                            "http://example.com/a b",
                            "http://example.com/\r\nHost: x",
                            "http://example.com/\tx",
                            std::string("http://example.com/\0x", 21),
                            "http://example.com%00.evil/",
                            "http://example.com%0d%0a/",
                            "http://example.com%2f127.0.0.1/",
                            "http://example.com%/",
                            "http://example.com%2/",
                            "http://example.com%zz/",
                            "http://example.com:/",
                            "http://example.com:0/",
                            "http://example.com:65536/",
                            "http://example.com:080x/",
                            "http://example.com:-1/",
                            "http://example.com:+80/",
                            "http://example.com:80:80/",
                            "http://a..b/",
                            "http://.a/",
                            "http://a../",
                            "http://./",
                            "http://a,b/",
                            "http://a*b/",
                            "http://" + std::string(64, 'a') + ".example/",
                            "http://256.256.256.256/",
                            "http://1.2.3.4.5/",
                            "http://08.1.1.1/",
                            "http://0x1ffffffff/",
                            "http://4294967296/",
                            "http://example.123/",
                            "http://example.0xff/",
                            "http://[::1/",
                            "http://::1/",
                            "http://[127.0.0.1]/",
                            "http://[fe80::1%25lo]/",
                            "http://[fe80::1%lo]/",
                            "http://[::g]/",
                            "http://[]/",
                            "http://[::1]x/",
                            "http://example.com/ä",
                            "http://a℀b/",
                            "http://exa＠mple/",
                            "http://\xff\xfe/"};
    for (const std::string& url : urls) EXPECT_NE(refusal(guardWith(), url), "") << url;
}

TEST(EgressGuard, TellsTheReasonOfARefusal) {
    EXPECT_EQ(refusal(guardWith(), "ftp://x/"), "'endpoint' must begin with http:// or https://");
    EXPECT_TRUE(contains(refusal(guardWith(), "http://u:secret@x/"), "user name or a password"));
    EXPECT_FALSE(contains(refusal(guardWith(), "http://u:secret@x/"), "secret"));
    EXPECT_EQ(refusal(guardWith({}, {}), "https://name.example/x"), "'endpoint': host 'name.example' does not resolve");
    EXPECT_EQ(refusal(guardWith({}, {"10.1.2.3"}), "https://name.example/x"),
              "'endpoint': host 'name.example' resolves to a private address and is not allowed by the configuration "
              "(allowed_hosts)");
    EXPECT_EQ(refusal(guardWith(), "https://name.example:22/x"),
              "'endpoint': port 22 of host 'name.example' is not allowed by the configuration (allowed_ports)");
}

TEST(EgressGuard, ReadsTheOrdinaryParts) {
    const EgressTarget plain = EgressGuard::parse("HTTP://Name.Example./Hook%20a?x=1&y=%2F");
    EXPECT_FALSE(plain.secure);
    EXPECT_EQ(plain.host, "name.example");
    EXPECT_EQ(plain.port, 80);
    EXPECT_EQ(plain.path, "/Hook%20a?x=1&y=%2F");
    EXPECT_EQ(plain.hostHeader(), "name.example");
    const EgressTarget secure = EgressGuard::parse("https://[2606:4700:0::1111]:8443?x");
    EXPECT_TRUE(secure.secure);
    EXPECT_EQ(secure.host, "2606:4700::1111");
    EXPECT_EQ(secure.path, "/?x");
    EXPECT_EQ(secure.hostHeader(), "[2606:4700::1111]:8443");
    EXPECT_EQ(EgressGuard::parse("https://bücher.example:443").host, "xn--bcher-kva.example");
    EXPECT_EQ(EgressGuard::parse("https://bücher.example:443").hostHeader(), "xn--bcher-kva.example");
    EXPECT_EQ(EgressGuard::parse("http://8.8.8.8/").host, "8.8.8.8");
    EXPECT_EQ(EgressGuard::parse("http://my_host-1/").path, "/");
}

TEST(EgressGuard, RefusesANameOfWhichOneAddressIsPrivate) {
    for (const Addresses& addresses : std::vector<Addresses>{
             {"93.184.216.34", "10.0.0.1"}, {"::1", "93.184.216.34"}, {"93.184.216.34", "no address"}}) {
        const std::string message = refusal(guardWith({}, addresses), "https://name.example/");
        EXPECT_TRUE(contains(message, "resolves to a private address"));
        EXPECT_FALSE(contains(message, "10.0.0.1")) << "tells what the name service knows";
        EXPECT_NE(connectRefusal(guardWith({}, addresses), "https://name.example/"), "");
    }
}

TEST(EgressGuard, AllowsOtherPortsOnlyWhenTheyAreConfigured) {
    EXPECT_EQ(refusal(guardWith(), "http://name.example:443/"), "");
    EXPECT_NE(refusal(guardWith(), "http://name.example:8080/"), "");
    EXPECT_NE(refusal(guardWith(), "http://93.184.216.34:8080/"), "");
    const EgressGuard other = guardWith({.allowedHosts = {}, .allowedPorts = {8080}});
    EXPECT_EQ(refusal(other, "http://name.example:8080/"), "");
    EXPECT_NE(refusal(other, "http://name.example/"), "");
    EXPECT_NE(refusal(other, "http://127.0.0.1:8080/"), "");
}

struct AllowCase {
    std::string entry, url;
    Addresses addresses;
    bool allowed;
};

TEST(EgressGuard, ItsAllowListOpensExactlyWhatItNames) {
    const std::vector<AllowCase> cases = {
        {"10.0.0.5", "http://10.0.0.5/", {}, true},
        {"10.0.0.5", "http://10.0.0.5:9999/", {}, true},
        {"10.0.0.5", "http://10.0.0.6/", {}, false},
        {"10.0.0.5", "http://167772165/", {}, false},
        {"10.0.0.5", "http://[::ffff:10.0.0.5]/", {}, true},
        {"10.0.0.5", "http://name.example:9999/", {"10.0.0.5"}, true},
        {"10.0.0.5", "http://name.example/", {"10.0.0.5", "10.0.0.6"}, false},
        {"10.0.0.5", "http://name.example/", {"10.0.0.5", "93.184.216.34"}, true},
        {"10.0.0.5", "http://name.example:9999/", {"10.0.0.5", "93.184.216.34"}, false},
        {"10.0.0.5:8080", "http://10.0.0.5:8080/", {}, true},
        {"10.0.0.5:8080", "http://10.0.0.5/", {}, false},
        {"10.0.0.0/8", "http://10.255.255.255:1234/", {}, true},
        {"10.0.0.0/8", "http://11.0.0.0:1234/", {}, false},
        {"10.0.0.0/8:8080", "http://10.1.1.1:8080/", {}, true},
        {"10.0.0.0/8:8080", "http://10.1.1.1:80/", {}, false},
        {"10.0.0.4/31", "http://10.0.0.5/", {}, true},
        {"10.0.0.4/31", "http://10.0.0.6/", {}, false},
        {"0.0.0.0/0", "http://127.0.0.1:1/", {}, true},
        {"0.0.0.0/0", "http://[::1]/", {}, false},
        {"fd00::/8", "http://[fd12::1]:81/", {}, true},
        {"[fd00::/8]:81", "http://[fd12::1]:81/", {}, true},
        {"[fd00::1]:81", "http://[fd00::1]:81/", {}, true},
        {"[fd00::1]:81", "http://[fd00::1]:82/", {}, false},
        {"fd00::1", "http://[fd00:0::1]:82/", {}, true},
        {"93.184.216.34:8443", "https://name.example:8443/", {"93.184.216.34"}, true},
        {"receiver.internal", "http://receiver.internal:5000/", {"10.0.0.1", "::1"}, true},
        {"receiver.internal", "http://RECEIVER.internal./", {"10.0.0.1"}, true},
        {"Receiver.Internal.", "http://receiver.internal/", {"10.0.0.1"}, true},
        {"receiver.internal", "http://a.receiver.internal/", {"10.0.0.1"}, false},
        {"receiver.internal", "http://receiver.internal.evil.example/", {"10.0.0.1"}, false},
        {"receiver.internal", "http://other.example/", {"10.0.0.1"}, false},
        {"receiver.internal", "http://receiver.internal/", {}, false},
        {"receiver.internal:81", "http://receiver.internal:81/", {"10.0.0.1"}, true},
        {"receiver.internal:81", "http://receiver.internal/", {"10.0.0.1"}, false},
        {"localhost", "http://localhost:3000/", {}, true},
        {"localhost", "http://127.0.0.1:3000/", {}, false},
        {"127.0.0.1", "http://localhost:3000/", {}, false},  // it is ::1 as well
    };
    for (const AllowCase& one : cases) {
        const EgressGuard guard = guardWith({.allowedHosts = {one.entry}, .allowedPorts = {}}, one.addresses);
        EXPECT_EQ(refusal(guard, one.url) == "", one.allowed) << one.entry << " and " << one.url;
    }
}

TEST(EgressGuard, RefusesRulesThatItCannotRead) {
    for (const std::string entry : {"",
                                    "*",
                                    "*.example.com",
                                    "http://example.com",
                                    "example.com/x",
                                    "a b",
                                    "10.0.0.0/33",
                                    "10.0.0.0/-1",
                                    "10.0.0.0/",
                                    "10.0.0.0/8x",
                                    "fd00::/129",
                                    "[fd00::]/8",
                                    "::ffff:10.0.0.0/104",
                                    "example.com:0",
                                    "example.com:99999",
                                    "example.com:",
                                    ":80",
                                    "127.1",
                                    "2130706433",
                                    "256.1.1.1",
                                    "[::1",
                                    "]:1",
                                    "[example.com"}) {
        try {
            guardWith({.allowedHosts = {"good.example", entry}, .allowedPorts = {}});
            ADD_FAILURE() << "took '" << entry << "'";
        } catch (const std::runtime_error& error) {
            EXPECT_TRUE(contains(error.what(), "'" + entry + "'")) << error.what();
        }
    }
    for (const std::int64_t port : {0L, -1L, 65536L, 4294967376L}) {
        EXPECT_THROW(guardWith({.allowedHosts = {}, .allowedPorts = {port}}), std::runtime_error) << port;
    }
}

TEST(EgressGuard, AsksAgainAtEveryConnection) {
    const auto asked = std::make_shared<std::atomic<int>>(0);
    const Listener listener;
    const std::string url = listener.url("name.example");
    const EgressGuard guard(
        {.allowedHosts = {}, .allowedPorts = {listener.socket.address().port()}},
        [asked](const std::string&) { return (*asked)++ == 0 ? Addresses{"93.184.216.34"} : Addresses{"127.0.0.1"}; });
    EXPECT_EQ(refusal(guard, url), "");
    EXPECT_TRUE(contains(connectRefusal(guard, url), "resolves to a private address"));
    EXPECT_EQ(*asked, 2) << "each judgement has its own look-up, and a connection no further one";
}

TEST(EgressGuard, ConnectsToAnAddressItJudged) {
    Listener listener;
    const auto asked = std::make_shared<std::atomic<int>>(0);
    const EgressGuard guard({.allowedHosts = {"127.0.0.1"}, .allowedPorts = {}}, [asked](const std::string& host) {
        EXPECT_EQ(host, "name.example");
        return (*asked)++ == 0 ? Addresses{"127.0.0.1"} : Addresses{"169.254.169.254"};
    });
    const Poco::Net::StreamSocket out = guard.connect(EgressGuard::parse(listener.url("Name.Example")), soon());
    EXPECT_EQ(listener.socket.acceptConnection().peerAddress(), out.address());
    EXPECT_EQ(*asked, 1);
}

TEST(EgressGuard, TriesTheNextAddressWhenOneCannotBeReached) {
    Listener listener;
    const EgressGuard guard = guardWith({.allowedHosts = {"name.example"}, .allowedPorts = {}},
                                        {"no address", "127.255.255.254", "127.0.0.1"});
    const Poco::Net::StreamSocket out = guard.connect(EgressGuard::parse(listener.url("name.example")), soon());
    EXPECT_EQ(out.peerAddress(), listener.socket.address());
}

TEST(EgressGuard, SaysWhyNobodyCouldBeReached) {
    std::string url;
    {
        const Listener gone;
        url = gone.url("name.example");
    }
    const EgressGuard guard = guardWith({.allowedHosts = {"name.example"}, .allowedPorts = {}}, {"127.0.0.1"});
    const std::string message = connectRefusal(guard, url);
    EXPECT_EQ(message, "could not connect to host 'name.example': Connection refused");
}

TEST(EgressGuard, DoesNotWaitForANameServiceBeyondTheDeadline) {
    const auto end = std::make_shared<std::promise<void>>();
    const std::shared_future<void> ended = end->get_future().share();
    const auto left = std::make_shared<std::promise<void>>();
    const EgressGuard guard({}, [ended, left](const std::string&) {
        ended.wait();
        left->set_value();
        return Addresses{"93.184.216.34"};
    });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    EXPECT_EQ(connectRefusal(guard, "http://name.example/", deadline),
              "the name service did not answer in time about host 'name.example'");
    end->set_value();
    left->get_future().wait();
}

// A name service that answers nothing before it is told to, at the end of the test at the latest.
class SilentNames {
public:
    SilentNames() : ended_(end_.get_future().share()) {}
    ~SilentNames() {
        answer();
        for (auto& one : waiting_) one.wait();
    }
    EgressGuard::Resolver resolver() {
        return [this, ended = ended_](const std::string& host) {
            {
                const std::lock_guard lock(mutex_);
                asked_.push_back(host);
                changed_.notify_all();
            }
            ended.wait();
            return Addresses{"93.184.216.34"};
        };
    }
    /// On a thread of its own; the text of its refusal.
    std::shared_future<std::string> check(const EgressGuard& guard, const std::string& host,
                                          const std::string& bucket) {
        waiting_.push_back(std::async(std::launch::async, [guard, host, bucket] {
                               try {
                                   guard.check("http://" + host + "/", bucket);
                                   return std::string();
                               } catch (const ApiError& error) {
                                   return std::to_string(error.status()) + " " + error.message();
                               }
                           }).share());
        return waiting_.back();
    }
    Addresses waitForAsked(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, std::chrono::seconds(30), [&] { return asked_.size() >= count; });
        return asked_;
    }
    void answer() {
        if (!hasAnswered_) end_.set_value();
        hasAnswered_ = true;
    }

private:
    std::promise<void> end_;
    const std::shared_future<void> ended_;
    bool hasAnswered_ = false;
    std::mutex mutex_;
    std::condition_variable changed_;
    Addresses asked_;
    std::vector<std::shared_future<std::string>> waiting_;
};

TEST(EgressGuard, AsksOnceForANameThatManyWaitFor) {
    SilentNames names;
    const EgressGuard guard({}, names.resolver());
    for (int i = 0; i < 3; ++i) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
        EXPECT_EQ(connectRefusal(guard, "http://name.example/", deadline),
                  "the name service did not answer in time about host 'name.example'");
    }
    const auto waiting = names.check(guard, "name.example", "a");
    const auto other = names.check(guard, "other.example", "a");
    EXPECT_EQ(names.waitForAsked(2), (Addresses{"name.example", "other.example"}));
    names.answer();
    EXPECT_EQ(waiting.get(), "");
    EXPECT_EQ(other.get(), "");
}

TEST(EgressGuard, KeepsNoBucketWaitingForNamesOfAnother) {
    SilentNames names;
    const EgressGuard guard({}, names.resolver());
    for (std::size_t i = 1; i <= 32; ++i) {
        names.check(guard, "name" + std::to_string(i) + ".example", "a");
        ASSERT_EQ(names.waitForAsked(i).size(), i);
    }
    EXPECT_EQ(
        names.check(guard, "more.example", "a").get(),
        "503 'endpoint': this server has too many names to look up to ask for host 'more.example' now; try again");
    const auto other = names.check(guard, "other.example", "b");
    EXPECT_EQ(names.waitForAsked(33).back(), "other.example");
    names.answer();
    EXPECT_EQ(other.get(), "");
}

TEST(EgressGuard, KeepsNoBucketWaitingForManyWhoAskForOneName) {
    SilentNames names;
    const EgressGuard guard({}, names.resolver());
    std::vector<std::shared_future<std::string>> all;
    for (int i = 0; i < 40; ++i) all.push_back(names.check(guard, "name.example", "a"));
    const auto refused = [&] {
        return std::count_if(all.begin(), all.end(), [](const auto& one) {
            return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
    };
    EXPECT_TRUE(test::eventually([&] { return refused() == 8; })) << "half of the places are its own";
    const auto other = names.check(guard, "name.example", "b");
    names.answer();
    EXPECT_EQ(other.get(), "");
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const auto& one) { return one.get().empty(); }), 32);
}

TEST(EgressGuard, StopsWaitingForANameServiceOnceItIsCancelled) {
    SilentNames names;
    const EgressGuard guard({}, names.resolver());
    std::atomic<bool> cancelled{false};
    const auto connecting = std::async(std::launch::async, [&] {
        EXPECT_THROW(guard.connect(EgressGuard::parse("http://name.example/"), soon(), &cancelled, "a"),
                     std::runtime_error);
    });
    names.waitForAsked(1);
    cancelled = true;
    EXPECT_EQ(connecting.wait_for(std::chrono::seconds(20)), std::future_status::ready);
}

TEST(EgressGuard, SaysThatItIsBusyAndNotThatTheNameServiceIs) {
    SilentNames names;
    const EgressGuard guard({}, names.resolver());
    for (std::size_t i = 1; i <= 32; ++i) {
        names.check(guard, "name" + std::to_string(i) + ".example", "a");
        ASSERT_EQ(names.waitForAsked(i).size(), i);
    }
    EXPECT_THROW(guard.connect(EgressGuard::parse("http://more.example/"), soon(), nullptr, "a"), EgressBusy);
}

TEST(EgressGuard, TakesAFailingNameServiceForAMissingName) {
    const EgressGuard guard({}, [](const std::string&) -> Addresses { throw std::logic_error("10.0.0.1 failed"); });
    EXPECT_EQ(refusal(guard, "http://name.example/"), "'endpoint': host 'name.example' does not resolve");
}

TEST(EgressGuard, AsksTheSystemByDefault) {
    // Names under .invalid never resolve (RFC 6761, section 6.4), with a network or without.
    const EgressGuard guard(EgressGuard::Rules{});
    EXPECT_NE(refusal(guard, "http://name.invalid/"), "");
    EXPECT_TRUE(contains(refusal(guard, "http://localhost/"), "a private address"));
}

}  // namespace
}  // namespace inkwell
