#include "kernel/http/openapi/openapi_example.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

std::string exampleOf(std::string_view schema, std::string_view components = "{}") {
    return writeJson(kernel::exampleOf(parseStoredJson(schema), parseStoredJson(components).as_object()));
}

TEST(OpenApiExample, IsWhatTheSchemaGives) {
    EXPECT_EQ(exampleOf(R"({"type": "string", "examples": ["a", "b"]})"), "\"a\"");
    EXPECT_EQ(exampleOf(R"({"enum": ["x", "y"]})"), "\"x\"");
    EXPECT_EQ(exampleOf(R"({"const": 7})"), "7");
    EXPECT_EQ(exampleOf(R"({"type": "boolean", "default": false})"), "false");
}

TEST(OpenApiExample, StandsInByType) {
    EXPECT_EQ(exampleOf(R"({"type": ["integer", "null"], "minimum": 3})"), "3");
    EXPECT_EQ(exampleOf(R"({"type": "array", "items": {"type": "boolean"}})"), "[true]");
    EXPECT_EQ(exampleOf(R"({"type": "string", "format": "date-time"})"), "\"2026-01-31T09:30:00.000Z\"");
    EXPECT_EQ(exampleOf("{}"), "null");
}

TEST(OpenApiExample, HasTheMembersThatAreRequiredOrHaveAnExample) {
    EXPECT_EQ(exampleOf(R"({"required": ["a"], "properties": {
                  "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string", "examples": ["x"]}}})"),
              R"({"a":"text","c":"x"})");
}

TEST(OpenApiExample, FollowsReferencesAndTheFirstAlternative) {
    constexpr std::string_view kComponents = R"({"schemas": {
        "A": {"type": "object", "required": ["a"], "properties": {"a": {"examples": [1]}}},
        "B": {"type": "object", "required": ["b"], "properties": {"b": {"examples": [2]}}}}})";
    EXPECT_EQ(exampleOf(R"({"$ref": "#/components/schemas/A"})", kComponents), R"({"a":1})");
    EXPECT_EQ(exampleOf(R"({"oneOf": [{"$ref": "#/components/schemas/B"}, {"$ref": "#/components/schemas/A"}]})",
                        kComponents),
              R"({"b":2})");
    EXPECT_EQ(exampleOf(R"({"allOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]})",
                        kComponents),
              R"({"a":1,"b":2})");
    EXPECT_EQ(exampleOf(R"({"$ref": "#/components/schemas/None"})", kComponents), "null");
    EXPECT_EQ(exampleOf(R"({"$ref": "#/components/none"})", kComponents), "null");
}

TEST(OpenApiExample, EndsWhereASchemaRefersToItself) {
    constexpr std::string_view kComponents = R"({"schemas": {"Node": {
        "type": "object", "required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/Node"}}}}})";
    EXPECT_LT(exampleOf(R"({"$ref": "#/components/schemas/Node"})", kComponents).size(), 200U);
}

}  // namespace
}  // namespace inkwell::kernel
