// Pins the traps of Poco and Boost that the code works around: a failure here means that an upgrade removed one, and
// the workaround with it can go.

#include <Poco/JSON/JSONException.h>
#include <Poco/JSON/Parser.h>
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/ThreadPool.h>
#include <Poco/URI.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/support/raw_connection.h"

namespace inkwell::kernel::test {
namespace {

namespace net = Poco::Net;

class BareHandler : public net::HTTPRequestHandler {
public:
    void handleRequest(net::HTTPServerRequest& request, net::HTTPServerResponse& response) override {
        if (request.getURI() == "/throw") throw std::runtime_error("lost");
        std::string text = "ok";
        if (request.getURI() == "/read") text.assign(std::istreambuf_iterator<char>(request.stream()), {});
        response.sendBuffer(text.data(), text.size());
    }
};

class BareFactory : public net::HTTPRequestHandlerFactory {
public:
    net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest&) override { return new BareHandler; }
};

class PocoTraps : public ::testing::Test {
protected:
    PocoTraps() : socket_(net::SocketAddress("127.0.0.1", 0)), server_(new BareFactory, threads_, socket_, params()) {
        server_.start();
    }
    ~PocoTraps() override {
        server_.stopAll(true);
        threads_.joinAll();
    }
    static net::HTTPServerParams::Ptr params() {
        net::HTTPServerParams::Ptr params = new net::HTTPServerParams;
        params->setKeepAlive(true);
        return params;
    }
    int port() const { return socket_.address().port(); }

    Poco::ThreadPool threads_;
    net::ServerSocket socket_;
    net::HTTPServer server_;
};

TEST_F(PocoTraps, AnUnreadBodyBecomesTheNextRequest) {
    RawConnection connection(port());
    EXPECT_EQ(connection.ask(post("/", "GET /smuggled HTTP/1.1\r\n\r\n")).body, "ok");
    EXPECT_EQ(connection.receive().body, "ok");
}

TEST_F(PocoTraps, AStandardExceptionDropsTheConnection) {
    RawConnection connection(port());
    connection.send(get("/throw"));
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(PocoTraps, APostWithoutLengthIsReadUntilTheConnectionEnds) {
    RawConnection connection(port());
    connection.send("POST /read HTTP/1.1\r\nHost: test\r\n\r\nGET / HTTP/1.1\r\n\r\n");
    connection.finish();
    EXPECT_EQ(connection.receive().body, "GET / HTTP/1.1\r\n\r\n");
}

TEST_F(PocoTraps, AMalformedChunkCountsAsTheEndOfTheBody) {
    RawConnection connection(port());
    connection.send("POST /read HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nzz\r\ncd\r\n");
    EXPECT_EQ(connection.receive().body, "ab");
}

TEST_F(PocoTraps, ContinueIsSentBeforeTheHandlerRuns) {
    RawConnection connection(port());
    connection.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(connection.receive().status, 100);
}

TEST(PocoDefaults, StarveTheSeventeenthConnection) { EXPECT_EQ(Poco::ThreadPool().capacity(), 16); }

TEST(PocoDefaults, LetTwoServersListenAtOneAddress) {
    net::ServerSocket first;
    first.bind(net::SocketAddress("127.0.0.1", 0), true);
    first.listen();
    net::ServerSocket second;
    EXPECT_NO_THROW(second.bind(first.address(), true));
    EXPECT_NO_THROW(second.listen());
}

TEST_F(PocoTraps, AByteFFAtTheBeginningOfALineEndsTheHead) {
    RawConnection connection(port());
    connection.send("GET / HTTP/1.1\r\nHost: test\r\n\xFFGET /next HTTP/1.1\r\n\r\n");
    EXPECT_EQ(connection.receive().body, "ok");
    EXPECT_EQ(connection.receive().body, "ok");
}

TEST_F(PocoTraps, ABytePairFFInAValueEndsTheHead) {
    RawConnection connection(port());
    connection.send("GET / HTTP/1.1\r\nHost: test\r\nX-A: a\xFF\xFFGET /next HTTP/1.1\r\n\r\n");
    EXPECT_EQ(connection.receive().body, "ok");
    EXPECT_EQ(connection.receive().body, "ok");
}

TEST_F(PocoTraps, TheHeadersBehindALineOf4094BytesAreLost) {
    RawConnection connection(port());
    const std::string line = "X-A: " + std::string(4094 - 7, 'a') + "\r\n";
    connection.send("GET / HTTP/1.1\r\nHost: test\r\n" + line + "GET /next HTTP/1.1\r\n\r\n");
    EXPECT_EQ(connection.receive().body, "ok");
    EXPECT_EQ(connection.receive().body, "ok");
}

TEST(PocoUri, RefusesStrayPercentSigns) {
    EXPECT_ANY_THROW(Poco::URI("/v2/100%"));
    EXPECT_ANY_THROW(Poco::URI("/v2/x?t=100%").getQueryParameters());
    EXPECT_ANY_THROW(Poco::URI("/v2/x?t=%zz").getQueryParameters());
}

TEST(PocoJson, LosesTheOrderOfKeys) {
    Poco::JSON::Parser parser;
    std::ostringstream text;
    parser.parse(R"({"b":1,"a":2})").extract<Poco::JSON::Object::Ptr>()->stringify(text);
    EXPECT_EQ(text.str(), R"({"a":2,"b":1})");
}

TEST(PocoJson, KeepsTheLastOfDuplicateKeysAndANulInAText) {
    const auto parsed = [](const std::string& text) {
        Poco::JSON::Parser parser;
        return parser.parse(text).extract<Poco::JSON::Object::Ptr>()->get("a").toString();
    };
    EXPECT_EQ(parsed(R"({"a":1,"a":2})"), "2");
    EXPECT_EQ(parsed(R"({"a":"x\u0000y"})"), std::string("x\0y", 3));
}

TEST(PocoJson, NamesNoPositionOfAnError) {
    Poco::JSON::Parser parser;
    try {
        parser.parse("{\n\"a\": 1,\n}");
        FAIL();
    } catch (const Poco::JSON::JSONException& error) {
        EXPECT_EQ(error.message().find_first_of("0123456789"), std::string::npos) << error.message();
    }
}

TEST(PocoJson, ParsesNoBareScalarAndNoLongInteger) {
    Poco::JSON::Parser scalar;
    EXPECT_ANY_THROW(scalar.parse("7"));
    Poco::JSON::Parser number;
    EXPECT_THROW(number.parse(R"({"a":123456789012345678901234567890})"), Poco::SyntaxException);
}

TEST(BoostJson, KeepsTheLastOfDuplicateKeys) {
    EXPECT_EQ(boost::json::serialize(boost::json::parse(R"({"a":1,"a":2})")), R"({"a":2})");
}

TEST(BoostJson, KeepsTheOrderOfKeysOnlyWithStableErase) {
    boost::json::object swapped{{"a", 1}, {"b", 2}, {"c", 3}};
    boost::json::object kept = swapped;
    swapped.erase("a");
    kept.stable_erase(kept.find("a"));
    EXPECT_EQ(boost::json::serialize(swapped), R"({"c":3,"b":2})");
    EXPECT_EQ(boost::json::serialize(kept), R"({"b":2,"c":3})");
}

TEST(BoostJson, NestsThirtyTwoLevelsUnlessTold) {
    const std::string text = std::string(33, '[') + std::string(33, ']');
    EXPECT_ANY_THROW(boost::json::parse(text));
    boost::json::parse_options options;
    options.max_depth = 33;
    EXPECT_NO_THROW(boost::json::parse(text, {}, options));
}

TEST(BoostJson, ChecksUtf8WhenItParsesButNotWhenItWrites) {
    EXPECT_ANY_THROW(boost::json::parse("\"\xFF\""));
    EXPECT_EQ(boost::json::serialize(boost::json::value("\xFF")), "\"\xFF\"");
}

}  // namespace
}  // namespace inkwell::kernel::test
