#include "inkwell/nearest_word.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace inkwell {
namespace {

constexpr std::array<std::string_view, 4> kWords = {"text", "textarea", "number", "date"};

TEST(NearestWord, FindsTheOneThatWasMeant) {
    EXPECT_EQ(nearestWord("texst", kWords), "text");
    EXPECT_EQ(nearestWord("txet", kWords), "text");
    EXPECT_EQ(nearestWord("Numbre", kWords), "number");
    EXPECT_EQ(nearestWord("TextArea", kWords), "textarea");
}

TEST(NearestWord, FindsNothingWhereNoneIsNear) {
    EXPECT_EQ(nearestWord("colour", kWords), "");
    EXPECT_EQ(nearestWord("", kWords), "");
    EXPECT_EQ(nearestWord("text", {}), "");
    EXPECT_EQ(nearestWord(std::string(100'000, 't'), kWords), "");
}

}  // namespace
}  // namespace inkwell
