#include "inkwell/packed_text.h"

#include <gtest/gtest.h>

#include <string>

#include "inkwell/crypto.h"

namespace inkwell {
namespace {

std::string packed(const std::string& text) { return packText(text).text(); }
std::string unpacked(const std::string& stored) { return unpackText(stored, "one"); }

TEST(PackedText, IsTheSameTextAgainAndSmaller) {
    std::string text = R"({"metafields":[)";
    for (int n = 0; n < 50; ++n) text += R"({"type":"text","key":"key","value":")" + std::to_string(n) + "\"},";
    EXPECT_LT(packed(text).size(), text.size() / 3);
    EXPECT_EQ(unpacked(packed(text)), text);
}

TEST(PackedText, IsBoundAsBytes) {
    EXPECT_TRUE(std::holds_alternative<SqlBytes>(packText("{}").variant()));
    EXPECT_TRUE(std::holds_alternative<SqlBytes>(packText(std::string(1000, 'x')).variant()));
}

TEST(PackedText, StaysAsItIsWherePackingSavesNothing) {
    for (const std::string text : {"", "{}", "[1]", R"({"content":"short"})"}) {
        EXPECT_EQ(packed(text), text);
        EXPECT_EQ(unpacked(packed(text)), text);
    }
}

TEST(PackedText, MayBeginLikeAPackedOne) {
    for (const std::size_t size : {1u, 5u, 6u, 300u}) {
        const std::string text(size, '\x01');
        EXPECT_EQ(unpacked(packed(text)), text) << size;
    }
}

TEST(PackedText, OfEverySizeIsTheSameAgain) {
    std::string text;
    for (int n = 0; n < 3000; ++n) {
        EXPECT_EQ(unpacked(packed(text)), text) << n;
        text += static_cast<char>('a' + n * n % 23);
    }
}

TEST(PackedText, ThatIsDamagedIsToldAndNeverReadBeyond) {
    const std::string whole = packed(std::string(500, 'x') + randomToken(200) + std::string(500, 'y'));
    for (std::size_t size = 1; size < whole.size(); ++size) {
        EXPECT_THROW(unpacked(whole.substr(0, size)), DatabaseError) << size;
    }
    std::string larger = whole;
    larger[4] = '\x7e';  // some two billion
    EXPECT_THROW(unpacked(larger), DatabaseError);
    std::string smaller = whole;
    --smaller[1];
    try {
        unpacked(smaller);
        ADD_FAILURE() << "damaged bytes were read";
    } catch (const DatabaseError& error) {
        EXPECT_STREQ(error.what(), "what is stored of 'one' is damaged: restore it from a backup");
    }
}

}  // namespace
}  // namespace inkwell
