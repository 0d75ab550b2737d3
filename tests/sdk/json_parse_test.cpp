#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "inkwell/json.h"

namespace inkwell {
namespace {

std::string refusal(std::string_view text, std::string_view what = "body") {
    try {
        parseJson(text, what);
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        return error.message();
    }
    return "accepted";
}

std::string repeated(int count, std::string_view text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

TEST(ParseJson, ReadsEveryKindOfValueAndKeepsTheOrderOfKeys) {
    const Json value = parseJson(R"( {"z": [1, -2, 3.5, true, false, null], "a": {"text": "x\n\u00e9\ud83d\ude00"}} )");
    EXPECT_EQ(writeJson(value), "{\"z\":[1,-2,3.5,true,false,null],\"a\":{\"text\":\"x\\n\xC3\xA9\xF0\x9F\x98\x80\"}}");
    EXPECT_EQ(parseJson("\"bare\"").as_string(), "bare");
}

TEST(ParseJson, NamesADuplicateKeyWithItsPath) {
    EXPECT_EQ(refusal(R"({"a":1,"a":2})"),
              "the body is not valid JSON: the key 'a' appears twice at byte 12 (line 1, column 13)");
    EXPECT_NE(refusal(R"({"metafields":[{}, {"x":{"k":1,"b":[1,2],"k":2}}]})").find("'metafields[1].x.k'"),
              std::string::npos);
    EXPECT_NE(refusal("{\"a\":{},\"\\u0061\":[]}").find("'a' appears twice"), std::string::npos);
    try {
        parseJson(R"({"o":{"a":1,"a":2}})");
        FAIL();
    } catch (const ApiError& error) {
        ASSERT_EQ(error.problems().size(), 1U);
        EXPECT_EQ(error.problems()[0].path, "o.a");
    }
}

TEST(ParseJson, AcceptsTheSameKeyInDifferentObjects) {
    EXPECT_EQ(refusal(R"({"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1}})"), "accepted");
}

TEST(ParseJson, ShortensAnEndlessDuplicateKeyInItsMessage) {
    const std::string key = "\"" + repeated(5000, "\xC3\xA9") + "\"";
    EXPECT_LT(refusal("{" + key + ":1," + key + ":2}").size(), 300U);
}

TEST(ParseJson, CountsNestingFromTheOutermostBracket) {
    EXPECT_EQ(refusal(repeated(64, "[") + repeated(64, "]")), "accepted");
    EXPECT_NE(refusal(repeated(65, "[") + repeated(65, "]")).find("deeper than the limit of 64"), std::string::npos);
    EXPECT_EQ(refusal(repeated(64, R"({"a":)") + "1" + repeated(64, "}")), "accepted");
    EXPECT_NE(refusal(repeated(64, R"({"a":)") + "{}" + repeated(64, "}")).find("limit of 64"), std::string::npos);
    EXPECT_THROW(parseJson("[[[]]]", "query", 2), ApiError);
}

TEST(ParseJson, SurvivesAMillionOpeningBrackets) {
    EXPECT_NE(refusal(repeated(1'000'000, "[")).find("limit of 64"), std::string::npos);
    EXPECT_NE(refusal(repeated(200'000, R"({"a":)")).find("limit of 64"), std::string::npos);
}

TEST(ParseJson, RefusesInvalidUtf8AndSaysWhere) {
    for (const std::string bad : {"\xFF", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
        EXPECT_EQ(refusal("[\"" + bad + "\"]"),
                  "the body is not valid JSON: it is not valid UTF-8 at byte 2 "
                  "(line 1, column 3)");
    }
}

TEST(ParseJson, RefusesNulInTextsAndKeys) {
    EXPECT_NE(refusal(R"({"a":"x\u0000y"})").find("NUL"), std::string::npos);
    EXPECT_NE(refusal(R"({"a\u0000":1})").find("NUL"), std::string::npos);
    EXPECT_NE(refusal(std::string("[\"a\0b\"]", 7)), "accepted");
}

TEST(ParseJson, RefusesHalfSurrogatePairs) {
    for (const char* bad : {R"("\ud800")", R"("\udc00")", R"("\ud800x")", R"("\ud800\ud800")", R"("\udc00\ud800")"}) {
        EXPECT_NE(refusal(bad), "accepted") << bad;
    }
}

TEST(ParseJson, RefusesWhatIsNotOneWholeValue) {
    EXPECT_EQ(refusal(""), "the body is not valid JSON: it is empty");
    EXPECT_EQ(refusal(" \n"), "the body is not valid JSON: it is empty");
    EXPECT_EQ(refusal("{} {}"),
              "the body is not valid JSON: there is more text after its end at byte 3 (line 1, column 4)");
    EXPECT_EQ(refusal("[1,2", "query"), "the query is not valid JSON: it ends too early at byte 4 (line 1, column 5)");
    EXPECT_NE(refusal("[1,\n2,\n x]").find("(line 3, column 2)"), std::string::npos);
    EXPECT_NE(refusal("[1,\n\"Gr\xC3\xBC\xC3\x9F\" x]").find("(line 2, column 8)"), std::string::npos);
    for (const char* bad : {"[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "+1", ".5", "1.", "NaN", "Infinity", "// c\n1",
                            "\xEF\xBB\xBF{}", "\"a\tb\"", "\"\\x41\"", "tru", "]"}) {
        EXPECT_NE(refusal(bad), "accepted") << bad;
    }
}

TEST(ParseJson, RefusesANumberTooLargeForADouble) {
    for (const char* bad : {"1e999", "-1e999", "[1e309]", "1e99999999999"}) {
        EXPECT_NE(refusal(bad), "accepted") << bad;
    }
    EXPECT_EQ(parseJson("1e-999").to_number<double>(), 0.0);
}

TEST(ParseJson, KeepsWholeNumbersAsIntegersHoweverTheyAreWritten) {
    for (const char* text : {"3", "3.0", "30e-1", "3E0"}) {
        ASSERT_TRUE(parseJson(text).is_int64()) << text;
        EXPECT_EQ(parseJson(text).as_int64(), 3) << text;
    }
    EXPECT_EQ(parseJson("9223372036854775807").as_int64(), INT64_MAX);
    EXPECT_EQ(parseJson("18446744073709551615").as_uint64(), UINT64_MAX);
    EXPECT_EQ(parseJson("123456789012345678901234567890").as_double(), 123456789012345678901234567890.0);
}

TEST(MemoryOfJson, GrowsWithTheValuesAndIsTheSumOfThatOfTheParts) {
    const std::string text = R"({"metafields":[0,0,{"a":"x"}]})";
    const std::size_t whole = memoryOfJson(text);
    EXPECT_EQ(whole, 2 * text.size() + 48 * 5);
    EXPECT_EQ(memoryOfJson(text.substr(0, 11)) + memoryOfJson(text.substr(11)), whole);
    EXPECT_EQ(memoryOfJson(""), 0U);
}

TEST(ParseStoredJson, ReadsWhatTheServerWroteEvenDeeperThanClientsMay) {
    const std::string text = repeated(1000, "[") + repeated(1000, "]");
    EXPECT_EQ(writeJson(parseStoredJson(text)), text);
    EXPECT_THROW(parseStoredJson("{\"a\":"), std::runtime_error);
}

TEST(ParseStoredJson, MakesTheValueInTheMemoryGiven) {
    boost::json::monotonic_resource memory;
    const Json parsed = parseStoredJson(R"({"a":[{"b":"a text that no short form can hold"}]})", &memory);
    EXPECT_EQ(parsed.storage().get(), &memory);
    EXPECT_EQ(writeJson(parsed), R"({"a":[{"b":"a text that no short form can hold"}]})");
}

}  // namespace
}  // namespace inkwell
