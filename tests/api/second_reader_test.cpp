// The answers of all scenarios here are read by two readers (api_scenario.cpp); this shows that a difference is seen.
#include "tests/support/second_reader.h"

#include <Poco/JSON/ParseHandler.h>
#include <Poco/JSON/Parser.h>
#include <gtest/gtest.h>

namespace inkwell::test {
namespace {

std::string differenceBetween(std::string_view ours, const std::string& theirs) {
    Poco::JSON::Parser parser(new Poco::JSON::ParseHandler(true));
    return readingDifference(parseStoredJson(ours), parser.parse(theirs));
}

TEST(SecondReader, AgreesAboutEveryKindOfValue) {
    for (const char* text : {
             "{}",
             "[]",
             R"({"b":1,"a":[true,false,null,"",{"x":{}}]})",
             R"([0,-1,9223372036854775807,-9223372036854775808,18446744073709551615])",
             R"([1.5,0.1,-2.5e-7,1E100,1.7976931348623157e308,5e-324,3.0,1e3,123456789.125])",
             R"(["\ud83d\ude00\u00e9\u4e2d 😀é中","\"\\\/\b\f\n\r\t\u001f","\u2028"])",
             R"({"":{"":1},"a.b":2,"\u00e9":3})",
         }) {
        EXPECT_EQ(readersDisagree(text), "") << text;
    }
    EXPECT_EQ(readersDisagree(std::string(5000, '[') + std::string(5000, ']')), "");
}

TEST(SecondReader, SeesAnotherValue) {
    EXPECT_EQ(differenceBetween(R"({"a":[{"b":1}]})", R"({"a":[{"b":2}]})"), "a[0].b: ours is 1, theirs 2");
    EXPECT_EQ(differenceBetween(R"(["é"])", R"(["e"])"), R"([0]: ours is "é", theirs "e")");
    EXPECT_EQ(differenceBetween("[true]", "[false]"), "[0]: ours is true, theirs false");
    for (const auto& [ours, theirs] :
         std::vector<std::pair<std::string, std::string>>{{"[9223372036854775807]", "[9223372036854775806]"},
                                                          {"[18446744073709551615]", "[-1]"},
                                                          {"[9007199254740993]", "[9007199254740992]"},
                                                          {"[0.1]", "[0.10000000000000002]"},
                                                          {"[1.5]", "[1]"},
                                                          {R"(["\ud83d\ude00"])", R"(["\ud83d\ude01"])"}}) {
        EXPECT_NE(differenceBetween(ours, theirs), "") << ours << theirs;
        EXPECT_NE(differenceBetween(theirs, ours), "") << ours << theirs;
    }
}

TEST(SecondReader, SeesAnotherKind) {
    const std::vector<std::string> kinds = {"null", "true", "1", "1.5", R"("1")", R"("")", "{}", "[]"};
    for (const std::string& one : kinds) {
        for (const std::string& other : kinds) {
            EXPECT_EQ(differenceBetween("[" + one + "]", "[" + other + "]").empty(), one == other) << one << other;
        }
    }
}

TEST(SecondReader, SeesWhatIsMissingAndAnotherOrder) {
    EXPECT_EQ(differenceBetween("[1,2]", "[1]"), "the whole: ours has 2 elements, theirs 1");
    EXPECT_EQ(differenceBetween(R"({"o":{"a":1,"b":2}})", R"({"o":{"a":1}})"), "o.b: theirs has no such key");
    EXPECT_EQ(differenceBetween(R"({"o":{"a":1}})", R"({"o":{"a":1,"b":2}})"), "o.b: ours has no such key");
    EXPECT_EQ(differenceBetween(R"({"a":1,"b":2})", R"({"b":2,"a":1})"), "a: theirs has the key 'b' in this place");
}

TEST(SecondReader, SaysWhoRefusesAText) {
    EXPECT_TRUE(readersDisagree(R"({"a":1,"a":1})").starts_with("ours refuses it: ")) << "Poco keeps the last";
    EXPECT_TRUE(readersDisagree("[1e999]").starts_with("ours refuses it: "));
    EXPECT_TRUE(readersDisagree("[123456789012345678901234567890]").starts_with("theirs refuses it: "));
}

TEST(SecondReader, ReadsAnswersThatAreJsonAndNotTooLarge) {
    const std::string twice = R"({"a":1,"a":1})";
    EXPECT_NE(readersDisagree(Reply{200, {{"content-type", "application/json; charset=utf-8"}}, twice}), "");
    EXPECT_EQ(readersDisagree(Reply{200, {{"content-type", "text/plain"}}, twice}), "");
    EXPECT_EQ(readersDisagree(Reply{304, {{"content-type", "application/json"}}, ""}), "");
    const std::string large = "[\"" + std::string(kMaxSecondReading, 'x') + "\",]";
    EXPECT_EQ(readersDisagree(Reply{200, {{"content-type", "application/json"}}, large}), "");
}

}  // namespace
}  // namespace inkwell::test
