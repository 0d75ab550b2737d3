#include "transfer/older_form.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

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

TEST(OlderForm, KeepsWhatItSaysToEditors) {
    Notes notes;
    const auto helped = [](const Json& text) {
        return JsonObject{{"type", "text"}, {"title", "A"}, {"key", "a"}, {"helptext", text}};
    };
    EXPECT_EQ(convert({helped("As read aloud")}, notes).at(0).at("help"), "As read aloud");
    EXPECT_FALSE(convert({helped("")}, notes).at(0).as_object().contains("help"));
    EXPECT_FALSE(convert({helped(nullptr)}, notes).at(0).as_object().contains("help"));
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

TEST(OlderForm, GivesNoNumberThatAnotherKeyHas) {
    Notes notes;
    const JsonArray fields = convert({older("text", "a", "1"), older("text", "a", "2"), older("text", "a_2", "3"),
                                      older("text", "a", "4"), older("text", "a_4", "5"), older("text", "a", "6")},
                                     notes);
    std::vector<std::string> keys;
    for (const Json& field : fields) keys.emplace_back(textOf(field.as_object(), "key"));
    EXPECT_EQ(keys, (std::vector<std::string>{"a", "a_2", "a_2_2", "a_3", "a_4", "a_5"}));
    EXPECT_EQ(notes.count.at("a key used twice was numbered"), 4);
}

// Everybody who writes waits meanwhile.
TEST(OlderForm, NumbersManyKeysAtOnce) {
    Notes notes;
    const JsonArray many(20'000, Json(older("text", "a", "")));
    const auto begin = std::chrono::steady_clock::now();
    const JsonArray fields = convert(many, notes);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << "some milliseconds are usual";
    EXPECT_EQ(fields.back().at("key"), "a_20000");
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
    EXPECT_EQ(notes.count,
              (std::map<std::string, int>{{"a member of an object has no place here and was left out: 'old_id'", 1},
                                          {"a member of an object has no place here and was left out: 'bucket'", 1}}));
}

TEST(OlderForm, MakesNothingPublicThatMayNotHaveBeen) {
    const auto statusOf = [](const Json& older, Notes& notes) {
        const JsonObject object{{"_id", "5a0000000000000000000001"}, {"slug", "a"}, {"title", "A"}, {"status", older}};
        return std::string(textOf(convertOlderObject(object, notes.note()), "status"));
    };
    Notes none;
    EXPECT_EQ(statusOf("published", none), "published");
    EXPECT_EQ(statusOf("", none), "published");
    EXPECT_EQ(statusOf("draft", none), "draft");
    EXPECT_TRUE(none.count.empty());
    Notes notes;
    for (const Json& other : {Json("pending"), Json("Published"), Json(0), Json(false)})
        EXPECT_EQ(statusOf(other, notes), "draft") << writeJson(other);
    EXPECT_EQ(notes.count, (std::map<std::string, int>{
                               {"an object with a status that is neither 'draft' nor 'published' became a draft", 4}}));
}

TEST(OlderForm, KeepsSchedules) {
    Notes notes;
    JsonObject object{{"_id", "5a0000000000000000000001"},
                      {"slug", "a"},
                      {"title", "A"},
                      {"publish_at", "2018-03-05T12:29:59.574Z"},
                      {"unpublish_at", 1'520'252'999'574}};
    const JsonObject ours = convertOlderObject(object, notes.note());
    EXPECT_EQ(ours.at("publish_at"), 1'520'252'999'574);
    EXPECT_EQ(ours.at("unpublish_at"), 1'520'252'999'574);
    EXPECT_TRUE(notes.count.empty());
    object["publish_at"] = "soon";
    object["unpublish_at"] = nullptr;
    object["created"] = "once";
    const JsonObject without = convertOlderObject(object, notes.note());
    for (const char* member : {"publish_at", "unpublish_at", "created_at"}) EXPECT_FALSE(without.contains(member));
    EXPECT_EQ(notes.count, (std::map<std::string, int>{{"a time that cannot be read was left out", 2}}));
}

TEST(OlderForm, SaysWhatItDropsOfMetafields) {
    Notes notes;
    JsonObject field = older("text", "a", "x");
    field["hint"] = "Short";
    field[std::string(200, 'n')] = 1;
    const JsonArray fields = convert({field, field, "text"}, notes);
    EXPECT_EQ(fields.size(), 2U);
    notes.count.erase("a key used twice was numbered");
    EXPECT_EQ(notes.count, (std::map<std::string, int>{
                               {"a member of a metafield has no place here and was left out: 'hint'", 2},
                               {"a member of a metafield has no place here and was left out: one with a long name", 2},
                               {"a metafield that is no object was left out", 1}}));
    Notes none;
    EXPECT_TRUE(convertOlderMetafields("text", none.note()).empty());
    EXPECT_EQ(none.count, (std::map<std::string, int>{{"metafields that are no array were left out", 1}}));
}

TEST(OlderForm, ConvertsAType) {
    Notes notes;
    const JsonObject type = {{"title", "Posts"},
                             {"slug", "posts"},
                             {"singular", "Post"},
                             {"metafields", JsonArray()},
                             {"localization", true},
                             {"locales", "en, de"},
                             {"preview_link", "https://example.com/{slug}"},
                             {"enforce_validation", true},
                             {"keep_revisions", 1},
                             {"colour", "red"},
                             {"options", {{"slug_field", 1}, {"content_editor", 0}, {"add_metafields", 0}}}};
    ASSERT_TRUE(isOlderType(type));
    const JsonObject ours = convertOlderType(type, notes.note());
    EXPECT_EQ(ours.at("locales"), Json({"en", "de"}));
    EXPECT_EQ(ours.at("localization"), true);
    EXPECT_EQ(ours.at("options"), Json({{"slug_field", true}, {"content_editor", false}}));
    EXPECT_EQ(ours.at("preview_link"), "https://example.com/{slug}");
    EXPECT_EQ(ours.at("enforce_validation"), true);
    EXPECT_EQ(ours.at("keep_revisions"), true);
    EXPECT_EQ(
        notes.count,
        (std::map<std::string, int>{{"a member of an object type has no place here and was left out: 'colour'", 1}}));
    EXPECT_FALSE(isOlderType(ours));
}

}  // namespace
}  // namespace inkwell::objects
