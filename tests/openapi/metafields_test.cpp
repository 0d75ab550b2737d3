// The unions of the metafield types in GET /v2/openapi.json.
#include <gtest/gtest.h>

#include "kernel/app/admin_requests.h"
#include "tests/support/openapi_check.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

const std::string kMetafields = "/v2/buckets/b/objects/o/metafields";

class MetafieldSchemas : public testing::Test {
protected:
    static TestServerOptions withColor() {
        TestServerOptions options;
        options.morePluginDirectories = {exampleFolder("metafield_color")};
        return options;
    }
    void order(const char* command, const char* id) {
        kernel::answerAdminRequest(api_.server(), {{"command", command}, {"id", id}});
    }
    JsonObject schemas() { return api_.get("/v2/openapi.json").json().at("components").at("schemas").as_object(); }
    /// What the document says of a metafield that a client adds.
    std::string problemsOf(const JsonObject& metafield) {
        const OpenApiCheck check(api_.get("/v2/openapi.json").json());
        return check.problems({"POST", kMetafields, writeJson(metafield)},
                              {200, {{"content-type", "application/json"}}, R"({"message": "added"})"});
    }
    static JsonObject field(const char* type, const Json& value, const JsonObject& more = {}) {
        JsonObject metafield{{"type", type}, {"title", "T"}, {"key", "k"}, {"value", value}};
        for (const auto& member : more) metafield[member.key()] = member.value();
        return metafield;
    }

    TestServer api_{Engine::Sqlite, withColor()};
};

TEST_F(MetafieldSchemas, TellTheValuesOfTheTypesApart) {
    EXPECT_EQ(problemsOf(field("text", "a")), "");
    EXPECT_EQ(problemsOf(field("number", 7)), "");
    EXPECT_EQ(problemsOf(field("number", "")), "");
    EXPECT_EQ(problemsOf(field("json", {{"any", {1, nullptr}}})), "");
    EXPECT_EQ(problemsOf(field("switch", true, {{"options", "yes,no"}})), "");
    EXPECT_NE(problemsOf(field("number", "7")).find("fits no alternative"), std::string::npos);
    EXPECT_NE(problemsOf(field("text", 7)).find("fits no alternative"), std::string::npos);
    EXPECT_NE(problemsOf(field("object", "no-id", {{"object_type", "posts"}})), "");
    EXPECT_NE(problemsOf(field("switch", true)).find("options"), std::string::npos);
    EXPECT_NE(problemsOf(field("nonsense", 7)), "");
}

TEST_F(MetafieldSchemas, KnowGroupsAndMetafieldsByKey) {
    const JsonObject item{{"type", "repeating_item"}, {"children", {{{"key", "a"}, {"value", 1}}}}};
    EXPECT_EQ(problemsOf({{"key", "k"}, {"value", 7}}), "");
    EXPECT_EQ(problemsOf({{"type", "parent"}, {"title", "T"}, {"key", "k"}, {"children", {field("date", "")}}}), "");
    EXPECT_EQ(problemsOf({{"type", "repeater"},
                          {"title", "T"},
                          {"key", "k"},
                          {"repeater_fields", {field("text", "")}},
                          {"children", {item}}}),
              "");
    EXPECT_NE(problemsOf({{"type", "parent"}, {"title", "T"}, {"key", "k"}, {"children", {item}}}), "");
    EXPECT_NE(problemsOf({{"value", 7}}), "");
}

TEST_F(MetafieldSchemas, NameTheirTypesInADiscriminator) {
    const JsonObject all = schemas();
    for (const char* name : {"Metafield", "MetafieldDefinition"}) {
        const JsonObject& discriminator = all.at(name).at("discriminator").as_object();
        EXPECT_EQ(discriminator.at("propertyName"), "type");
        EXPECT_EQ(discriminator.at("mapping").as_object().size(), 17U) << name;  // sixteen, and color
    }
    EXPECT_EQ(all.at("Metafield").at("discriminator").at("mapping").at("html-textarea"),
              "#/components/schemas/MetafieldHtmlTextarea");
}

TEST_F(MetafieldSchemas, FollowPluginsThatAreSwitched) {
    EXPECT_EQ(problemsOf(field("color", "#1e90ff")), "");  // says nothing of its value: any
    EXPECT_EQ(problemsOf(field("color", 7)), "");
    order("disable", "color");
    EXPECT_NE(problemsOf(field("color", "#1e90ff")), "");
    EXPECT_FALSE(schemas().contains("MetafieldColor"));
    EXPECT_FALSE(schemas().at("Metafield").at("discriminator").at("mapping").as_object().contains("color"));
    order("enable", "color");
    EXPECT_TRUE(schemas().contains("MetafieldColor"));
    order("disable", "metafields");
    EXPECT_FALSE(schemas().contains("Metafield"));
}

TEST_F(MetafieldSchemas, SayThatModifieldAtIsNoMistake) {
    const std::string told(
        textOf(schemas().at("ObjectType").at("properties").at("modifield_at").as_object(), "description"));
    EXPECT_NE(told.find("the specification spells it this way"), std::string::npos) << told;
}

}  // namespace
}  // namespace inkwell::test
