#include "kernel/operator/admin_listener.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/support/raw_connection.h"

namespace inkwell::kernel::test {
namespace {

// More than the system takes for a client that reads nothing.
constexpr std::size_t kHugeBytes = 8'000'000;

class Admin : public testing::Test {
protected:
    Admin() {
        listener_.bind();
        listener_.start();
    }
    RawResponse ask(const std::string& head) { return RawConnection(listener_.port()).ask(head); }

    AdminListener listener_{"127.0.0.1",
                            0,
                            {{"/metrics",
                              [] {
                                  return AdminReply{200, "text/plain", "a 1\n"};
                              }},
                             {"/health/ready",
                              [] {
                                  return AdminReply{503, "application/json", "{}"};
                              }},
                             {"/huge",
                              [] {
                                  return AdminReply{200, "text/plain", std::string(kHugeBytes, 'x')};
                              }},
                             {"/broken", []() -> AdminReply { throw std::runtime_error("secret"); }}}};
};

TEST_F(Admin, AnswersWithWhatTheRouteGives) {
    const RawResponse metrics = ask(get("/metrics"));
    EXPECT_EQ(metrics.status, 200);
    EXPECT_EQ(metrics.header("content-type"), "text/plain");
    EXPECT_EQ(metrics.header("cache-control"), "no-store");
    EXPECT_EQ(metrics.body, "a 1\n");
    EXPECT_EQ(ask(get("/health/ready?verbose=1")).status, 503);
}

TEST_F(Admin, AnswersHeadWithoutTheBody) {
    RawConnection connection(listener_.port());
    connection.send("HEAD /metrics HTTP/1.1\r\nHost: test\r\n\r\n");
    const RawResponse head = connection.receive(false);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-length"), "4");
}

TEST_F(Admin, RefusesOtherPathsAndMethods) {
    const RawResponse missing = ask(get("/v2/status"));
    EXPECT_EQ(missing.status, 404);
    EXPECT_NE(missing.body.find("/health/ready, /huge, /metrics"), std::string::npos) << missing.body;
    const RawResponse post = ask("POST /metrics HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(post.status, 405);
    EXPECT_EQ(post.header("allow"), "GET, HEAD");
}

TEST_F(Admin, KeepsToItselfWhatARouteThrew) {
    const RawResponse broken = ask(get("/broken"));
    EXPECT_EQ(broken.status, 500);
    EXPECT_EQ(broken.body.find("secret"), std::string::npos) << broken.body;
}

TEST_F(Admin, AnswersBesideThoseThatSendSlowly) {
    std::vector<std::unique_ptr<RawConnection>> slow;
    for (int i = 0; i < 100; ++i) {
        slow.push_back(std::make_unique<RawConnection>(listener_.port()));
        slow.back()->send("GET /metrics HTTP/1.1\r\nHost: test\r\nX-A: ");
    }
    EXPECT_EQ(ask(get("/metrics")).status, 200);
}

TEST_F(Admin, AnswersBesideThoseThatReadNothing) {
    std::vector<std::unique_ptr<RawConnection>> slow;
    for (int i = 0; i < 8; ++i) {
        slow.push_back(std::make_unique<RawConnection>(listener_.port()));
        slow.back()->send(get("/huge"));
    }
    EXPECT_EQ(ask(get("/metrics")).status, 200);
    for (const auto& one : slow) EXPECT_EQ(one->receive().body.size(), kHugeBytes);
}

TEST_F(Admin, GivesUpOnARequestThatDoesNotArrive) {
    RawConnection connection(listener_.port());
    EXPECT_EQ(connection.ask("GET /metrics HTTP/1.1\r\nHos").message(), "the request did not arrive within 5 seconds");
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Admin, RefusesWhatIsNoRequest) {
    EXPECT_EQ(ask("\x16\x03\x01 hello\r\n\r\n").message(), "this is no request of HTTP");
    const RawResponse large = ask(get("/metrics", "X-Long: " + std::string(20'000, 'x') + "\r\n"));
    EXPECT_EQ(large.status, 431);
    EXPECT_EQ(large.message(), "the head of the request is too large");
}

TEST_F(Admin, NamesAnAddressThatIsTaken) {
    AdminListener second("127.0.0.1", listener_.port(), {});
    try {
        second.bind();
        FAIL() << "two listeners share one port";
    } catch (const std::runtime_error& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("127.0.0.1:" + std::to_string(listener_.port()) + " (admin.host, admin.port)"),
                  std::string::npos)
            << text;
    }
}

}  // namespace
}  // namespace inkwell::kernel::test
