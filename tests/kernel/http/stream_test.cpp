// Streams in both directions: RouteOptions::maxBodyBytes and Response::stream.
#include "tests/kernel/http/live_server.h"

namespace inkwell::kernel::test {
namespace {

class Stream : public LiveServer {};

std::string chunks(const std::string& target, int count) {
    std::string request = "POST " + target + " HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (int n = 0; n < count; ++n) request += "186a0\r\n" + std::string(100'000, 'x') + "\r\n";
    return request + "0\r\n\r\n";
}

TEST_F(Stream, RefusesATooLargeBodyByItsLengthBeforeAnyOfItIsSent) {
    RawConnection connection(port());
    connection.send("POST /limited HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: " +
                    std::to_string(kMaxStreamBytes + 1) + "\r\n\r\n");
    const RawResponse response = connection.receive();
    EXPECT_EQ(response.status, 413);
    EXPECT_EQ(response.message(), "the body is larger than the 300000 bytes allowed");
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Stream, CountsAChunkedBody) {
    EXPECT_EQ(ask(chunks("/limited", 3)).body, R"({"bytes":300000})");
    EXPECT_EQ(ask(chunks("/limited", 4)).status, 413);
}

// Its last chunk is missing, or a chunk is no chunk.
TEST_F(Stream, AChunkedBodyThatBreaksOffIsRefused) {
    const std::string whole = chunks("/stream", 2);
    const std::string head = chunks("/stream", 0).substr(0, chunks("/stream", 0).size() - 5);
    const std::string brokeOff = "the connection broke off in the middle of the body";
    for (const std::string& bytes :
         {head, head + "5", head + "5\r\nab", head + "2\r\nab", head + "2\r\nab\r\n", head + "2\r\nab\r\n0\r\n",
          head + "2\r\nab\r\n0\r\nTrailer: a\r\n", whole.substr(0, whole.size() - 2)}) {
        RawConnection connection(port());
        connection.send(bytes);
        connection.finish();
        const RawResponse response = connection.receive();
        EXPECT_EQ(response.status, 400) << bytes.substr(0, 100);
        EXPECT_EQ(response.message(), brokeOff) << bytes.substr(0, 100);
        EXPECT_TRUE(connection.closesNow());
    }
    for (const char* malformed :
         {"zz\r\n", "\r\n", "2\r\nabc\r\n", "2 x\r\nab\r\n", "-2\r\nab\r\n", "2\nab\n", "11111111111111111\r\n"}) {
        const RawResponse response = ask(head + "2\r\nab\r\n" + malformed);
        EXPECT_EQ(response.status, 400) << malformed;
        EXPECT_EQ(response.message(), "the body is not in well-formed chunks") << malformed;
    }
}

TEST_F(Stream, ABodyThatEndsBeforeItsLengthIsRefused) {
    for (const std::string& bytes : {std::string(), std::string("ab"), std::string(100'000, 'x')}) {
        RawConnection connection(port());
        connection.send("POST /stream HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n" + bytes);
        connection.finish();
        EXPECT_EQ(connection.receive().status, 400) << bytes.size();
    }
}

TEST_F(Stream, ReadsChunksWithExtensionsAndTrailers) {
    RawConnection connection(port());
    connection.send(
        "POST /stream HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(connection.receive().status, 100);
    const std::string body =
        "2;a=b\r\nab\r\n0A ; c=\"d\"\r\n" + std::string(10, '\n') + "\r\n000\r\nTrailer: a\r\n\r\n";
    for (const char c : body.substr(0, 30)) connection.send(std::string(1, c));
    EXPECT_EQ(connection.ask(body.substr(30) + get("/health")).body, R"({"bytes":12})");
    EXPECT_TRUE(connection.closesNow()) << "what follows a chunked body is no request";
}

TEST_F(Stream, HasNoLimitWhereNoneIsAskedFor) {
    EXPECT_EQ(ask(post("/stream", std::string(1'000'000, 'x'))).body, R"({"bytes":1000000})");
    EXPECT_EQ(ask(chunks("/stream", 10)).body, R"({"bytes":1000000})");
}

TEST_F(Stream, IsSentAsItIs) {
    RawConnection connection(port());
    for (const std::size_t size : {0U, 1U, 256U * 1024, 1'000'000U}) {
        const RawResponse response =
            connection.ask(get("/bytes?length=" + std::to_string(size), "Accept-Encoding: gzip\r\n"));
        EXPECT_EQ(response.status, 200);
        EXPECT_EQ(response.body, std::string(size, 'b'));
        EXPECT_EQ(response.header("content-type"), "video/mp4");
        EXPECT_EQ(response.header("content-encoding"), "(none)");
        EXPECT_EQ(response.header("etag"), "\"own\"");
        EXPECT_EQ(response.header("cache-control"), "public");
        EXPECT_EQ(response.header("x-content-type-options"), "nosniff");
    }
}

TEST_F(Stream, SendsNothingOfItToHead) {
    RawConnection connection(port());
    connection.send("HEAD /bytes?length=500000&bytes=0 HTTP/1.1\r\nHost: test\r\n\r\n");
    EXPECT_EQ(connection.receive(false).header("content-length"), "500000");
    EXPECT_EQ(connection.ask(get("/items/1")).status, 200);
}

TEST_F(Stream, HearsOfRangesFromGetAlone) {
    EXPECT_EQ(ask(get("/range", "Range: bytes=0-1\r\n")).body, R"({"range":"bytes=0-1"})");
    RawConnection connection(port());
    connection.send("HEAD /range HTTP/1.1\r\nHost: test\r\nrange: bytes=0-1\r\n\r\n");
    EXPECT_EQ(connection.receive(false).header("content-length"), "13");
}

TEST_F(Stream, ThatEndsEarlyClosesTheConnection) {
    RawConnection connection(port());
    connection.send(get("/bytes?length=500000&bytes=300000"));
    EXPECT_THROW(connection.receive(), std::runtime_error);  // it ends before the length it was told
}

TEST_F(Stream, ThatFailsBeforeAnythingWasSentIs503) {
    for (const char* target : {"/bytes?length=500000&bytes=0&fails=true", "/bytes?length=100&bytes=0&fails=true",
                               "/bytes?length=200000&bytes=150000&fails=true"}) {
        RawConnection connection(port());
        const RawResponse response = connection.ask(get(target));
        EXPECT_EQ(response.status, 503) << target;
        EXPECT_EQ(response.message(), "what was asked for could not be read to its end; try again");
        EXPECT_EQ(response.header("retry-after"), "5");
        EXPECT_EQ(connection.ask(get("/bytes?length=3")).body, "bbb") << "the connection is as good as before";
    }
    EXPECT_EQ(ask(get("/bytes?length=100&bytes=50")).status, 500) << "what is damaged stays so";
}

}  // namespace
}  // namespace inkwell::kernel::test
