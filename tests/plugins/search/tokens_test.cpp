#include "tokens.h"

#include <gtest/gtest.h>

namespace inkwell::search {
namespace {

const Texts kLive{"Old", {"both"}};
const Texts kDraft{"New", {"both"}};

TEST(Tokens, SayWhoMayFindAWord) {
    EXPECT_EQ(tokensOf(7, &kLive, &kLive), "t7zold b7zboth b7zold");
    EXPECT_EQ(tokensOf(7, nullptr, &kDraft), "y7znew d7zboth d7znew");
    EXPECT_EQ(tokensOf(7, &kLive, &kDraft), "r7zold y7znew b7zboth p7zold d7znew");
}

TEST(Tokens, AreEachThereOnce) {
    const Texts twice{"a a", {"a", "b b"}};
    EXPECT_EQ(tokensOf(1, &twice, &twice), "t1za b1za b1zb");
}

TEST(Tokens, OfAnEndlessTextAreBounded) {
    Texts endless{"t", {""}};
    for (int i = 0; i < 20'000; ++i) endless.others[0] += " w" + std::to_string(i);
    EXPECT_LT(tokensOf(1, &endless, &endless).size(), 100'000U);
}

TEST(Expressions, AskForBeginningsOfAllWords) {
    const std::vector<Word> words = wordsOf("Sea a");
    EXPECT_EQ(expressionFor("sqlite", 7, words, Visibility::Published, Rank::Any),
              "(b7zsea* OR p7zsea*) AND (b7za OR p7za)");
    EXPECT_EQ(expressionFor("mysql", 7, words, Visibility::Any, Rank::Title), "+(t7zsea* y7zsea*) +(t7za y7za)");
    EXPECT_EQ(expressionFor("mysql", 7, words, Visibility::Published, Rank::WholeTitle),
              "+(t7zsea r7zsea) +(t7za r7za)");
}

}  // namespace
}  // namespace inkwell::search
