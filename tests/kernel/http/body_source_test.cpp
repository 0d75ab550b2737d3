#include "kernel/http/body_source.h"

#include <gtest/gtest.h>

#include <istream>
#include <iterator>
#include <sstream>

#include "inkwell/error.h"

namespace inkwell::kernel {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatient{60'000};
constexpr milliseconds kNoPatience{-60'000};  // as if the body had been on its way for a minute too long

std::string readAll(BodySource& source) { return {std::istreambuf_iterator<char>(&source), {}}; }

std::string chunked(const std::string& bytes) {
    std::ostringstream text;
    if (!bytes.empty()) text << std::hex << bytes.size() << "\r\n" << bytes << "\r\n";
    return text.str() + "0\r\n\r\n";
}

int statusOf(BodySource& source) {
    try {
        readAll(source);
        return 200;
    } catch (const ApiError& error) {
        return error.status();
    }
}

TEST(BodySource, ReadsNoFurtherThanItsLength) {
    std::stringbuf connection("bodynext request");
    BodySource source(connection, 4, kPatient);
    EXPECT_EQ(readAll(source), "body");
    EXPECT_TRUE(source.ended());
    EXPECT_EQ(source.remaining(), 0);
    EXPECT_EQ(connection.in_avail(), 12);
}

TEST(BodySource, ReadsABodyOfUnknownLengthOfAnySize) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{64 * 1024}, std::size_t{200'000}}) {
        std::stringbuf connection(chunked(std::string(size, 'x')));
        BodySource source(connection, BodySource::kUnknownLength, kPatient);
        EXPECT_EQ(readAll(source).size(), size);
        EXPECT_TRUE(source.ended());
        EXPECT_FALSE(source.failed());
    }
}

TEST(BodySource, ReadsInPiecesOfAnySize) {
    std::string bytes(500'000, ' ');
    for (std::size_t n = 0; n < bytes.size(); ++n) bytes[n] = static_cast<char>(n * 31 % 251);
    for (const std::streamsize piece : {1, 7, 64 * 1024, 64 * 1024 + 1, 300'000, 500'000, 900'000}) {
        for (const std::int64_t length : {std::int64_t{500'000}, BodySource::kUnknownLength}) {
            std::stringbuf connection(length == BodySource::kUnknownLength ? chunked(bytes) : bytes);
            BodySource source(connection, length, kPatient);
            std::string got(static_cast<std::size_t>(piece), '\0');
            std::string all(1, static_cast<char>(source.sbumpc()));
            while (const std::streamsize count = source.sgetn(got.data(), piece)) {
                all.append(got.data(), static_cast<std::size_t>(count));
            }
            EXPECT_TRUE(all == bytes) << piece;
            EXPECT_TRUE(source.ended());
        }
    }
}

TEST(BodySource, CountsABodyOfUnknownLength) {
    std::stringbuf connection(chunked(std::string(200'000, 'x')));
    BodySource source(connection, BodySource::kUnknownLength, kPatient, 200'000);
    EXPECT_EQ(statusOf(source), 200);
    std::stringbuf longer(chunked(std::string(200'001, 'x')));
    BodySource refused(longer, BodySource::kUnknownLength, kPatient, 200'000);
    EXPECT_EQ(statusOf(refused), 413);
    EXPECT_TRUE(refused.failed());
}

TEST(BodySource, RefusesABodyShorterThanItsLength) {
    std::stringbuf connection("bod");
    BodySource source(connection, 4, kPatient);
    EXPECT_EQ(statusOf(source), 400);
    EXPECT_TRUE(source.failed());
    EXPECT_FALSE(source.ended());
}

TEST(BodySource, RefusesAChunkedBodyWithoutItsEnd) {
    const std::string whole = chunked("body");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::stringbuf connection(whole.substr(0, length));
        BodySource source(connection, BodySource::kUnknownLength, kPatient);
        EXPECT_EQ(statusOf(source), 400) << length;
        EXPECT_TRUE(source.failed());
        EXPECT_FALSE(source.ended());
    }
}

TEST(BodySource, GivesUpOnASenderThatTrickles) {
    std::stringbuf connection(std::string(200'000, 'x'));
    BodySource source(connection, 200'000, kNoPatience);
    EXPECT_EQ(statusOf(source), 408);
    EXPECT_TRUE(source.failed());
}

TEST(BodySource, ForgivesASlowSenderThatHasSentEverything) {
    std::stringbuf connection("body");
    BodySource source(connection, 4, kNoPatience);
    EXPECT_EQ(statusOf(source), 200);
}

TEST(BodySource, AsksAgainBeforeItHandsOutTheLastBytes) {
    std::stringbuf connection(std::string(200'000, 'x'));
    BodySource source(connection, 200'000, kPatient);
    int asked = 0;
    source.keepAsking([&] {
        ++asked;
        throw ApiError::unauthorized("no more");
    });
    std::string read(200'000, '\0');
    EXPECT_EQ(source.sgetn(read.data(), 100'000), 100'000);
    EXPECT_EQ(asked, 0);
    EXPECT_THROW(source.sgetn(read.data(), 100'000), ApiError);
    EXPECT_EQ(asked, 1);
    EXPECT_TRUE(source.failed());
}

TEST(BodySource, ThrowsOutOfAStreamThatIsToldToPassItOn) {
    std::stringbuf connection("bod");
    BodySource source(connection, 4, kPatient);
    std::istream stream(&source);
    stream.exceptions(std::ios::badbit);
    char buffer[10];
    EXPECT_THROW(stream.read(buffer, sizeof buffer), ApiError);
}

}  // namespace
}  // namespace inkwell::kernel
