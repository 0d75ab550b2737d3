// That the comparison of answers with the document finds what it is for.
#include <gtest/gtest.h>

#include "tests/support/openapi_check.h"

namespace inkwell::test {
namespace {

constexpr std::string_view kDocument = R"({
  "paths": {
    "/things/{id}": {"get": {"responses": {
      "200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
      "304": {"description": ""}
    }}},
    "/things/all": {"post": {
      "requestBody": {"content": {"application/json": {"schema": {
        "type": "object", "additionalProperties": false, "properties": {"name": {"enum": ["a", "b"]}}
      }}}},
      "responses": {"200": {"description": "", "content": {"application/json": {"schema": {}}}}}
    }}
  },
  "components": {"schemas": {"Thing": {
    "type": "object", "required": ["id"],
    "properties": {
      "id": {"type": "string"},
      "size": {"type": ["integer", "null"]},
      "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
      "either": {"oneOf": [{"type": "string"}, {"type": "number"}]},
      "whole": {"$ref": "#/components/schemas/Whole"},
      "short": {"type": "string", "minLength": 1, "maxLength": 2, "pattern": "^[a-z]+$"},
      "other": {"not": {"enum": ["a"]}},
      "free": {"type": "object", "additionalProperties": {"type": "boolean"}}
    }
  }, "Whole": {
    "allOf": [{"$ref": "#/components/schemas/Part"}], "required": ["more"], "properties": {"more": {"type": "integer"}}
  }, "Part": {"required": ["name"], "properties": {"name": {"type": "string"}}}}}
})";

std::string problems(const SentRequest& request, const std::string& answer, int status = 200) {
    static const OpenApiCheck check(parseStoredJson(kDocument));
    return check.problems(request, {status, {{"content-type", "application/json"}}, answer});
}

std::string ofRead(const std::string& answer, const std::string& query = "") {
    return problems({"GET", "/things/1" + query, ""}, answer);
}

TEST(OpenApiCheck, AcceptsWhatTheSchemaSays) {
    EXPECT_EQ(ofRead(R"({"id":"1"})"), "");
    EXPECT_EQ(ofRead(R"({"id":"1","size":null,"parts":[{"id":"2","size":3}],"either":1.5,"free":{"x":true}})"), "");
    EXPECT_EQ(problems({"HEAD", "/things/1", ""}, ""), "");
    EXPECT_EQ(problems({"GET", "/things/1/?x=1", ""}, "", 304), "");
}

TEST(OpenApiCheck, KnowsTheMembersOfAllParts) {
    EXPECT_EQ(ofRead(R"({"id":"1","whole":{"name":"a","more":1},"short":"ab","other":"b"})"), "");
}

TEST(OpenApiCheck, NamesThePlaceAndTheReason) {
    EXPECT_EQ(ofRead("{}"), "GET /things/1\nanswer: misses \"id\"\n");
    EXPECT_EQ(ofRead(R"({"id":1})"), "GET /things/1\nanswer.id: 1 is not of the type \"string\"\n");
    EXPECT_EQ(ofRead(R"({"id":"1","parts":[{"id":"2","new":1}]})"),
              "GET /things/1\nanswer.parts[0].new: is in no schema\n");
    EXPECT_EQ(ofRead(R"({"id":"1","whole":{"name":"a"}})"), "GET /things/1\nanswer.whole: misses \"more\"\n");
    EXPECT_EQ(ofRead(R"({"id":"1","whole":{"more":1}})"), "GET /things/1\nanswer.whole: misses \"name\"\n");
    EXPECT_EQ(ofRead(R"({"id":"1","whole":{"name":"a","more":1,"x":1}})"),
              "GET /things/1\nanswer.whole.x: is in no schema\n");
    for (const char* text : {"", "abc", "A"}) {
        EXPECT_NE(ofRead(R"({"id":"1","short":")" + std::string(text) + "\"}").find("out of the bounds"),
                  std::string::npos);
    }
    EXPECT_NE(ofRead(R"({"id":"1","other":"a"})").find("is forbidden"), std::string::npos);
    EXPECT_NE(ofRead(R"({"id":"1","size":1.5})"), "");
    EXPECT_NE(ofRead(R"({"id":"1","either":true})"), "");
    EXPECT_NE(ofRead(R"({"id":"1","free":{"x":1}})"), "");
    EXPECT_NE(ofRead("[]"), "");
}

TEST(OpenApiCheck, RequiresNothingOfAProjection) {
    EXPECT_EQ(ofRead(R"({"size":1})", "?props=size"), "");
    EXPECT_NE(ofRead(R"({"size":""})", "?props=size"), "");
}

TEST(OpenApiCheck, FindsStatusesAndRoutesThatAreNotDocumented) {
    EXPECT_NE(problems({"GET", "/things/1", ""}, "{}", 404), "");
    EXPECT_NE(problems({"GET", "/nothing", ""}, "{}"), "");
    EXPECT_EQ(problems({"GET", "/nothing", ""}, "{}", 404), "");
    EXPECT_EQ(problems({"DELETE", "/things/1", ""}, "{}", 405), "");
}

TEST(OpenApiCheck, ChecksTheBodiesThatWereTaken) {
    EXPECT_EQ(problems({"POST", "/things/all", R"({"name":"a"})"}, "{}"), "");
    EXPECT_EQ(problems({"POST", "/things/all", R"({"name":"c"})"}, "{}"),
              "POST /things/all\nbody.name: \"c\" is not one of [\"a\",\"b\"]\n");
    EXPECT_NE(problems({"POST", "/things/all", R"({"other":1})"}, "{}"), "");
}

}  // namespace
}  // namespace inkwell::test
