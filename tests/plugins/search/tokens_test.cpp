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
    EXPECT_EQ(expressionFor("sqlite", wishesFor(7, words, Visibility::Published, Rank::Any)),
              "(b7zsea* OR p7zsea*) AND (b7za OR p7za)");
    EXPECT_EQ(expressionFor("mysql", wishesFor(7, words, Visibility::Any, Rank::Title)),
              "+(t7zsea* y7zsea*) +(t7za y7za)");
    EXPECT_EQ(expressionFor("mysql", wishesFor(7, words, Visibility::Published, Rank::WholeTitle)),
              "+(t7zsea r7zsea) +(t7za r7za)");
}

TEST(Lookups, FindWhatTheExpressionFinds) {
    const auto found = [](const Texts* live, const Texts* draft, const char* words, Visibility visibility, Rank rank) {
        Lookup lookup(7, distinctWords(wordsOf(words)), visibility);
        lookup.read(tokensOf(7, live, draft));
        return lookup.has(rank);
    };
    const Texts seaside{"Seaside", {"both salt"}};
    const Texts harbour{"Harbour", {"both salt"}};
    EXPECT_TRUE(found(&seaside, &seaside, "sea", Visibility::Published, Rank::Title));
    EXPECT_FALSE(found(&seaside, &seaside, "sea", Visibility::Published, Rank::WholeTitle));
    EXPECT_FALSE(found(&seaside, &seaside, "side", Visibility::Published, Rank::Any)) << "no beginning";
    EXPECT_TRUE(found(&seaside, &seaside, "salt sea", Visibility::Published, Rank::Any));
    EXPECT_FALSE(found(&seaside, &seaside, "salt sea", Visibility::Published, Rank::Title));
    EXPECT_FALSE(found(&seaside, &seaside, "salt sea", Visibility::Published, Rank::Whole));
    EXPECT_FALSE(found(&seaside, &seaside, "b", Visibility::Published, Rank::Any)) << "one letter is a word";
    EXPECT_TRUE(found(&seaside, &harbour, "sea", Visibility::Published, Rank::Any));
    EXPECT_FALSE(found(&seaside, &harbour, "sea", Visibility::Any, Rank::Any));
    EXPECT_TRUE(found(&seaside, &harbour, "harb", Visibility::Any, Rank::Title));
    EXPECT_FALSE(found(&seaside, &harbour, "harb", Visibility::Published, Rank::Title));

    Lookup ofAnother(17, distinctWords(wordsOf("sea")), Visibility::Published);
    ofAnother.read(tokensOf(7, &seaside, &seaside));
    EXPECT_FALSE(ofAnother.has(Rank::Any)) << "another bucket";
}

TEST(Lookups, TellEachOfTheWordsEvenWhereOneBeginsWithAnother) {
    const std::vector<Word> words = distinctWords(wordsOf("seasons sea a season seal sea ab"));
    std::vector<std::string> asked;
    asked.reserve(words.size());
    for (const Word& word : words) asked.push_back(word.text);
    ASSERT_EQ(asked, (std::vector<std::string>{"a", "ab", "sea", "seal", "season", "seasons"}));
    const auto found = [&](const char* text) {
        const Texts texts{text, {}};
        Lookup lookup(7, words, Visibility::Published);
        lookup.read(tokensOf(7, &texts, &texts));
        std::string all;
        for (std::size_t i = 0; i < words.size(); ++i) all += lookup.hasWord(i) ? '1' : '0';
        return all;
    };
    EXPECT_EQ(found("seasonal"), "001010");
    EXPECT_EQ(found("abba seb"), "010000");
    EXPECT_EQ(found("seasons a"), "101011");
    EXPECT_EQ(found("seat seals"), "001100");
    EXPECT_EQ(found("z"), "000000");
}

TEST(Lookups, TakeTheLetterOfTwoWordsWithOneSpelling) {
    const std::vector<Word> words = distinctWords(wordsOf("ae æ"));
    ASSERT_EQ(words.size(), 1U);
    EXPECT_TRUE(words.front().isOneLetter);
}

}  // namespace
}  // namespace inkwell::search
