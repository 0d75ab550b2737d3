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

TEST(TypeMemory, KeepsSomeMegabytesOfTexts) {
    TypeMemory memory;
    const auto textOfBytes = [](std::size_t bytes) { return R"({"title": ")" + std::string(bytes, 'x') + "\"}"; };
    const auto isKept = [&](const std::string& slug, const std::string& text) {
        const auto first = memory.rulesOf("bucket", slug, text);
        return memory.rulesOf("bucket", slug, text) == first;
    };
    const std::string small = textOfBytes(500'000);
    EXPECT_TRUE(isKept("small", small));
    EXPECT_FALSE(isKept("large", textOfBytes(2'000'000)));
    const auto rules = memory.rulesOf("bucket", "small", small);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(isKept("edited", textOfBytes(500'000 + static_cast<std::size_t>(i))));
    EXPECT_EQ(memory.rulesOf("bucket", "small", small), rules) << "one that is edited takes no more room each time";
    for (int i = 0; i < 8; ++i) EXPECT_TRUE(isKept("type-" + std::to_string(i), small));
    EXPECT_NE(memory.rulesOf("bucket", "small", small), rules);
}

}  // namespace
}  // namespace inkwell::objects
