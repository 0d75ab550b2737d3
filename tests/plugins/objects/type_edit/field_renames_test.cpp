#include "type_edit/field_renames.h"

#include <gtest/gtest.h>

#include "tests/plugins/objects/metafield_builders.h"

namespace inkwell::objects {
namespace {

using Asked = std::map<std::string, std::string>;

std::string told(const Asked& asked, const JsonArray& before, const JsonArray& after) {
    Problems problems;
    std::string text;
    for (const FieldRename& one : fieldRenames(asked, before, after, "renamed_fields", problems)) {
        text += one.from + ">" + one.key + " ";
    }
    for (const Problem& problem : problems.list()) text += problem.path + ": " + problem.message + " ";
    return text;
}

TEST(FieldRenames, LeadFromFormerPathsOuterGroupsFirst) {
    const JsonArray before{field("a", "A"), group("g", {group("h", {field("b", "B")})}),
                           repeater("r", {field("c", "C")})};
    const JsonArray after{field("x", "A"), group("i", {group("j", {field("d", "B")})}),
                          repeater("r", {field("e", "C")})};
    EXPECT_EQ(told({{"g.h.b", "d"}, {"g.h", "j"}, {"g", "i"}, {"a", "x"}, {"r.c", "e"}}, before, after),
              "a>x g>i i.h>j r.c>e i.j.b>d ");
}

TEST(FieldRenames, NameWhatDoesNotAgreeWithTheTypeBeforeOrAfter) {
    const JsonArray before{field("a", "A"), field("b", "B")};
    EXPECT_EQ(told({{"c", "d"}}, before, {field("d", "D")}),
              "renamed_fields.c: is no metafield of the type as it is stored ");
    EXPECT_EQ(told({{"a", "d"}}, before, {field("a", "A"), field("d", "D")}),
              "renamed_fields.a: is still a metafield of the type: leave it out of 'metafields' ");
    EXPECT_EQ(told({{"a", "d"}}, before, {field("b", "B")}),
              "renamed_fields.a: 'd' is no metafield of the type: 'metafields' must have it ");
    EXPECT_EQ(
        told({{"a", "b"}}, before, {field("b", "B")}),
        "renamed_fields.a: 'b' is another metafield of the type as it is stored: rename it to a key that is new ");
    EXPECT_EQ(
        told({{"g", "i"}, {"g.a", "b"}}, {group("g", before)}, {group("i", {field("b", "B")})}),
        "g>i renamed_fields.g.a: 'g.b' is another metafield of the type as it is stored: rename it to a key that is "
        "new ");
    EXPECT_EQ(told({{"a", "c"}, {"b", "c"}}, before, {field("c", "C")}),
              "a>c renamed_fields.b: 'c' is the new key of another one already ");
}

TEST(RenameFields, RenamesInParentsItemsAndTemplatesAndLeavesTakenKeys) {
    const JsonArray items{{{"type", "repeating_item"}, {"children", JsonArray{field("c", "C")}}},
                          {{"type", "repeating_item"}, {"children", JsonArray{field("c", "C"), field("d", "D")}}}};
    JsonArray fields{field("a", "A"), group("g", {field("b", "B")}), repeater("r", {field("c", "C")}, items)};
    EXPECT_TRUE(renameFields(fields, {{"a", "first"}, {"g", "group"}, {"group.b", "inner"}, {"r.c", "d"}}));
    EXPECT_EQ(fields[0].at("key"), "first");
    EXPECT_EQ(fields[1].at("key"), "group");
    EXPECT_EQ(fields[1].at("children").at(0).at("key"), "inner");
    EXPECT_EQ(fields[2].at("repeater_fields").at(0).at("key"), "d");
    EXPECT_EQ(fields[2].at("children").at(0).at("children").at(0).at("key"), "d");
    EXPECT_EQ(fields[2].at("children").at(1).at("children").at(0).at("key"), "c") << "the key is taken in this item";
    EXPECT_FALSE(renameFields(fields, {{"nothing", "b"}, {"first.deeper", "b"}, {"first", "first"}}));
}

}  // namespace
}  // namespace inkwell::objects
