#include "contents/file_conditions.h"

#include <gtest/gtest.h>

namespace inkwell::media {
namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

// "206 2+3": status, offset, length.
std::string told(const FilePart& part) {
    std::string text = std::to_string(part.status);
    if (part.status <= 206) text += " " + std::to_string(part.offset) + "+" + std::to_string(part.length);
    return text;
}

std::string ranged(const std::string& range, std::int64_t size = 100) { return told(parseRange(range, size)); }

std::string asked(Headers headers) {
    RequestParts parts;
    parts.headers = std::move(headers);
    // 2026-01-31T09:30:00.500Z
    return told(choosePart(Request(std::move(parts)), {"\"abc\"", 1'769'851'800'500, 100}));
}

TEST(FileConditions, UnderstandsOneRangeOfBytes) {
    EXPECT_EQ(ranged("bytes=0-9"), "206 0+10");
    EXPECT_EQ(ranged("bytes=10-"), "206 10+90");
    EXPECT_EQ(ranged("bytes=99-"), "206 99+1");
    EXPECT_EQ(ranged("bytes=90-1000"), "206 90+10");
    EXPECT_EQ(ranged("bytes=-10"), "206 90+10");
    EXPECT_EQ(ranged("bytes=-1000"), "206 0+100");
    EXPECT_EQ(ranged("Bytes = 1 - 2 "), "206 1+2");
}

TEST(FileConditions, RefusesARangeBehindTheEnd) {
    EXPECT_EQ(ranged("bytes=100-"), "416");
    EXPECT_EQ(ranged("bytes=100-200"), "416");
    EXPECT_EQ(ranged("bytes=18446744073709551616-"), "416") << "more than a number holds";
    EXPECT_EQ(ranged("bytes=90-18446744073709551616"), "206 90+10");
    EXPECT_EQ(ranged("bytes=-0"), "416");
    EXPECT_EQ(ranged("bytes=0-", 0), "416");
    EXPECT_EQ(ranged("bytes=-5", 0), "416");
}

TEST(FileConditions, IgnoresARangeThatIsNone) {
    for (const char* range : {"", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-4", "bytes=--5", "items=0-1",
                              "bytes=0-1,4-5", "bytes=1.5-2"}) {
        EXPECT_EQ(ranged(range), "200 0+100") << range;
    }
}

TEST(FileConditions, AnswersNotModifiedToWhoHasTheFile) {
    EXPECT_EQ(asked({}), "200 0+100");
    EXPECT_EQ(asked({{"If-None-Match", "\"x\", W/\"abc\""}}), "304");
    EXPECT_EQ(asked({{"If-None-Match", "*"}}), "304");
    EXPECT_EQ(asked({{"If-None-Match", "\"x\""}}), "200 0+100");
    EXPECT_EQ(asked({{"If-Modified-Since", "Sat, 31 Jan 2026 09:30:00 GMT"}}), "304");
    EXPECT_EQ(asked({{"If-Modified-Since", "Sat, 31 Jan 2026 09:29:59 GMT"}}), "200 0+100");
    EXPECT_EQ(asked({{"If-Modified-Since", "yesterday"}}), "200 0+100");
    EXPECT_EQ(asked({{"If-None-Match", "\"x\""}, {"If-Modified-Since", "Sat, 31 Jan 2026 09:30:00 GMT"}}), "200 0+100");
    EXPECT_EQ(asked({{"If-None-Match", "\"abc\""}, {"Range", "bytes=0-1"}}), "304");
}

TEST(FileConditions, RefusesWhoAsksAboutAnotherFile) {
    EXPECT_EQ(asked({{"If-Match", "\"abc\""}}), "200 0+100");
    EXPECT_EQ(asked({{"If-Match", "W/\"abc\""}}), "412");
    EXPECT_EQ(asked({{"If-Match", "\"x\""}}), "412");
    EXPECT_EQ(asked({{"If-Unmodified-Since", "Sat, 31 Jan 2026 09:29:59 GMT"}}), "412");
    EXPECT_EQ(asked({{"If-Unmodified-Since", "Sat, 31 Jan 2026 09:30:00 GMT"}}), "200 0+100");
}

TEST(FileConditions, GivesThePartOnlyOfTheFileThatIsMeant) {
    EXPECT_EQ(asked({{"Range", "bytes=0-1"}, {"If-Range", "\"abc\""}}), "206 0+2");
    EXPECT_EQ(asked({{"Range", "bytes=0-1"}, {"If-Range", "W/\"abc\""}}), "200 0+100");
    EXPECT_EQ(asked({{"Range", "bytes=0-1"}, {"If-Range", "\"x\""}}), "200 0+100");
    EXPECT_EQ(asked({{"Range", "bytes=0-1"}, {"If-Range", "Sat, 31 Jan 2026 09:30:00 GMT"}}), "206 0+2");
    EXPECT_EQ(asked({{"Range", "bytes=0-1"}, {"If-Range", "Sat, 31 Jan 2026 09:30:01 GMT"}}), "200 0+100");
}

TEST(FileConditions, HoldForNoDateWhereTheFileHasNone) {
    const auto undated = [](Headers headers) {
        RequestParts parts;
        parts.headers = std::move(headers);
        return told(choosePart(Request(std::move(parts)), {"\"abc\"", std::nullopt, 100}));
    };
    const std::string late = "Sat, 31 Jan 2099 09:30:00 GMT";
    EXPECT_EQ(undated({{"If-Modified-Since", late}}), "200 0+100");
    EXPECT_EQ(undated({{"If-Unmodified-Since", late}}), "412");
    EXPECT_EQ(undated({{"Range", "bytes=0-1"}, {"If-Range", late}}), "200 0+100");
    EXPECT_EQ(undated({{"Range", "bytes=0-1"}, {"If-Range", "\"abc\""}}), "206 0+2");
}

TEST(FileConditions, WritesDatesAsHttpDoes) { EXPECT_EQ(httpDate(1'769'851'800'500), "Sat, 31 Jan 2026 09:30:00 GMT"); }

}  // namespace
}  // namespace inkwell::media
