#include <gtest/gtest.h>

#include "inkwell/http.h"

namespace inkwell {
namespace {

TEST(BearerToken, IsReadWithItsSchemeAndWithout) {
    EXPECT_EQ(bearerToken("Bearer abc"), "abc");
    EXPECT_EQ(bearerToken("abc"), "abc");
    EXPECT_EQ(bearerToken("bEaReR \t abc "), "abc");
    EXPECT_EQ(bearerToken("  abc  "), "abc");
}

TEST(BearerToken, IsEmptyWhenNothingFollowsTheScheme) {
    EXPECT_EQ(bearerToken(""), "");
    EXPECT_EQ(bearerToken("Bearer"), "");
    EXPECT_EQ(bearerToken("Bearer   "), "");
}

TEST(BearerToken, MayBeginLikeTheScheme) { EXPECT_EQ(bearerToken("BearerOfNews"), "BearerOfNews"); }

}  // namespace
}  // namespace inkwell
