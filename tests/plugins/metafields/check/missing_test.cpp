#include "plugins/metafields/check/missing.h"

#include <gtest/gtest.h>

#include "engine.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using Keys = std::vector<std::string>;

Keys keysOf(const JsonArray& metafields) {
    Keys keys;
    for (const Json& field : metafields) keys.emplace_back(textOf(field.as_object(), "key"));
    return keys;
}

JsonObject parent(const std::string& key, JsonArray children) {
    return {{"type", "parent"}, {"title", key}, {"key", key}, {"children", std::move(children)}};
}

JsonObject repeater(const std::string& key, JsonArray templates, JsonArray items = {}) {
    return {{"type", "repeater"},
            {"title", key},
            {"key", key},
            {"repeater_fields", std::move(templates)},
            {"children", std::move(items)}};
}

JsonObject item(JsonArray children) { return {{"type", "repeating_item"}, {"children", std::move(children)}}; }

class MissingFields : public testing::Test {
protected:
    World world;
    Engine engine{world, true};
};

TEST_F(MissingFields, AreAddedWithTheirDefaultsWhereTheTypeHasThem) {
    JsonArray metafields{field("text", "own", "mine"), field("text", "a", "1"), field("text", "c", "3")};
    const JsonArray templates{field("number", "z", 7), field("text", "a", "x"), field("text", "b", "default"),
                              field("text", "c", "x")};
    EXPECT_EQ(engine.addMissing(metafields, templates), (Keys{"b", "z"}));
    EXPECT_EQ(keysOf(metafields), (Keys{"z", "own", "a", "b", "c"}));
    EXPECT_EQ(metafields[0].at("value"), 7);
    EXPECT_EQ(metafields[2].at("value"), "1") << "what is there stays";
    EXPECT_EQ(metafields[3].at("value"), "default");
    EXPECT_EQ(textOf(metafields[3].as_object(), "id").size(), 24U) << "an id of its own";
    EXPECT_EQ(engine.addMissing(metafields, templates), Keys{});
}

TEST_F(MissingFields, StandBehindWhatIsBeforeThemInTheTypeHoweverTheObjectHasItsFields) {
    JsonArray metafields{field("text", "a", ""), field("text", "b", ""), field("text", "c", "")};
    const JsonArray templates{field("text", "c", ""), field("text", "behind c", ""), field("text", "then", ""),
                              field("text", "a", ""), field("text", "behind a", "")};
    EXPECT_EQ(engine.addMissing(metafields, templates), (Keys{"behind a", "behind c", "then"}));
    EXPECT_EQ(keysOf(metafields), (Keys{"a", "behind a", "b", "c", "behind c", "then"}));
}

TEST_F(MissingFields, AreAddedInParentsItemsAndTheirTemplates) {
    JsonArray metafields{parent("seo", {field("text", "title", "t")}),
                         repeater("slides", {field("text", "text", "")},
                                  {item({field("text", "text", "one")}), item({field("text", "alt", "given")})})};
    const JsonArray templates{parent("seo", {field("text", "title", ""), parent("og", {field("text", "image", "i")})}),
                              repeater("slides", {field("text", "text", ""), field("text", "alt", "none")})};
    EXPECT_EQ(engine.addMissing(metafields, templates), (Keys{"seo.og", "slides.alt", "slides.text"}));
    EXPECT_EQ(metafields[0].at("children").at(1).at("children").at(0).at("value"), "i");
    EXPECT_EQ(keysOf(metafields[1].at("repeater_fields").as_array()), (Keys{"text", "alt"}));
    const JsonArray& items = metafields[1].at("children").as_array();
    ASSERT_EQ(items.size(), 2U) << "items are the author's";
    EXPECT_EQ(items[0].at("children").at(1).at("value"), "none");
    EXPECT_EQ(keysOf(items[1].at("children").as_array()), (Keys{"text", "alt"}));
    EXPECT_EQ(items[1].at("children").at(1).at("value"), "given");
    EXPECT_EQ(engine.addMissing(metafields, templates), Keys{});
}

TEST_F(MissingFields, AreNotThoseThatHaveAnotherTypeNow) {
    const JsonArray before{field("text", "seo", "x"), field("json", "unknown", 1)};
    JsonArray metafields = before;
    EXPECT_EQ(
        engine.addMissing(metafields, {parent("seo", {field("text", "title", "")}), field("gone", "unknown", "")}),
        Keys{});
    EXPECT_EQ(metafields, before);
    EXPECT_EQ(engine.addMissing(metafields, {}), Keys{});
}

}  // namespace

}  // namespace inkwell::metafields::test
