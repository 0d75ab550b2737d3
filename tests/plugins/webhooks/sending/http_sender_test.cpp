#include "sending/http_sender.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <future>

#include "tests/plugins/webhooks/sending/scripted_receiver.h"

namespace inkwell::webhooks {
namespace {

using Poco::Net::StreamSocket;
using test::ScriptedReceiver;

// So long that a test which waits for it is ended by its own limit.
constexpr int kForeverMs = 3600 * 1000;
constexpr int kShortMs = 300;

EgressGuard localGuard() { return EgressGuard({.allowedHosts = {"127.0.0.1"}, .allowedPorts = {}}); }

SendResult sendTo(const std::string& url, int timeoutMs = kForeverMs, std::string body = "{}") {
    const EgressGuard guard = localGuard();
    const HttpSender sender(guard, {.timeoutMs = timeoutMs, .caFile = ""});
    return sender.send({url, {{"Content-Type", "application/json"}}, std::move(body)});
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(HttpSender, PostsTheHeadersAndTheBody) {
    const ScriptedReceiver receiver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    const EgressGuard guard = localGuard();
    const HttpSender sender(guard, {});
    const SendResult result = sender.send(
        {receiver.url("/hook?x=1"), {{"Content-Type", "application/json"}, {"webhook-id", "msg_1"}}, "{\"a\":\"ä\"}"});
    EXPECT_EQ(result.status, 200);
    EXPECT_EQ(result.error, "");
    EXPECT_FALSE(result.retryAfterMs);
    const std::string host = "127.0.0.1:" + std::to_string(receiver.port());
    ASSERT_EQ(receiver.requests().size(), 1u);
    EXPECT_EQ(receiver.requests()[0], "POST /hook?x=1 HTTP/1.1\r\nHost: " + host +
                                          "\r\nConnection: close\r\nContent-Length: 10\r\nUser-Agent: Inkwell\r\n"
                                          "Content-Type: application/json\r\nwebhook-id: msg_1\r\n\r\n{\"a\":\"ä\"}");
}

TEST(HttpSender, LeavesTheUserAgentToTheCaller) {
    const ScriptedReceiver receiver("HTTP/1.1 204 No Content\r\n\r\n");
    const EgressGuard guard = localGuard();
    EXPECT_EQ(HttpSender(guard, {}).send({receiver.url(), {{"user-agent", "mine"}}, ""}).status, 204);
    EXPECT_FALSE(contains(receiver.requests().at(0), "Inkwell"));
}

TEST(HttpSender, SendsALargeBodyWhole) {
    const ScriptedReceiver receiver("HTTP/1.1 200 OK\r\n\r\n");
    const std::string body(10 * 1000 * 1000, 'x');
    EXPECT_EQ(sendTo(receiver.url(), kForeverMs, body).status, 200);
    EXPECT_TRUE(receiver.requests().at(0).ends_with("\r\n\r\n" + body));
}

struct AnswerCase {
    std::string answer;
    int status;
    std::string error;
};

TEST(HttpSender, ReadsTheStatusOfEveryAnswer) {
    const std::string flood(40 * 1000, 'h');
    const std::vector<AnswerCase> cases = {
        {"HTTP/1.1 200 OK\r\n\r\n", 200, ""},
        {"HTTP/1.0 200 OK\r\n\r\n", 200, ""},
        {"HTTP/1.1 202\r\n\r\n", 202, ""},
        {"HTTP/1.1 500 Oops\r\nContent-Length: 3\r\n\r\nbad", 500, ""},
        {"HTTP/1.1 410 Gone\r\n\r\n", 410, ""},
        {"HTTP/1.1 200 OK\n\n", 200, ""},
        {"HTTP/1.1 200 OK\r\nno colon here\r\n: none\r\nContent-Length: -1\r\n\r\n", 200, ""},
        {"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx", 200, ""},
        {std::string("HTTP/1.1 200 \0K\r\nx: \0\r\n\r\n", 26), 200, ""},
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 201 Made\r\n\r\n", 201, ""},
        {"", 0, "closed the connection without an answer"},
        {"HTTP/1.1 200 OK\r\nx: y\r\n", 0, "closed the connection without an answer"},
        {"HTTP/1.1 100 Continue\r\n\r\n", 0, "closed the connection without an answer"},
        {"HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x05hello", 0, "is not HTTP"},
        {"SSH-2.0-OpenSSH_9.2\r\n", 0, "is not HTTP"},
        {"220 mail.example ESMTP\r\n", 0, "is not HTTP"},
        {std::string("\0\1\2\3", 4), 0, "is not HTTP"},
        {"HTTP/2 200 OK\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 abc\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 20\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 2000 OK\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 000 OK\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 999 OK\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1  200 OK\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 -20 OK\r\n\r\n", 0, "is not HTTP"},
        {"HTTP/1.1 200 OK\r\nx: " + flood, 0, "headers of the receiver's answer are too long"},
        {"HTTP/1.1 " + flood, 0, "headers of the receiver's answer are too long"},
    };
    for (const AnswerCase& one : cases) {
        const ScriptedReceiver receiver(one.answer);
        const SendResult result = sendTo(receiver.url());
        EXPECT_EQ(result.status, one.status) << one.answer.substr(0, 80);
        EXPECT_EQ(result.error.empty(), one.error.empty()) << result.error;
        EXPECT_TRUE(contains(result.error, one.error)) << result.error;
    }
}

TEST(HttpSender, FollowsNoRedirect) {
    const ScriptedReceiver target("HTTP/1.1 200 OK\r\n\r\n");
    for (const int status : {301, 302, 303, 307, 308}) {
        const ScriptedReceiver receiver("HTTP/1.1 " + std::to_string(status) + " Moved\r\nLocation: " + target.url() +
                                        "\r\n\r\n");
        EXPECT_EQ(sendTo(receiver.url()).status, status);
        EXPECT_EQ(receiver.connections(), 1);
    }
    EXPECT_EQ(target.connections(), 0);
}

TEST(HttpSender, DoesNotWaitForTheEndOfAnAnswer) {
    for (const std::string answer : {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx",
                                     "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"}) {
        ScriptedReceiver receiver([&](StreamSocket& connection) {
            ScriptedReceiver::send(connection, answer);
            ScriptedReceiver::awaitEnd(connection);  // the sender hangs up, or this test never ends
        });
        EXPECT_EQ(sendTo(receiver.url()).status, 200) << answer;
    }
}

TEST(HttpSender, ReadsOnlyTheBeginningOfAnEndlessBody) {
    ScriptedReceiver receiver([&](StreamSocket& connection) {
        ScriptedReceiver::send(connection, "HTTP/1.1 200 OK\r\n\r\n");
        for (;;) ScriptedReceiver::send(connection, std::string(10000, 'x'));
    });
    EXPECT_EQ(sendTo(receiver.url()).status, 200);
}

TEST(HttpSender, EndsAFloodOfHeadersOrInterimAnswers) {
    for (const auto& [line, error] : {std::pair("x: y\r\n", "headers of the receiver's answer are too long"),
                                      std::pair("HTTP/1.1 100 Continue\r\n\r\n", "too many interim answers")}) {
        ScriptedReceiver receiver([&](StreamSocket& connection) {
            if (std::string_view(line).starts_with("x")) ScriptedReceiver::send(connection, "HTTP/1.1 200 OK\r\n");
            for (;;) ScriptedReceiver::send(connection, line);
        });
        const SendResult result = sendTo(receiver.url());
        EXPECT_EQ(result.status, 0);
        EXPECT_TRUE(contains(result.error, error)) << result.error;
    }
}

TEST(HttpSender, TakesAnAnswerThatComesBeforeTheRequestWasRead) {
    ScriptedReceiver receiver([&](StreamSocket& connection) {
        ScriptedReceiver::send(connection, "HTTP/1.1 413 Too Large\r\n\r\n");
        connection.shutdownSend();
        ScriptedReceiver::awaitEnd(connection);
    });
    EXPECT_EQ(sendTo(receiver.url(), kForeverMs, std::string(20 * 1000 * 1000, 'x')).status, 413);
}

TEST(HttpSender, SurvivesAReceiverThatBreaksOff) {
    ScriptedReceiver atOnce([&](StreamSocket& connection) {
        connection.setLinger(true, 0);
        connection.close();
    });
    ScriptedReceiver inTheMiddle([&](StreamSocket& connection) {
        char some[1000];
        connection.receiveBytes(some, sizeof some);
        ScriptedReceiver::send(connection, "HTTP/1.1 20");
        connection.setLinger(true, 0);
        connection.close();
    });
    for (const std::string& url : {atOnce.url(), inTheMiddle.url()}) {
        const SendResult result = sendTo(url, kForeverMs, std::string(5 * 1000 * 1000, 'x'));
        EXPECT_EQ(result.status, 0);
        EXPECT_TRUE(contains(result.error, "connect")) << result.error;
    }
}

TEST(HttpSender, GivesUpAtTheDeadlineWhateverTheReceiverDoes) {
    const auto end = std::make_shared<std::promise<void>>();
    const std::shared_future<void> ended = end->get_future().share();
    const std::vector<ScriptedReceiver::Script> scripts = {
        [&](StreamSocket& connection) { ScriptedReceiver::awaitEnd(connection); },  // says nothing
        [&](StreamSocket&) { ended.wait(); },                                       // reads nothing
        [&](StreamSocket& connection) {  // a letter now and then, and so never silent for long
            ScriptedReceiver::send(connection, "HTTP/1.1 200 OK\r\nx: ");
            while (ended.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
                ScriptedReceiver::send(connection, "y");
            }
        },
        [&](StreamSocket& connection) {
            ScriptedReceiver::send(connection, "HTTP/1.1 200 OK\r\n");
            ended.wait();
        },
    };
    std::vector<std::unique_ptr<ScriptedReceiver>> receivers;
    for (const auto& script : scripts) {
        receivers.push_back(std::make_unique<ScriptedReceiver>(script));
        const SendResult result = sendTo(receivers.back()->url(), kShortMs, std::string(20 * 1000 * 1000, 'x'));
        EXPECT_EQ(result.status, 0);
        EXPECT_TRUE(contains(result.error, "in time")) << receivers.size() << result.error;
        EXPECT_GE(result.durationMs, kShortMs);
    }
    end->set_value();
}

TEST(HttpSender, SaysThatNobodyListens) {
    std::string url;
    {
        const ScriptedReceiver gone("");
        url = gone.url();
    }
    const SendResult result = sendTo(url);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.error, "could not connect to host '127.0.0.1': Connection refused");
}

TEST(HttpSender, ReportsWhatTheGuardRefuses) {
    const ScriptedReceiver receiver("HTTP/1.1 200 OK\r\n\r\n");
    const EgressGuard guard({.allowedHosts = {}, .allowedPorts = {receiver.port()}});
    const HttpSender sender(guard, {});
    EXPECT_EQ(sender.send({receiver.url(), {}, ""}).error,
              "host '127.0.0.1' is a private address and is not allowed by the configuration (allowed_hosts)");
    EXPECT_EQ(sender.send({"ftp://example.com", {}, ""}).error, "'endpoint' must begin with http:// or https://");
    EXPECT_EQ(receiver.connections(), 0);
}

TEST(HttpSender, ReachesNoPrivateAddressOfANameThatWasPublicWhenItWasChecked) {
    const ScriptedReceiver receiver("HTTP/1.1 200 OK\r\n\r\n");
    const auto asked = std::make_shared<std::atomic<int>>(0);
    const EgressGuard guard({.allowedHosts = {}, .allowedPorts = {receiver.port()}}, [asked](const std::string&) {
        return std::vector<std::string>{(*asked)++ == 0 ? "93.184.216.34" : "127.0.0.1"};
    });
    const std::string url = receiver.url("/", "name.example");
    EXPECT_NO_THROW(guard.check(url));
    const SendResult result = HttpSender(guard, {}).send({url, {}, ""});
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(contains(result.error, "resolves to a private address")) << result.error;
    EXPECT_EQ(receiver.connections(), 0);
}

TEST(HttpSender, RefusesHeadersThatWouldChangeTheRequest) {
    const std::vector<std::pair<std::string, std::string>> headers = {{"x", "a\r\nHost: evil"},
                                                                      {"x", "a\nb"},
                                                                      {"x", "a\rb"},
                                                                      {"x", std::string("a\0b", 3)},
                                                                      {"x", "\x7f"},
                                                                      {"x\r\ny", "a"},
                                                                      {"x y", "a"},
                                                                      {"", "a"},
                                                                      {"x:", "a"},
                                                                      {"ä", "a"},
                                                                      {"Host", "evil"},
                                                                      {"HOST", "evil"},
                                                                      {"content-length", "0"},
                                                                      {"Connection", "x"},
                                                                      {"Upgrade", "x"},
                                                                      {"Expect", "100-continue"},
                                                                      {"Transfer-Encoding", "chunked"},
                                                                      {"Keep-Alive", "x"},
                                                                      {"TE", "x"},
                                                                      {"Trailer", "x"}};
    const ScriptedReceiver receiver("HTTP/1.1 200 OK\r\n\r\n");
    const EgressGuard guard = localGuard();
    const HttpSender sender(guard, {});
    for (const auto& header : headers) {
        EXPECT_TRUE(headerProblem(header.first, header.second)) << header.first;
        const SendResult result = sender.send({receiver.url(), {header}, ""});
        EXPECT_EQ(result.status, 0) << header.first;
        EXPECT_TRUE(contains(result.error, "header")) << result.error;
    }
    EXPECT_EQ(receiver.connections(), 0);
    EXPECT_FALSE(headerProblem("X-My-Key", "a\tb äöü \"x\""));
}

TEST(HttpSender, PassesTheWishForALaterTryOn) {
    const ScriptedReceiver receiver("HTTP/1.1 503 Busy\r\nretry-AFTER:  7 \r\n\r\n");
    const SendResult result = sendTo(receiver.url());
    EXPECT_EQ(result.status, 503);
    EXPECT_EQ(result.retryAfterMs, 7000);
}

TEST(HttpSender, GivesUpWhenItIsCancelled) {
    std::atomic<bool> cancelled{false};
    ScriptedReceiver receiver([&](Poco::Net::StreamSocket& connection) {
        receiver.readRequest(connection);
        cancelled = true;
        ScriptedReceiver::awaitEnd(connection);  // the sender's: nothing else ends this
    });
    const EgressGuard guard = localGuard();
    const HttpSender sender(guard, {.timeoutMs = 3'600'000, .caFile = ""});
    const Permit permit(cancelled);
    const SendResult result = sender.send({receiver.url(), {}, ""}, &permit);
    EXPECT_EQ(result.status, 0);
    EXPECT_FALSE(result.error.empty());
}

TEST(HttpSender, GivesUpBeforeTheLeaseOfWhatItSendsRunsOut) {
    ScriptedReceiver receiver([&](Poco::Net::StreamSocket& connection) { ScriptedReceiver::awaitEnd(connection); });
    const std::atomic<bool> stopping{false};
    const Permit permit(stopping, std::chrono::steady_clock::now() + std::chrono::milliseconds(kShortMs));
    const EgressGuard guard = localGuard();
    const HttpSender sender(guard, {.timeoutMs = kForeverMs, .caFile = ""});
    EXPECT_EQ(sender.send({receiver.url(), {}, ""}, &permit).status, 0);
    EXPECT_TRUE(permit.isOver());
    EXPECT_EQ(sender.send({receiver.url(), {}, ""}, &permit).error, "this server had to stop sending");
}

TEST(Permit, IsExtendedOnlyWhileItLasts) {
    using Clock = std::chrono::steady_clock;
    std::atomic<bool> stopping{false};
    Permit lasting(stopping, Clock::now() + std::chrono::hours(1));
    lasting.extend(Clock::now() + std::chrono::hours(2));
    EXPECT_GT(lasting.until(), Clock::now() + std::chrono::minutes(90));
    EXPECT_FALSE(lasting.isOver());
    stopping = true;
    EXPECT_TRUE(lasting.isOver());
    stopping = false;
    Permit over(stopping, Clock::now());
    over.extend(Clock::now() + std::chrono::hours(1));
    EXPECT_TRUE(over.isOver()) << "another server may have what it was for";
}

}  // namespace
}  // namespace inkwell::webhooks
