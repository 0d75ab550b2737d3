#include "transfer/older_form.h"

#include <gtest/gtest.h>

#include <map>

namespace inkwell::objects {
namespace {

struct Notes {
    std::map<std::string, int> count;
    Note note() {
        return [this](const std::string& text) { ++count[text]; };
    }
};

JsonObject older(const char* type, const char* key, const Json& value, const Json& children = false) {
    return {{"type", type}, {"title", key}, {"key", key}, {"value", value}, {"children", children}, {"edit", 1}};
}

JsonArray convert(const JsonArray& metafields, Notes& notes) {
    return convertOlderMetafields(metafields, notes.note());
}

TEST(OlderForm, DropsWhatOurFormHasNoPlaceFor) {
    Notes notes;
    const JsonArray fields = convert({older("text", "a", "x"), older("file", "b", "y.png", nullptr)}, notes);
    EXPECT_EQ(fields.at(0), Json({{"type", "text"}, {"title", "a"}, {"key", "a"}, {"value", "x"}}));
    EXPECT_EQ(fields.at(1), Json({{"type", "file"}, {"title", "b"}, {"key", "b"}, {"value", "y.png"}}));
    EXPECT_TRUE(notes.count.empty());
}

TEST(OlderForm, GivesAMissingValueTheEmptyText) {
    Notes notes;
    const JsonArray fields = convert({JsonObject{{"type", "text"}, {"title", "A"}, {"key", "a"}}}, notes);
    EXPECT_EQ(fields.at(0).at("value"), "");
}

TEST(OlderForm, MakesAParentOfATextFieldWhoseChildrenHaveKeysOfTheirOwn) {
    Notes notes;
    const JsonArray children = {older("text", "one", "1"), older("text", "two", "2")};
    const JsonArray fields = convert({older("text", "group", "", children)}, notes);
    const JsonObject& group = fields.at(0).as_object();
    EXPECT_EQ(group.at("type"), "parent");
    EXPECT_FALSE(group.contains("value"));
    ASSERT_EQ(group.at("children").as_array().size(), 2U);
    EXPECT_EQ(group.at("children").at(1).at("value"), "2");
    EXPECT_EQ(notes.count.at("a text field with children became a parent"), 1);
}

TEST(OlderForm, KeepsAGroupsOwnValueAsItsFirstChild) {
    Notes notes;
    const JsonArray children = {older("text", "value", "1")};
    const JsonArray fields = convert({older("textarea", "group", "mine", children)}, notes);
    const JsonArray& inner = fields.at(0).at("children").as_array();
    ASSERT_EQ(inner.size(), 2U);
    EXPECT_EQ(inner.at(0).at("key"), "value_2");
    EXPECT_EQ(inner.at(0).at("value"), "mine");
    EXPECT_EQ(inner.at(1).at("key"), "value");
}

TEST(OlderForm, MakesARepeaterWhereKeysRepeat) {
    Notes notes;
    const JsonArray children = {older("file", "image", "a.png"), older("file", "image", "b.png")};
    const JsonArray fields = convert({older("text", "carousel", "", children)}, notes);
    const JsonObject& repeater = fields.at(0).as_object();
    EXPECT_EQ(repeater.at("type"), "repeater");
    EXPECT_FALSE(repeater.contains("value"));
    ASSERT_EQ(repeater.at("repeater_fields").as_array().size(), 1U);
    EXPECT_EQ(repeater.at("repeater_fields").at(0).at("value"), "");
    ASSERT_EQ(repeater.at("children").as_array().size(), 2U);
    EXPECT_EQ(repeater.at("children").at(1).at("type"), "repeating_item");
    EXPECT_EQ(repeater.at("children").at(1).at("children").at(0).at("value"), "b.png");
    EXPECT_EQ(notes.count.at("a text field with children of the same key became a repeater"), 1);
}

TEST(OlderForm, LosesNothingOfGroupsWithinRepeaters) {
    Notes notes;
    const JsonArray inner = {older("file", "image", "a.png"), older("textarea", "body", "text")};
    const JsonArray children = {older("text", "blurb", "One", inner), older("text", "blurb", "Two", inner)};
    const JsonArray fields = convert({older("text", "blurbs", "Title", children)}, notes);
    const std::string text = writeJson(fields);
    for (const char* kept : {"\"Title\"", "\"One\"", "\"Two\"", "a.png", "\"text\""}) {
        EXPECT_NE(text.find(kept), std::string::npos) << kept;
    }
    const JsonObject& group = fields.at(0).as_object();
    EXPECT_EQ(group.at("type"), "parent");
    EXPECT_EQ(group.at("children").at(1).at("type"), "repeater");
    const Json& blurb = group.at("children").at(1).at("children").at(1).at("children").at(0);
    EXPECT_EQ(blurb.at("type"), "parent");
    EXPECT_EQ(blurb.at("children").at(0).at("value"), "Two");
    const Json& blank = group.at("children").at(1).at("repeater_fields").at(0).at("children");
    for (const Json& field : blank.as_array()) EXPECT_EQ(field.at("value"), "");
}

TEST(OlderForm, NumbersAKeyUsedTwice) {
    Notes notes;
    const JsonArray fields = convert({older("text", "a", "1"), older("text", "a", "2")}, notes);
    EXPECT_EQ(fields.at(1).at("key"), "a_2");
    EXPECT_EQ(fields.at(1).at("value"), "2");
}

TEST(OlderForm, ReadsNumbersAndSwitchesWrittenAsText) {
    Notes notes;
    const JsonArray fields = convert({older("number", "a", "3.5"), older("switch", "b", "yes")}, notes);
    EXPECT_EQ(fields.at(0).at("value"), 3.5);
    EXPECT_EQ(fields.at(1).at("value"), true);
}

TEST(OlderForm, ConvertsAnObject) {
    Notes notes;
    const JsonObject object = {{"_id", "5a0000000000000000000001"},
                               {"old_id", "x"},
                               {"bucket", "y"},
                               {"slug", "one"},
                               {"title", "One"},
                               {"content", "<p>"},
                               {"metafields", nullptr},
                               {"type_slug", "posts"},
                               {"created", "2018-03-05T12:29:59.574Z"},
                               {"user_id", "5b0000000000000000000001"},
                               {"options", {{"slug_field", 1}, {"content_editor", 0}}},
                               {"order", 4},
                               {"status", nullptr}};
    ASSERT_TRUE(isOlderObject(object));
    EXPECT_EQ(convertOlderObject(object, notes.note()),
              (JsonObject{{"id", "5a0000000000000000000001"},
                          {"type", "posts"},
                          {"slug", "one"},
                          {"title", "One"},
                          {"content", "<p>"},
                          {"status", "published"},
                          {"metafields", JsonArray()},
                          {"options", {{"slug_field", true}, {"content_editor", false}}},
                          {"order", 4},
                          {"created_at", "2018-03-05T12:29:59.574Z"},
                          {"created_by", "5b0000000000000000000001"}}));
}

TEST(OlderForm, ConvertsAType) {
    Notes notes;
    const JsonObject type = {{"title", "Posts"},
                             {"slug", "posts"},
                             {"singular", "Post"},
                             {"metafields", JsonArray()},
                             {"localization", true},
                             {"locales", "en, de"},
                             {"options", {{"slug_field", 1}, {"content_editor", 0}, {"add_metafields", 0}}}};
    ASSERT_TRUE(isOlderType(type));
    const JsonObject ours = convertOlderType(type, notes.note());
    EXPECT_EQ(ours.at("locales"), Json({"en", "de"}));
    EXPECT_EQ(ours.at("localization"), true);
    EXPECT_EQ(ours.at("options"), Json({{"slug_field", true}, {"content_editor", false}}));
    EXPECT_FALSE(isOlderType(ours));
}

}  // namespace
}  // namespace inkwell::objects
