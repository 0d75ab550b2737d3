#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "inkwell/json.h"

namespace inkwell {
namespace {

TEST(WriteJson, WritesNumbersAsJavaScriptDoes) {
    EXPECT_EQ(writeJson(3.0), "3");
    EXPECT_EQ(writeJson(-3.5), "-3.5");
    EXPECT_EQ(writeJson(0.1), "0.1");
    EXPECT_EQ(writeJson(-0.0), "0");
    EXPECT_EQ(writeJson(1e5), "100000");
    EXPECT_EQ(writeJson(1e20), "100000000000000000000");
    EXPECT_EQ(writeJson(1e21), "1e+21");
    EXPECT_EQ(writeJson(0.000001), "0.000001");
    EXPECT_EQ(writeJson(INT64_MIN), "-9223372036854775808");
    EXPECT_EQ(writeJson(UINT64_MAX), "18446744073709551615");
    EXPECT_EQ(writeJson(std::numeric_limits<double>::infinity()), "null");
    EXPECT_EQ(writeJson(std::nan("")), "null");
}

TEST(WriteJson, BringsEveryDoubleBackUnchanged) {
    std::mt19937_64 random(20260131);
    for (int i = 0; i < 20'000; ++i) {
        const double value = std::bit_cast<double>(random());
        if (!std::isfinite(value)) continue;
        EXPECT_EQ(parseJson(writeJson(value)).to_number<double>(), value);
    }
    for (const double value : {5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.1 + 0.2, 123456789.12345679,
                               9007199254740993.0, 1.0 / 3}) {
        EXPECT_EQ(parseJson(writeJson(value)).to_number<double>(), value);
    }
}

TEST(WriteJson, EscapesWhatJsonMustAndNothingElse) {
    EXPECT_EQ(writeJson("a\"b\\c/\b\f\n\r\t\x01\x1f\x7f\xC3\xA9"),
              "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\xC3\xA9\"");
    EXPECT_EQ(writeJson(JsonObject{{"a\"b", ""}}), R"({"a\"b":""})");
}

TEST(WriteJson, ReadsBackTextsWithAnEscapeAtEveryPlace) {
    for (std::size_t length = 1; length < 40; ++length) {
        for (std::size_t at = 0; at < length; ++at) {
            std::string text(length, 'x');
            text[at] = '\n';
            EXPECT_EQ(parseJson(writeJson(Json(text))).as_string(), text);
        }
    }
}

TEST(WriteJson, WritesEmptyContainers) {
    EXPECT_EQ(writeJson(JsonObject{{"a", JsonArray{}}, {"b", JsonObject{}}, {"c", nullptr}}),
              R"({"a":[],"b":{},"c":null})");
}

TEST(WritePrettyJson, IndentsWithTwoSpaces) {
    const Json value = parseJson(R"({"a":[1,{"b":"x"}],"c":{},"d":[]})");
    EXPECT_EQ(writePrettyJson(value),
              "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x\"\n    }\n  ],\n  \"c\": {},\n  \"d\": []\n}");
    EXPECT_EQ(writePrettyJson(7), "7");
}

}  // namespace
}  // namespace inkwell
