#include "type_view.h"

#include <gtest/gtest.h>

#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields {
namespace {

class Told : public MetafieldType {
public:
    std::string name() const override { return "x-price_range"; }
    MetafieldShape shape() const override { return given; }
    std::string valueSchema() const override {
        if (schema == "number") throw 42;
        return schema;
    }
    std::string definitionSchema() const override { return R"({"options": {"type": "array"}})"; }

    MetafieldShape given = MetafieldShape::Value;
    std::string schema = R"({"type": "number"})";
};

class TypeView : public testing::Test {
protected:
    test::World world_;
    TypeFaults faults_{world_};
};

TEST_F(TypeView, ShowsWhatATypeSaysOfItself) {
    EXPECT_EQ(renderType(Told(), "prices", faults_), (JsonObject{{"type", "x-price_range"},
                                                                 {"title", "X price range"},
                                                                 {"shape", "value"},
                                                                 {"value", {{"type", "number"}}},
                                                                 {"members", {{"options", {{"type", "array"}}}}},
                                                                 {"plugin", "prices"}}));
}

TEST_F(TypeView, LeavesOutASchemaThatIsNone) {
    Told type;
    for (const auto& [schema, why] :
         {std::pair("[", "the schema is not valid JSON"), std::pair("[]", "its schema is an array, not an object"),
          std::pair("number", "an exception that is no std::exception")}) {
        type.schema = schema;
        EXPECT_EQ(renderType(type, "", faults_).at("value"), Json(JsonObject()));
        world_.fixedClock().advance(60'000);
        EXPECT_TRUE(world_.captured().contains(
            std::string("the metafield type 'x-price_range' failed to describe itself: ") + why))
            << world_.captured().lines().back().text;
    }
    EXPECT_TRUE(renderType(type, "", faults_).at("plugin").is_null());
}

TEST_F(TypeView, GroupsHaveNoValue) {
    Told type;
    type.given = MetafieldShape::Repeater;
    EXPECT_TRUE(renderType(type, "", faults_).at("value").is_null());
    EXPECT_EQ(renderType(type, "", faults_).at("shape"), "repeater");
}

}  // namespace
}  // namespace inkwell::metafields
