#include "refusal_cache.h"

#include <gtest/gtest.h>

namespace inkwell::images {
namespace {

TEST(RefusalCache, ForgetsInTimeAndWhenItIsFull) {
    RefusalCache cache(2, std::chrono::hours(1));
    cache.keep("a", "1");
    cache.keep("b", "2");
    cache.keep("a", "3");
    EXPECT_EQ(cache.find("a"), "1");
    cache.keep("c", "4");
    EXPECT_EQ(cache.find("a"), std::nullopt);
    EXPECT_EQ(cache.find("b"), "2");
    EXPECT_EQ(cache.find("c"), "4");
    RefusalCache brief(2, std::chrono::milliseconds(0));
    brief.keep("a", "1");
    EXPECT_EQ(brief.find("a"), std::nullopt);
}

}  // namespace
}  // namespace inkwell::images
