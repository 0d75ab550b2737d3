#include "types/type_rules_cache.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

TEST(TypeRulesCache, ParsesATextOnce) {
    TypeRulesCache cache;
    const auto first = cache.rulesOf("bucket", "posts", R"({"localization": true, "locales": ["de"]})");
    EXPECT_TRUE(first->localization);
    EXPECT_EQ(first->slug, "posts");
    EXPECT_EQ(cache.rulesOf("bucket", "posts", R"({"localization": true, "locales": ["de"]})"), first);
}

TEST(TypeRulesCache, KnowsTypesApartAndFollowsTheirText) {
    TypeRulesCache cache;
    const auto first = cache.rulesOf("bucket", "posts", R"({"singleton": true})");
    EXPECT_NE(cache.rulesOf("bucket", "pages", R"({"singleton": true})"), first);
    EXPECT_NE(cache.rulesOf("other", "posts", R"({"singleton": true})"), first);
    EXPECT_FALSE(cache.rulesOf("bucket", "posts", R"({"singleton": false})")->singleton);
    EXPECT_TRUE(first->singleton) << "what is in use stays as it is";
    EXPECT_EQ(cache.rulesOf("bucket", "posts", std::nullopt), nullptr);
}

TEST(TypeRulesCache, KeepsSomeMegabytesOfTexts) {
    TypeRulesCache cache;
    const auto textOfBytes = [](std::size_t bytes) { return R"({"title": ")" + std::string(bytes, 'x') + "\"}"; };
    const auto isKept = [&](const std::string& slug, const std::string& text) {
        const auto first = cache.rulesOf("bucket", slug, text);
        return cache.rulesOf("bucket", slug, text) == first;
    };
    const std::string small = textOfBytes(500'000);
    EXPECT_TRUE(isKept("small", small));
    EXPECT_FALSE(isKept("large", textOfBytes(2'000'000)));
    const auto rules = cache.rulesOf("bucket", "small", small);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(isKept("edited", textOfBytes(500'000 + static_cast<std::size_t>(i))));
    EXPECT_EQ(cache.rulesOf("bucket", "small", small), rules) << "one that is edited takes no more room each time";
    for (int i = 0; i < 8; ++i) EXPECT_TRUE(isKept("type-" + std::to_string(i), small));
    EXPECT_NE(cache.rulesOf("bucket", "small", small), rules);
}

}  // namespace
}  // namespace inkwell::objects
