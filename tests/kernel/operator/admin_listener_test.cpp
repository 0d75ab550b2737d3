#include "kernel/operator/admin_listener.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/raw_connection.h"

namespace inkwell::kernel::test {
namespace {

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
    EXPECT_NE(missing.body.find("/health/ready, /metrics"), std::string::npos) << missing.body;
    const RawResponse post = ask("POST /metrics HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(post.status, 405);
    EXPECT_EQ(post.header("allow"), "GET, HEAD");
}

TEST_F(Admin, KeepsToItselfWhatARouteThrew) {
    const RawResponse broken = ask(get("/broken"));
    EXPECT_EQ(broken.status, 500);
    EXPECT_EQ(broken.body.find("secret"), std::string::npos) << broken.body;
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
