// Answers that no plugin should give: the client gets the one form of an error, the operator a line that names the
// plugin, and everybody else is served.
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class BadAnswers : public testing::Test {
protected:
    BadAnswers() {
        TestServerOptions options;
        options.morePluginDirectories = {PLUGIN_FIXTURES "/bad_answers"};
        options.captureLog = true;
        api_ = std::make_unique<TestServer>(Engine::Sqlite, options);
    }

    Reply ask(const std::string& what) { return api_->get("/bad/" + what); }
    /// Every byte of the answer, until the server closes the connection.
    std::string rawAnswer(const std::string& what) {
        Poco::Net::StreamSocket socket(Poco::Net::SocketAddress("127.0.0.1", static_cast<Poco::UInt16>(api_->port())));
        socket.setReceiveTimeout(Poco::Timespan(60, 0));
        const std::string request = "GET /bad/" + what + " HTTP/1.1\r\nHost: x\r\n\r\n";
        socket.sendBytes(request.data(), static_cast<int>(request.size()));
        std::string answer;
        char buffer[4096];
        for (int got = 1; got > 0;) {
            got = socket.receiveBytes(buffer, sizeof buffer);
            if (got > 0) answer.append(buffer, static_cast<std::size_t>(got));
        }
        return answer;
    }
    /// 500 in the one form, and a line of the log that names the plugin and says `why`.
    void expectContained(const std::string& what, const std::string& why) {
        const Reply reply = ask(what);
        EXPECT_EQ(reply.status, 500) << what;
        EXPECT_EQ(reply.message(), "internal error; the log has the details under this request id") << what;
        const std::string id(textOf(reply.json(), "request_id"));
        EXPECT_EQ(reply.headers.at("x-request-id"), id);
        EXPECT_EQ(reply.headers.count("x-b"), 0u) << what;
        const std::string line = " error bad_answers [" + id + "] " + why;
        EXPECT_NE(api_->log().find(line), std::string::npos) << what << ": '" << line << "' is not in\n" << api_->log();
    }
    void expectUnharmed() {
        EXPECT_EQ(ask("good").message(), "good");
        EXPECT_EQ(api_->get("/v2/status").status, 200);
        for (const kernel::PluginStatus& one : api_->server().plugins().statuses()) {
            EXPECT_EQ(one.state, kernel::PluginState::Running) << one.id;
        }
    }

    std::unique_ptr<TestServer> api_;
};

TEST_F(BadAnswers, OfAHandlerThatThrows) {
    expectContained("throw", "the \uFFFDhandler broke");
    expectContained("throw-number", "an exception that is no std::exception");
    expectUnharmed();
}

TEST_F(BadAnswers, OfAnErrorThatCannotBeSent) {
    EXPECT_EQ(refusalOf(ask("error-utf8")), "409: \uFFFD") << "what it quotes is made fit to be sent";
    expectContained("error-header", "the header 'x-a' of an answer holds a line break");
    expectContained("error-status", "an answer has the status 1000");
    expectUnharmed();
}

TEST_F(BadAnswers, OfTextThatIsNoUtf8) {
    expectContained("utf8", "an answer is not valid UTF-8");
    expectContained("utf8-key", "an answer is not valid UTF-8");
    expectUnharmed();
}

TEST_F(BadAnswers, OfNumbersThatJsonDoesNotKnowAreNull) { EXPECT_EQ(ask("nan").body, R"({"a":null,"b":null})"); }

TEST_F(BadAnswers, OfHeadersThatWouldBeOthers) {
    expectContained("header", "the header 'x-a' of an answer holds a line break");
    expectContained("header-name", "a header of an answer has the name 'x a'");
    expectContained("header-length", "the header 'content-length' of an answer is the server's own");
    expectContained("header-chunked", "the header 'transfer-encoding' of an answer is the server's own");
    expectUnharmed();
}

TEST_F(BadAnswers, OfAStatusThatHttpDoesNotKnow) {
    expectContained("status-0", "an answer has the status 0");
    expectContained("status-101", "an answer has the status 101");
    expectContained("status-1000", "an answer has the status 1000");
    expectContained("status-negative", "an answer has the status -1");
    EXPECT_EQ(ask("status-299").status, 299) << "unusual, but known to be a success";
    expectUnharmed();
}

TEST_F(BadAnswers, OfAStreamThatIsNone) {
    expectContained("stream-null", "an answer is a stream without bytes or of negative length");
    expectContained("stream-negative", "an answer is a stream without bytes or of negative length");
    expectContained("live-null", "an answer is a live body without a function");
    expectUnharmed();
}

TEST_F(BadAnswers, OfASmallStreamThatFailsAreReadBeforeTheyBegin) {
    expectContained("stream-small", "a stream ended after 3 of 9 bytes");
    expectUnharmed();
}

// What is under way cannot be taken back: the client learns it from an answer that lacks its end.
TEST_F(BadAnswers, OfAStreamThatFailsBeforeAnythingWasSentAre503) {
    const std::string answer = rawAnswer("stream-throw");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 ")) << answer;
    EXPECT_NE(api_->log().find("a stream broke off after 0 of 1000000 bytes"), std::string::npos) << api_->log();
    expectUnharmed();
}

TEST_F(BadAnswers, OfAStreamThatFailsAreCut) {
    const std::map<std::string, std::string> reasons = {
        {"stream-short", "a stream ended after 3 of 1000000 bytes"},
        {"live-throw", "a live body failed: the source is dry"},
        {"live-number", "a live body failed: an exception that is no std::exception"}};
    for (const auto& [what, why] : reasons) {
        const std::string answer = rawAnswer(what);
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 ")) << answer;
        EXPECT_FALSE(answer.ends_with("\r\n0\r\n\r\n")) << answer;
        EXPECT_NE(api_->log().find(" error bad_answers "), std::string::npos) << api_->log();
        EXPECT_NE(api_->log().find(why), std::string::npos) << what << api_->log();
    }
    expectUnharmed();
}

}  // namespace
}  // namespace inkwell::test
