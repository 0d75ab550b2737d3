#include "words.h"

#include <gtest/gtest.h>

namespace inkwell::search {
namespace {

std::string folded(std::string_view text) {
    std::string all;
    for (const Word& word : wordsOf(text)) all += (all.empty() ? "" : " ") + word.text;
    return all;
}

TEST(Words, AreLowerCaseWithoutAccents) {
    EXPECT_EQ(folded("Crème BRÛLÉE, naïve—Ångström"), "creme brulee naive angstrom");
    EXPECT_EQ(folded("Straße Øre Łódź Œuvre Þór"), "strasse ore lodz oeuvre thor");
    EXPECT_EQ(folded("Cre\xCC\x80me"), "creme") << "an accent that is a letter of its own";
}

TEST(Words, AreNotEndedByWhatIsNotSeen) {
    EXPECT_EQ(folded("Auto\u00ADbahn"), "autobahn");
    EXPECT_EQ(folded("a\u200Cb\u200Dc\u2060d"), "abcd");
    EXPECT_EQ(folded("a\u200Bb"), "a b") << "where Thai words end";
}

TEST(Words, AreSeparatedByEverythingElse) {
    EXPECT_EQ(folded("don't e-mail 3.5 a_b (c)"), "don t e mail 3 5 a b c");
    EXPECT_EQ(folded(""), "");
    EXPECT_EQ(folded(" -- \xF0\x9F\x98\x80 "), "");
    EXPECT_EQ(folded("a\xFF"
                     "b"),
              "a b")
        << "what is not UTF-8 is no letter";
}

TEST(Words, OfOtherScriptsKeepTheirBeginnings) {
    const std::string whole = folded("Зимой");
    EXPECT_EQ(whole, folded("зимои")) << "case and the mark of й";
    EXPECT_TRUE(whole.starts_with(folded("Зим")));
    EXPECT_EQ(whole.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz"), std::string::npos);
    EXPECT_EQ(wordsOf("冬の海").size(), 3U) << "a script without spaces";
}

TEST(Words, OfGreekAreTheSameInCapitals) {
    EXPECT_EQ(folded("ΛΌΓΟΣ"), folded("λόγος"));
    EXPECT_TRUE(folded("λόγος").starts_with(folded("λόγοσ")));
}

TEST(Words, DoNotMixUpPlainLettersAndCodes) {
    EXPECT_FALSE(folded("quick").starts_with(folded("q0")));
    EXPECT_TRUE(folded("quick").starts_with(folded("qu")));
    EXPECT_TRUE(folded("xylophone").starts_with(folded("XY")));
}

TEST(Words, SayWhereTheyStand) {
    const std::string text = "Ein schöner Tag";
    const std::vector<Word> words = wordsOf(text);
    ASSERT_EQ(words.size(), 3U);
    EXPECT_EQ(text.substr(words[1].begin, words[1].end - words[1].begin), "schöner");
    EXPECT_FALSE(words[1].isOneLetter);
    EXPECT_TRUE(wordsOf("é").front().isOneLetter);
}

TEST(Words, AreReadNoFurtherThanToTheFirstThatIsWanted) {
    int looked = 0;
    const auto isSecond = [&](const Word& word) {
        ++looked;
        return word.text == "two";
    };
    const std::optional<Word> found = firstWordOf("one two three two", isSecond);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->begin, 4U);
    EXPECT_EQ(looked, 2);
    EXPECT_EQ(firstWordOf("two", isSecond)->end, 3U) << "the last one ends with the text";
    EXPECT_FALSE(firstWordOf("one three", isSecond));
}

TEST(Words, OfAnyLengthAreCutAtALetter) {
    const std::string word = folded(std::string(500, 'a'));
    EXPECT_EQ(word.size(), kMaxWordLength);
    std::string codes;
    for (int i = 0; i < 100; ++i) codes += "ж";
    EXPECT_EQ(folded(codes).size() % folded("ж").size(), 0U);
}

}  // namespace
}  // namespace inkwell::search
