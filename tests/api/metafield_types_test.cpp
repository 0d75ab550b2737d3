// interface/metafields.md, "Which types there are".
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class MetafieldTypes : public ApiTest {
protected:
    JsonObject type(const std::string& name) {
        const Reply reply = api().get("/v2/metafield-types");
        EXPECT_EQ(reply.status, 200) << reply.body;
        for (const Json& one : reply.array("metafield_types"))
            if (textOf(one.as_object(), "type") == name) return one.as_object();
        ADD_FAILURE() << "there is no type " << name;
        return {};
    }
};
INKWELL_ON_BOTH_ENGINES(MetafieldTypes);

TEST_P(MetafieldTypes, HaveShapeSchemaAndPlugin) {
    const JsonObject number = type("number");
    EXPECT_EQ(number.at("title"), "Number");
    EXPECT_EQ(number.at("shape"), "value");
    EXPECT_EQ(number.at("value").at("type"), "number");
    EXPECT_EQ(number.at("plugin"), "metafields");
    EXPECT_EQ(type("parent").at("shape"), "group");
    EXPECT_TRUE(type("parent").at("value").is_null());
    EXPECT_EQ(type("repeater").at("shape"), "repeater");
    EXPECT_EQ(type("html-textarea").at("title"), "Html textarea");
    EXPECT_TRUE(type("select-dropdown").at("members").as_object().contains("options"));
    EXPECT_EQ(api().get("/v2/metafield-types").json().at("total"), 16);
}

TEST_P(MetafieldTypes, GoWithTheirPlugin) {
    TestServerOptions options;
    options.disabled = {"metafields"};
    TestServer without(GetParam(), options);
    EXPECT_EQ(without.get("/v2/metafield-types").status, 404);
    EXPECT_NE(without.get("/v2/metafield-types").message().find("'metafields'"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::test
