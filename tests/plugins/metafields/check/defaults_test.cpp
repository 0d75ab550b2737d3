#include <gtest/gtest.h>

#include "engine.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using Lines = std::vector<std::string>;

std::vector<std::string> keysOf(const JsonArray& metafields) {
    std::vector<std::string> keys;
    for (const Json& field : metafields) keys.emplace_back(textOf(field.as_object(), "key"));
    return keys;
}

class Defaults : public testing::Test {
protected:
    JsonArray create(const JsonArray& given, const JsonArray& defaults) {
        Problems problems;
        JsonArray stored = engine.check(world.bucket, given, {&defaults, true}, MetafieldEngine::Subject::Object,
                                        "metafields", problems);
        lines = linesOf(problems);
        return stored;
    }

    World world;
    Engine engine{world, false};
    Lines lines;
};

TEST_F(Defaults, ComeFirstAndInTheirOrder) {
    const JsonArray stored = create({field("text", "extra", "1"), field("text", "b", "2")},
                                    {field("text", "a", "default a"), field("text", "b", "default b")});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(keysOf(stored), (Lines{"a", "b", "extra"}));
    EXPECT_EQ(stored[0].at("value"), "default a");
    EXPECT_EQ(stored[1].at("value"), "2");
}

TEST_F(Defaults, FillTheMembersThatTheGivenFieldLeavesOut) {
    const JsonArray options{{{"key", "S"}, {"value", "s"}}};
    const JsonArray stored =
        create({field("select-dropdown", "size", "s")},
               {field("select-dropdown", "size", "", {{"options", options}, {"required", true}, {"title", "Old"}})});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("options"), options);
    EXPECT_EQ(stored[0].at("required"), true);
    EXPECT_EQ(stored[0].at("title"), "Title of size");
}

TEST_F(Defaults, CheckTheGivenValueAgainstTheDefaultsOptions) {
    const JsonArray options{{{"key", "S"}, {"value", "s"}}};
    create({field("select-dropdown", "size", "xl")}, {field("select-dropdown", "size", "", {{"options", options}})});
    EXPECT_EQ(lines, Lines{"metafields[0].value: 'xl' is not one of the options: 's'"});
}

TEST_F(Defaults, DoNotExcuseMissingMembersOfTheGivenField) {
    create({JsonObject{{"type", "text"}, {"key", "a"}}}, {field("text", "a", "x")});
    EXPECT_EQ(lines.size(), 2U);
}

TEST_F(Defaults, OfAnotherTypeGiveNothing) {
    const JsonArray stored =
        create({field("number", "a", 1)},
               {field("select-dropdown", "a", "", {{"options", JsonArray{}}}), field("text", "b", "")});
    EXPECT_EQ(lines, Lines{});
    EXPECT_FALSE(stored[0].as_object().contains("options"));
    EXPECT_EQ(keysOf(stored), (Lines{"a", "b"}));
}

TEST_F(Defaults, GetNewIdsAtEveryLevel) {
    JsonObject child = field("text", "x", "1", {{"id", idOf(0x51)}});
    JsonObject group = parent("p", {child});
    group["id"] = idOf(0x50);
    const JsonArray stored = create({}, {group});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("id"), jsonId(1));
    EXPECT_EQ(stored[0].at("children").at(0).at("id"), jsonId(2));
    EXPECT_EQ(stored[0].at("children").at(0).at("value"), "1");
}

TEST_F(Defaults, OverriddenOnesGetANewIdToo) {
    const JsonArray stored = create({field("text", "a", "x")}, {field("text", "a", "", {{"id", idOf(0x50)}})});
    EXPECT_EQ(stored[0].at("id"), jsonId(1));
}

TEST_F(Defaults, GiveTheirChildrenAndTemplatesWhereNoneAreGiven) {
    JsonObject items = repeater("r", {{field("text", "x", "1")}});
    items["repeater_fields"] = JsonArray{field("text", "x", "")};
    JsonObject given = items;
    given.stable_erase(given.find("repeater_fields"));
    given["children"] = JsonArray{};
    JsonArray stored = create({given}, {items});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("repeater_fields").as_array().size(), 1U);
    EXPECT_EQ(stored[0].at("children").as_array().size(), 0U);

    given.stable_erase(given.find("children"));
    stored = create({given}, {items});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("children").at(0).at("children").at(0).at("value"), "1");
}

TEST_F(Defaults, ThatPointAtSomethingGoneBlockNothing) {
    JsonObject gone = relation("author", 9);
    gone["object_type"] = "gone";
    const JsonArray stored = create({}, {gone, field("file", "image", "gone.png"), field("color", "c", "red")});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("value"), jsonId(9));
    EXPECT_EQ(stored[2].at("value"), "red");
    EXPECT_EQ(world.catalog.summaryCalls, 0);
}

TEST_F(Defaults, LendTheirObjectTypeEvenWhenItIsGone) {
    world.add(1).type = "gone";
    JsonObject fallback = relation("author", 9);
    fallback["object_type"] = "gone";
    const JsonArray stored = create({field("object", "author", jsonId(1))}, {fallback});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("object_type"), "gone");
}

}  // namespace

}  // namespace inkwell::metafields::test
