#include "types/type_memory.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

TEST(TypeMemory, ParsesATextOnce) {
    TypeMemory memory;
    const auto first = memory.rulesOf("bucket", "posts", R"({"localization": true, "locales": ["de"]})");
    EXPECT_TRUE(first->localization);
    EXPECT_EQ(first->slug, "posts");
    EXPECT_EQ(memory.rulesOf("bucket", "posts", R"({"localization": true, "locales": ["de"]})"), first);
}

TEST(TypeMemory, KnowsTypesApartAndFollowsTheirText) {
    TypeMemory memory;
    const auto first = memory.rulesOf("bucket", "posts", R"({"singleton": true})");
    EXPECT_NE(memory.rulesOf("bucket", "pages", R"({"singleton": true})"), first);
    EXPECT_NE(memory.rulesOf("other", "posts", R"({"singleton": true})"), first);
    EXPECT_FALSE(memory.rulesOf("bucket", "posts", R"({"singleton": false})")->singleton);
    EXPECT_TRUE(first->singleton) << "what is in use stays as it is";
    EXPECT_EQ(memory.rulesOf("bucket", "posts", std::nullopt), nullptr);
}

}  // namespace
}  // namespace inkwell::objects
