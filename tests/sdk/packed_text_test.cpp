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

// What an object of two fields is stored as. Servers that pack in another way still have to read it.
TEST(PackedText, OfAnyOlderServerIsRead) {
    const std::string text =
        R"({"content":"","options":{"slug_field":true,"content_editor":true},"metafields":[)"
        R"({"id":"65f0a1b2c3d4e5f607182930","type":"text","title":"Place","key":"place","value":"Aber Wrac'h"}]})";
    const std::string withoutDictionary =
        "AbUAAAD0HHsiY29udGVudCI6IiIsIm9wdGlvbnMiOnsic2x1Z19maWVsZCI6dHJ1ZSwqAHJfZWRpdG9yFgBxfSwibWV0YSgA8CJzIjpbeyJp"
        "ZCI6IjY1ZjBhMWIyYzNkNGU1ZjYwNzE4MjkzMCIsInR5cGUiOiJ0ZXh0DgAwaXRsDwDzAFBsYWNlIiwia2V5IjoicA4AQHZhbHUeAPAAQWJl"
        "ciBXcmFjJ2gifV19";
    EXPECT_EQ(unpacked(text), text);
    EXPECT_EQ(unpacked(*fromBase64(withoutDictionary)), text);
    EXPECT_LT(packed(text).size(), text.size() / 2) << "the dictionary has what is not its own";
}

TEST(PackedText, HasADictionaryThatNeverChanges) {
    const std::string allOfIt = unpacked(*fromBase64("AoURAAAPhRH//////////////////////35QIiJ9XX0="));
    EXPECT_EQ(toHex(sha256(allOfIt)), "cd8f9f88c8751b93793cae496f26ad7495a32667f0624c81ce917028ff5ba881");
}

TEST(PackedText, IsBoundAsBytes) {
    EXPECT_TRUE(std::holds_alternative<SqlBytes>(packText("{}").variant()));
    EXPECT_TRUE(std::holds_alternative<SqlBytes>(packText(std::string(1000, 'x')).variant()));
}

TEST(PackedText, StaysAsItIsWherePackingSavesNothing) {
    for (const std::string text : {"", "{}", "[1]", R"({"a":"short"})"}) {
        EXPECT_EQ(packed(text), text);
        EXPECT_EQ(unpacked(packed(text)), text);
    }
}

TEST(PackedText, MayBeginLikeAPackedOne) {
    for (const char mark : {'\x01', '\x02'}) {
        for (const std::size_t size : {1u, 5u, 6u, 300u, 100'000u}) {
            const std::string text(size, mark);
            EXPECT_EQ(unpacked(packed(text)), text) << size;
        }
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

// Bytes that are others than they were may be a text, too; nothing outside of them is read or written.
TEST(PackedText, OfWhichABitHasChangedIsReadOrTold) {
    const std::string whole =
        packed(R"({"content":"","metafields":[{"id":"1","type":"text","title":"Place","key":"p"}]})");
    int told = 0;
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        std::string changed = whole;
        changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
        try {
            unpacked(changed);
        } catch (const DatabaseError&) {
            ++told;
        }
    }
    EXPECT_GT(told, 50);
}

}  // namespace
}  // namespace inkwell
