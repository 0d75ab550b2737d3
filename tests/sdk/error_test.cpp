#include "inkwell/error.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

std::string messageOf(const Problems& problems) {
    try {
        problems.throwIfAny("refused");
    } catch (const ApiError& error) {
        return error.message();
    }
    return "";
}

TEST(Problems, ThrowsAllOfThemAtOnce) {
    Problems problems;
    problems.throwIfAny("nothing is wrong");
    problems.add("title", "is required");
    problems.add("slug", "is too long");
    try {
        problems.throwIfAny("the object cannot be saved");
        FAIL();
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        EXPECT_EQ(error.message(), "the object cannot be saved: title: is required (and 1 more)");
        ASSERT_EQ(error.problems().size(), 2U);
        EXPECT_EQ(error.problems()[1].path, "slug");
    }
}

TEST(Problems, StaysSmallWhateverABodyHolds) {
    Problems problems;
    for (int i = 0; i < 5000; ++i) problems.add("a[" + std::to_string(i) + "]", "is wrong");
    EXPECT_EQ(problems.list().size(), 1001U);
    EXPECT_NE(problems.list().back().message.find("1000"), std::string::npos);
    EXPECT_EQ(messageOf(problems), "refused: a[0]: is wrong (and at least 1000 more)");
    Problems most;
    for (int i = 0; i < 1000; ++i) most.add("a", "is wrong");
    EXPECT_EQ(most.list().size(), 1000U);
    EXPECT_EQ(messageOf(most), "refused: a: is wrong (and 999 more)");

    Problems endless;
    endless.add(std::string(1'000'000, 'x'), "is not a known field");
    EXPECT_LT(endless.list()[0].path.size(), 400U);
}

TEST(ApiError, QuotesWhatWasNotFound) {
    const ApiError error = ApiError::notFound("object", "x1");
    EXPECT_EQ(error.status(), 404);
    EXPECT_EQ(error.code(), "not_found");
    EXPECT_STREQ(error.what(), "object 'x1' was not found");
}

TEST(ApiError, TellsWhenToComeBack) {
    for (const ApiError& error : {ApiError::tooManyRequests("slow down", 7), ApiError::unavailable("no database", 7)}) {
        ASSERT_EQ(error.headers().size(), 1U);
        EXPECT_EQ(error.headers()[0].first, "Retry-After");
        EXPECT_EQ(error.headers()[0].second, "7");
    }
    EXPECT_TRUE(ApiError::unavailable("never by itself", 0).headers().empty());
}

TEST(ApiError, KeepsTheOperatorsTextApart) {
    ApiError error = ApiError::unavailable("the database is not available", 1);
    error.withLogText("connection refused by 10.0.0.7");
    EXPECT_EQ(error.message(), "the database is not available");
    EXPECT_EQ(error.logText(), "connection refused by 10.0.0.7");
}

}  // namespace
}  // namespace inkwell
