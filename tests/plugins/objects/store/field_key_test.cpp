#include "store/field_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "inkwell/list_query_sql.h"
#include "inkwell/text.h"

namespace inkwell::objects {
namespace {

TEST(FieldKeys, OfNumbersCompareAsTheNumbers) {
    constexpr double kMax = std::numeric_limits<double>::max();
    constexpr double kMin = std::numeric_limits<double>::denorm_min();
    std::vector<double> numbers = {-kMax, -1e9, -2, -1.5, -1, -kMin, 0, kMin, 1e-300, 0.1, 1, 1.5, 2, 3, 1e15, kMax};
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> any(-1e6, 1e6);
    for (int i = 0; i < 2000; ++i) numbers.push_back(any(random));
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        ASSERT_LT(numberKey(numbers[i - 1]), numberKey(numbers[i])) << numbers[i - 1] << " " << numbers[i];
    }
    EXPECT_EQ(numberKey(-0.0), numberKey(0));
    EXPECT_LE(numberKey(5).size(), 5U);
}

std::string anyText(std::mt19937& random) {
    static const std::vector<std::string> kParts = {"a",        "b", "\x01", "\x02", "\xc3\xa9", "\xF4\x8F\xBF\xBF",
                                                    "aaaaaaaa", " "};
    std::string text;
    for (unsigned i = static_cast<unsigned>(random()) % 12; i > 0; --i) text += kParts[random() % kParts.size()];
    return text;
}

TEST(FieldKeys, OfTextsAreWithinTheBoundsOfTheTextsAroundThem) {
    std::mt19937 random(7);
    int exact = 0;
    for (int i = 0; i < 50'000; ++i) {
        const std::string text = anyText(random);
        const std::string bound = anyText(random);
        const std::string key = textKey(text);
        ASSERT_LE(codePoints(key), 64U);
        ASSERT_GE(key, kTexts);
        ASSERT_LT(key, kTextsEnd);
        ASSERT_TRUE(text < bound || key >= lowestKeyFrom(bound)) << text << " " << bound;
        ASSERT_TRUE(text > bound || key <= highestKeyUpTo(bound)) << text << " " << bound;
        ASSERT_EQ(key == textKey(bound), text == bound);
        if (!isOrderedKey(bound)) continue;
        ++exact;
        ASSERT_EQ(lowestKeyFrom(bound), highestKeyUpTo(bound));
        ASSERT_EQ(key < lowestKeyFrom(bound), text < bound) << text << " " << bound;
        ASSERT_EQ(key > lowestKeyFrom(bound), text > bound) << text << " " << bound;
    }
    EXPECT_GT(exact, 10'000);
}

TEST(FieldKeys, KeepLongTextsShort) {
    const std::string longText(100'000, 'x');
    EXPECT_LT(textKey(longText).size(), 40U);
    EXPECT_NE(textKey(longText), textKey(longText + "y"));
    EXPECT_FALSE(isWholeKey(longText));
    EXPECT_TRUE(isWholeKey(std::string(kWholeKeyLength - 2, 'x')));
    EXPECT_FALSE(isWholeKey(std::string(kWholeKeyLength - 1, 'x')));
    EXPECT_TRUE(isOrderedKey("2024-02-03"));
}

TEST(FieldKeys, OfDifferentKindsNeverMix) {
    EXPECT_LT(std::string("ffffffffffffffffffffffff"), kIdsEnd);
    EXPECT_GT(numberKey(-1e300), kIdsEnd);
    EXPECT_LT(numberKey(1e300), kNumbersEnd);
    EXPECT_LT(numberKey(1e300), textKey(""));
    EXPECT_GT(flagKey(false), kTextsEnd);
    EXPECT_LT(keyOf(false), keyOf(true));
    EXPECT_EQ(keyOf(3), numberKey(3));
    EXPECT_EQ(keyOf("3"), textKey("3"));
}

}  // namespace
}  // namespace inkwell::objects
