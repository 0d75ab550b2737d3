#include "contents/late_stream.h"

#include <gtest/gtest.h>

#include <iterator>
#include <sstream>

#include "inkwell/error.h"

namespace inkwell::media {
namespace {

using Opened = std::shared_ptr<std::istream>;

TEST(LateStream, IsOpenedByItsFirstRead) {
    int opened = 0;
    const auto stream = openLate([&]() -> Opened {
        ++opened;
        return std::make_shared<std::istringstream>(std::string(200'000, 'x') + "end");
    });
    EXPECT_EQ(opened, 0);
    EXPECT_EQ(stream->peek(), 'x');
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(*stream), {}), std::string(200'000, 'x') + "end");
    EXPECT_FALSE(stream->bad());
    EXPECT_EQ(opened, 1);
}

TEST(LateStream, ThrowsWhatOpeningItThrows) {
    const auto stream = openLate([]() -> Opened { throw ApiError::notFound("media", "a"); });
    EXPECT_THROW(stream->peek(), ApiError);
}

TEST(LateStream, IsBadWhereTheOpenedOneIs) {
    const auto stream = openLate([]() -> Opened {
        auto broken = std::make_shared<std::istringstream>("half");
        broken->setstate(std::ios::badbit);
        return broken;
    });
    char byte = 0;
    EXPECT_FALSE(stream->read(&byte, 1));
    EXPECT_TRUE(stream->bad());
}

}  // namespace
}  // namespace inkwell::media
