#include "inkwell/type_script.h"

#include <gtest/gtest.h>

#include <vector>

namespace inkwell {
namespace {

std::string ofSchema(const char* schema) { return typeScriptOfSchema(parseJson(schema)); }

TEST(TypeScript, WritesTextsThatCannotLeaveTheirQuotes) {
    EXPECT_EQ(typeScriptLiteral("small"), "\"small\"");
    EXPECT_EQ(typeScriptLiteral("a\"b\\c\nd"), R"("a\"b\\c\nd")");
}

TEST(TypeScript, NamesEachTextOfAUnionOnce) {
    EXPECT_EQ(typeScriptUnion(std::vector<std::string>{"a", "b", "a"}), R"("a" | "b")");
    EXPECT_EQ(typeScriptUnion({}), "string");
}

TEST(TypeScript, PutsAUnionInParenthesesBeforeItIsAnArray) {
    EXPECT_EQ(typeScriptArray("string"), "string[]");
    EXPECT_EQ(typeScriptArray(R"("a" | "b")"), R"(("a" | "b")[])");
}

TEST(TypeScript, ReadsTheUsualSchemas) {
    EXPECT_EQ(ofSchema(R"({"type": "string", "format": "date"})"), "string");
    EXPECT_EQ(ofSchema(R"({"type": "integer"})"), "number");
    EXPECT_EQ(ofSchema(R"({"type": "boolean"})"), "boolean");
    EXPECT_EQ(ofSchema(R"({"type": ["string", "null"]})"), "string | null");
    EXPECT_EQ(ofSchema(R"({"enum": ["a", 1, null, true]})"), R"("a" | 1 | null | true)");
    EXPECT_EQ(ofSchema(R"({"const": "x"})"), R"("x")");
    EXPECT_EQ(ofSchema(R"({"anyOf": [{"type": "number"}, {"const": ""}, {"type": "number"}]})"), R"(number | "")");
    EXPECT_EQ(ofSchema(R"({"type": "array", "items": {"enum": ["a", "b"]}})"), R"(("a" | "b")[])");
    EXPECT_EQ(ofSchema(R"({"type": "array"})"), "Json[]");
    EXPECT_EQ(ofSchema(R"({"type": "object"})"), "{ [key: string]: Json }");
    EXPECT_EQ(ofSchema(R"({"type": "object", "required": ["lat"],
                           "properties": {"lat": {"type": "number"}, "na me": {"type": "string"}}})"),
              R"({ "lat": number; "na me"?: string; })");
}

TEST(TypeScript, SaysOfWhatItDoesNotKnowThatItIsAnything) {
    EXPECT_EQ(ofSchema("{}"), "Json");
    EXPECT_EQ(ofSchema("true"), "Json");
    EXPECT_EQ(ofSchema(R"({"type": "unheard"})"), "Json");
    EXPECT_EQ(ofSchema(R"({"enum": ["a", {"b": 1}]})"), "Json");
    EXPECT_EQ(ofSchema(R"({"anyOf": [{"type": "string"}, {}]})"), "Json");
}

}  // namespace
}  // namespace inkwell
