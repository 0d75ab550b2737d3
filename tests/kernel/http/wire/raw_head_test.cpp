// What two readers may take for different requests is taken for none.
#include "kernel/http/wire/raw_head.h"

#include "tests/kernel/http/live_server.h"

namespace inkwell::kernel::test {
namespace {

constexpr const char* kRequestLine = "POST /echo HTTP/1.1\r\n";
const std::string kNul(1, '\0');

std::string headOf(const std::string& lines) { return kRequestLine + ("Host: test\r\n" + lines) + "\r\n"; }

const std::vector<std::string>& unsoundLines() {
    static const std::vector<std::string> lines = {
        // the length, or what only Poco takes for one
        "Content-Length: =?utf-8?q?28?=\r\n",
        "Content-Length: =?utf-8?b?Mjg=?=\r\n",
        "Content-Length: \v28\r\n",
        "Content-Length: 28\v\r\n",
        "Content-Length: \f28\r\n",
        "Content-Length: 28" + kNul + "\r\n",
        "Content-Length" + kNul + ": 3\r\n",
        "Content-Length : 28\r\n",
        "Content-Length\t: 28\r\n",
        "Content-Length\v: 28\r\n",
        "Content-Length:\r\n",
        "Content-Length: +28\r\n",
        "Content-Length: -28\r\n",
        "Content-Length: 0x1c\r\n",
        "Content-Length: 28.0\r\n",
        "Content-Length: 2 8\r\n",
        "Content-Length: 28, 28\r\n",
        "Content-Length: 28;\r\n",
        "Content-Length: \"28\"\r\n",
        "Content-Length: 28\r\nContent-Length: 28\r\n",
        "Content-Length: 28\r\ncontent-length: 29\r\n",
        "Content-Length: 99999999999999999999\r\n",
        // chunks
        "Transfer-Encoding: =?utf-8?q?chunked?=\r\n",
        "Transfer-Encoding: \vchunked\r\n",
        "Transfer-Encoding: chunked\v\r\n",
        "Transfer-Encoding: chunked\f\r\n",
        "Transfer-Encoding: chunked" + kNul + "\r\n",
        "Transfer-Encoding : chunked\r\n",
        "Transfer-Encoding\t: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: identity\r\n",
        "Transfer-Encoding: chunked;a=b\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding: \"chunked\"\r\n",
        "Transfer-Encoding:\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 28\r\n",
        "Content-Length: 28\r\ntransfer-encoding: chunked\r\n",
        // lines
        " X-A: 1\r\nContent-Length: 28\r\n",
        "\tContent-Length: 28\r\n",
        "X-A: 1\r\n folded\r\n",
        "X-A: 1\r\n\tContent-Length: 28\r\n",
        "X-A: 1\r\n \r\n",
        "X-A\r\n",
        "Content-Length 28\r\n",
        ": 28\r\n",
        "X A: 1\r\n",
        "X-A\x7f: 1\r\n",
        "X-\xC3\xA4: 1\r\n",
        "X(A): 1\r\n",
        "X-A: a" + kNul + "b\r\n",
        "X-A: a\x7f\r\n",
        "X-A: a\x01\r\n",
        "X-A: a\x1b[0m\r\n",
        "X-A: a\rContent-Length: 28\r\n",
        "X-A: a\r\r\n",
        "X-A: a\xFF\r\n",
        "X-A: a\xFF\xFFGET / HTTP/1.1\r\n",
        "\rX-A: a\r\n",
    };
    return lines;
}

TEST(RawHead, IsSoundAsBrowsersAndProxiesWriteIt) {
    for (const char* lines : {"", "Content-Length: 28\r\n", "Content-Length:28\r\n", "content-length: \t28\t \r\n",
                              "Transfer-Encoding: chunked\r\n", "TRANSFER-ENCODING:  Chunked \r\n", "X-Empty:\r\n",
                              "X-A: a\tb\r\n", "X-A: \xC3\xA4\r\n", "X-A: \x80\xFE\r\n", "!#$%&'*+-.^_`|~9: any\r\n",
                              "X-A: 1\nX-B: 2\r\n", "X-A: 1\r\nX-A: 2\r\n"}) {
        EXPECT_TRUE(isSoundHead(headOf(lines))) << lines;
    }
    EXPECT_TRUE(isSoundHead("GET /?query={\"a\":\"\xC3\xA4\"} HTTP/1.0\n\n"));
    EXPECT_TRUE(isSoundHead("M-SEARCH * HTTP/1.1\r\n\r\n"));
}

TEST(RawHead, HasARequestLineOfThreeWords) {
    for (const std::string line :
         {"GET /", "GET / ", "GET", "", "GET  / HTTP/1.1", "GET / HTTP/1.1 ", "GET / HTTP/1.1 X-A: 1",
          "GET /a b HTTP/1.1", "GET /\t HTTP/1.1", " GET / HTTP/1.1", "G(T / HTTP/1.1", "GET / HTTP/2.0",
          "GET / http/1.1", "GET / HTTP/1.10", "GET\t/\tHTTP/1.1", "GET /\x01 HTTP/1.1", "GET /\xFF HTTP/1.1",
          "GET / HTTP/1.1\r"}) {
        EXPECT_FALSE(isSoundHead(line + "\r\nHost: test\r\n\r\n")) << line;
    }
    EXPECT_FALSE(isSoundHead("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n")) << "which knows no chunks";
}

TEST(RawHead, IsUnsoundWhereReadersMayDiffer) {
    for (const std::string& lines : unsoundLines()) EXPECT_FALSE(isSoundHead(headOf(lines))) << lines;
}

class RawHeads : public LiveServer {};

TEST_F(RawHeads, ThatAreUnsoundEndTheirConnectionAndWhatFollowsIsNoRequest) {
    for (const std::string& lines : unsoundLines()) {
        for (const char* const body : {"", "0\r\n\r\n"}) {
            RawConnection connection(port());
            connection.send(headOf(lines) + body + "DELETE /items/7 HTTP/1.1\r\nHost: test\r\n\r\n");
            const RawResponse answer = connection.receive();
            EXPECT_EQ(answer.status, 400) << lines;
            EXPECT_EQ(answer.header("connection"), "close") << lines;
            EXPECT_TRUE(connection.closesNow()) << lines;
        }
    }
    EXPECT_EQ(handled_, 0);
}

TEST_F(RawHeads, AreJudgedBehindAnAnswerAndByteByByteToo) {
    const std::string unsound = headOf("X-A: 1\r\n folded\r\n") + "DELETE /items/7 HTTP/1.1\r\nHost: test\r\n\r\n";
    RawConnection second(port());
    second.send(get("/health") + unsound);
    EXPECT_EQ(second.receive().status, 200);
    EXPECT_EQ(second.receive().status, 400);
    EXPECT_TRUE(second.closesNow());

    RawConnection slow(port());
    for (const char byte : headOf("X-A: 1\r\n folded\r\n")) slow.send(std::string(1, byte));
    EXPECT_EQ(slow.receive().status, 400);
    EXPECT_TRUE(slow.closesNow());
    EXPECT_EQ(handled_, 0);
}

TEST_F(RawHeads, MayHoldEveryOtherByteBeyondAscii) {
    for (int byte = 0x80; byte < 0xFF; ++byte) {
        const std::string value(3, static_cast<char>(byte));
        EXPECT_EQ(ask(get("/range", "X-A: " + value + "\r\nRange: a\r\n")).body, R"({"range":"a"})") << byte;
    }
}

// Poco reads a line in pieces of 4,092 bytes.
TEST_F(RawHeads, LinesOfEveryLengthLoseNoHeader) {
    const auto expectWhole = [this](const std::string& head, std::size_t length) {
        RawConnection connection(port());
        connection.send(head + "Range: a\r\n\r\n" + get("/range"));
        const RawResponse answer = connection.receive();
        EXPECT_EQ(answer.body, R"({"range":"a"})") << length << ": " << answer.body;
        EXPECT_EQ(connection.receive().body, R"({"range":"-"})") << length;
    };
    constexpr std::size_t kMostLetters = 8000;
    for (const std::size_t near : {4092, 8184, 12276, 16368}) {
        for (std::size_t length = near - 2; length < near + 5; ++length) {
            for (const std::string end : {"\r\n", "\n"}) {
                const std::size_t letters = std::min(length - 10, kMostLetters);
                const std::string blanks(length - letters - 4 - end.size(), ' ');
                expectWhole("GET /range HTTP/1.1\r\nHost: test\r\nX-A:" + blanks + std::string(letters, 'a') + end,
                            length);
                const std::size_t others = std::string("GET /range?a= HTTP/1.1").size() + end.size();
                expectWhole("GET /range?a=" + std::string(length - others, 'a') + " HTTP/1.1" + end + "Host: test\r\n",
                            length);
            }
        }
    }
}

TEST(RawHead, SaysWhatAHeaderHasAsFarAsItHasCome) {
    const std::string line = "GET / HTTP/1.1\r\n";
    EXPECT_EQ(valuesIn(line + "Host: test\r\norigin:\t https://a.example \r\n\r\n", "origin"), "https://a.example");
    EXPECT_EQ(valuesIn(line + "no header\nOrigin: https://a.example\n", "origin"), "https://a.example");
    EXPECT_EQ(valuesIn(line + "Origin: https://a.exam", "origin"), "");
    EXPECT_EQ(valuesIn(line + "\r\nOrigin: https://a.example\r\n", "origin"), "") << "of a body";
    EXPECT_EQ(valuesIn(line + "X-A: 1\r\nOther: 2\r\nx-a: 3, 4\r\n", "x-a"), "1, 3, 4");
    EXPECT_EQ(valuesIn("Origin: https://a.example\r\n", "origin"), "");
}

}  // namespace
}  // namespace inkwell::kernel::test
