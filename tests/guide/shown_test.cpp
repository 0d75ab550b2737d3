#include "tests/guide/shown.h"

#include <gtest/gtest.h>

namespace inkwell::test {
namespace {

std::string difference(const char* shown, const char* answered) {
    return differenceOf(parseJson(shown), parseJson(answered));
}

TEST(Blocks, KnowTheirLanguageTheirLineAndWhatTheyFollow) {
    const std::vector<Block> blocks =
        blocksOf("# A\n```sh\none\ntwo\n```\n\n```json\n{}\n```\nwords\n```json\n[]\n```\n");
    ASSERT_EQ(blocks.size(), 3U);
    EXPECT_EQ(blocks[0].language, "sh");
    EXPECT_EQ(blocks[0].text, "one\ntwo\n");
    EXPECT_EQ(blocks[0].line, 3);
    EXPECT_FALSE(blocks[0].follows);
    EXPECT_TRUE(blocks[1].follows);
    EXPECT_FALSE(blocks[2].follows);
}

TEST(JsonValues, AreFoundOneAfterTheOther) {
    EXPECT_EQ(jsonValuesIn("{\"a\": 1}\n[2]\n 3 \n"), (std::vector<Json>{{{"a", 1}}, JsonArray{2}, 3}));
    EXPECT_TRUE(jsonValuesIn(" \n").empty());
    EXPECT_ANY_THROW(jsonValuesIn("{\"a\": "));
}

TEST(Difference, IsNoneWhereOnlyChanceDiffers) {
    EXPECT_EQ(difference(R"({"id": "01a202ad4e1300009ea58d5f", "at": "2026-01-31T09:30:00.000Z"})",
                         R"({"id": "0000000000000000000000ff", "at": "2030-12-01T00:00:00.001Z"})"),
              "");
    EXPECT_EQ(difference(R"("abcdefghijklmnopqrstuvwx-dawn.jpg")", R"("000000000000000000000000-dawn.jpg")"), "");
    EXPECT_NE(difference(R"("abcdefghijklmnopqrstuvwx-dawn.jpg")", R"("000000000000000000000000-dusk.jpg")"), "");
}

TEST(Difference, NamesThePlace) {
    EXPECT_EQ(difference(R"({"a": [1, {"b": "x"}]})", R"({"a": [1, {"b": "y"}]})"),
              R"(.a[1].b shows "x", answered was "y")");
    EXPECT_EQ(difference(R"({"a": 1, "b": 2})", R"({"a": 1})"), ".b was not answered");
    EXPECT_EQ(difference(R"({"a": 1})", R"({"a": 1, "b": 2})"), ".b is not shown");
    EXPECT_EQ(difference("[1]", "[1, 2]"), " shows 1 elements, answered were 2");
    EXPECT_EQ(difference("1", "true"), " shows 1, answered was true");
}

TEST(Difference, LeavesOutWhatDotsStandFor) {
    EXPECT_EQ(difference(R"({"a": "...", "...": "..."})", R"({"a": {"x": 1}, "b": 2})"), "");
    EXPECT_EQ(difference(R"([1, "..."])", "[1, 2, 3]"), "");
    EXPECT_NE(difference(R"([2, "..."])", "[1, 2, 3]"), "");
    EXPECT_NE(difference(R"({"c": 1, "...": "..."})", R"({"a": 1})"), "");
    EXPECT_EQ(difference(R"("unknown ...")", R"("unknown operator")"), "");
    EXPECT_NE(difference(R"("known ...")", R"("unknown operator")"), "");
}

TEST(Lines, AreFoundInTheirOrder) {
    EXPECT_TRUE(showsLines("HTTP/1.1 200 OK\nETag: 1\n", "HTTP/1.1 200 OK\r\nDate: now\r\nETag: 1\r\n"));
    EXPECT_FALSE(showsLines("b\na\n", "a\nb\n"));
    EXPECT_FALSE(showsLines("a\na\n", "a\n"));
}

}  // namespace
}  // namespace inkwell::test
