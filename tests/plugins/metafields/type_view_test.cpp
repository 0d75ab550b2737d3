#include "type_view.h"

#include <gtest/gtest.h>

namespace inkwell::metafields {
namespace {

class Told : public MetafieldType {
public:
    std::string name() const override { return "x-price_range"; }
    MetafieldShape shape() const override { return given; }
    std::string valueSchema() const override { return schema; }
    std::string definitionSchema() const override { return R"({"options": {"type": "array"}})"; }

    MetafieldShape given = MetafieldShape::Value;
    std::string schema = R"({"type": "number"})";
};

TEST(TypeView, ShowsWhatATypeSaysOfItself) {
    EXPECT_EQ(renderType(Told(), "prices"), (JsonObject{{"type", "x-price_range"},
                                                        {"title", "X price range"},
                                                        {"shape", "value"},
                                                        {"value", {{"type", "number"}}},
                                                        {"members", {{"options", {{"type", "array"}}}}},
                                                        {"plugin", "prices"}}));
}

TEST(TypeView, LeavesOutASchemaThatIsNone) {
    Told type;
    type.schema = "[";
    EXPECT_EQ(renderType(type, "").at("value"), Json(JsonObject()));
    EXPECT_TRUE(renderType(type, "").at("plugin").is_null());
}

TEST(TypeView, GroupsHaveNoValue) {
    Told type;
    type.given = MetafieldShape::Repeater;
    EXPECT_TRUE(renderType(type, "").at("value").is_null());
    EXPECT_EQ(renderType(type, "").at("shape"), "repeater");
}

}  // namespace
}  // namespace inkwell::metafields
