#include "edit/metadata_form.h"

#include <gtest/gtest.h>

#include <utility>

namespace inkwell::objects {
namespace {

constexpr int kMany = 100'000;

JsonObject text(const std::string& key, const std::string& value) {
    return {{"type", "text"}, {"key", key}, {"value", value}};
}

// With a comparison of each key to each metafield this would take minutes.
TEST(MetadataForm, OfManyKeysEachIsThatOfItsMetafield) {
    JsonArray stored;
    JsonArray templates;
    JsonObject metadata;
    for (int i = 0; i < kMany; ++i) {
        const std::string number = std::to_string(i);
        stored.push_back(text("stored" + number, "old"));
        templates.push_back(text("fresh" + number, "default"));
        metadata["fresh" + number] = "f" + number;
        metadata["stored" + number] = "s" + number;
    }
    JsonObject parent{{"type", "parent"}, {"key", "group"}, {"children", stored}};
    JsonObject within = metadata;
    metadata["group"] = std::move(within);
    stored.push_back(std::move(parent));
    Problems problems;
    const JsonArray given = metafieldsOf(metadata, stored, &templates, "metadata", problems);
    EXPECT_TRUE(problems.empty());
    ASSERT_EQ(given.size(), metadata.size());
    EXPECT_EQ(given.at(0), Json(text("fresh0", "f0")));
    EXPECT_EQ(given.at(2 * kMany - 1), Json(text("stored99999", "s99999")));
    const JsonArray& children = given.at(2 * kMany).at("children").as_array();
    ASSERT_EQ(children.size(), 2U * kMany);
    EXPECT_EQ(children.at(kMany - 1), Json(text("stored99999", "s99999"))) << "those that are there come first";
    EXPECT_EQ(children.at(kMany).at("key"), "fresh0");
}

TEST(MetadataForm, OfARepeaterMakesAtMostAHundredThousandMetafields) {
    const JsonArray templates{
        {{"type", "repeater"},
         {"key", "days"},
         {"repeater_fields",
          {text("a", ""), {{"type", "repeater"}, {"key", "hours"}, {"repeater_fields", {text("b", "")}}}}}}};
    const auto told = [&](std::size_t days, std::size_t hours) {
        JsonObject day;
        if (hours != 0) day["hours"] = JsonArray(hours, JsonObject());
        const JsonObject metadata{{"days", JsonArray(days, day)}};
        Problems problems;
        const JsonArray given = metafieldsOf(metadata, {}, &templates, "metadata", problems);
        return problems.empty() ? "" : problems.list().front().path + ": " + problems.list().front().message;
    };
    const std::string tooMany =
        ": would make the metadata too large: at most 100000 metafields are made of the templates of repeaters at "
        "once, of at most 67108864 bytes";
    EXPECT_EQ(told(5000, 0), "");
    EXPECT_EQ(told(50'001, 0), "metadata.days" + tooMany);
    EXPECT_EQ(told(1000, 50), "");
    EXPECT_EQ(told(1000, 99), "metadata.days.hours" + tooMany) << "those of items within items count";
}

// Or a refused write would look like one that was taken.
TEST(MetadataForm, OfAnUnknownKeyNoProblemIsLostButThatOfItsTitle) {
    const JsonArray given{{{"key", "a.b"}}, text("known", "x")};
    Problems found;
    for (const char* path : {"metadata[0].type", "metadata[0].title", "metadata[0].key", "metadata[0]",
                             "metadata[1].type", "metadata[1].regex", "slug"}) {
        found.add(path, "is required");
    }
    Problems problems;
    addByKey(found, given, "metadata", problems);
    std::vector<std::string> lines;
    for (const Problem& one : problems.list()) lines.push_back(one.path + ": " + one.message);
    EXPECT_EQ(lines, (std::vector<std::string>{
                         "metadata.a.b: is no metafield of this object, and no type defines it; 'metafields' takes it "
                         "with a type",
                         "metadata.a.b.key: is required", "metadata.a.b: is required", "metadata.known: is required",
                         "metadata.known.regex: is required", "slug: is required"}));
}

TEST(MetadataForm, CopiesAtMostSoManyBytesOfTemplates) {
    const JsonArray templates{
        {{"type", "repeater"}, {"key", "days"}, {"repeater_fields", {text("a", std::string(70'000, 'x'))}}}};
    Problems problems;
    metafieldsOf({{"days", JsonArray(1000, JsonObject())}}, {}, &templates, "metadata", problems);
    ASSERT_EQ(problems.list().size(), 1U);
    EXPECT_EQ(problems.list().front().path, "metadata.days");
}

JsonObject group(const std::string& key, const JsonArray& children) {
    return {{"type", "parent"}, {"key", key}, {"children", children}};
}
JsonObject item(const JsonArray& children) { return {{"type", "repeating_item"}, {"children", children}}; }
JsonObject repeater(const std::string& key, const JsonArray& templates, const JsonArray& items) {
    return {{"type", "repeater"}, {"key", key}, {"repeater_fields", templates}, {"children", items}};
}

TEST(MetadataForm, ItemsKeepWhatStoredOnesHaveBesideTheTemplates) {
    const JsonArray inner{text("b", "")};
    const JsonArray templates{text("a", "default"), group("seo", {text("title", "")}), repeater("hours", inner, {})};
    const auto day = [&](const char* a, const char* note) {
        return item({text("a", a), group("seo", {text("title", "t"), text("robots", note)}),
                     repeater("hours", inner, {item({text("b", "1"), text("extra", note)})}), text("note", note)});
    };
    const JsonArray stored{repeater("days", templates, {day("1", "n"), item({text("a", "2")})})};
    const auto written = [&](const JsonArray& days) {
        Problems problems;
        const JsonArray given = metafieldsOf({{"days", days}}, stored, &templates, "metadata", problems);
        EXPECT_TRUE(problems.empty());
        return given.at(0).at("children");
    };
    const JsonObject shown{{"a", "1"},
                           {"seo", {{"title", "t"}, {"robots", "n"}}},
                           {"hours", JsonArray{{{"b", "1"}, {"extra", "n"}}}},
                           {"note", "n"}};
    EXPECT_EQ(written({shown}), Json(JsonArray{day("1", "n")}));
    const Json moved = written({{{"a", "2"}}, shown});
    EXPECT_EQ(moved.at(1), Json(day("1", "n"))) << "at a place where the stored item has no note";
    EXPECT_EQ(moved.at(0).at("children").as_array().size(), templates.size()) << "what is not named is gone";
    const Json unknown = written({{{"nota", "n"}}});
    EXPECT_EQ(unknown.at(0).at("children").at(3), Json(JsonObject{{"key", "nota"}, {"value", "n"}}));
}

// Each of them could be a megabyte, and a body has room for a million items.
TEST(MetadataForm, CopiesAtMostSoManyBytesOfStoredItems) {
    const JsonArray stored{repeater("days", {}, {item({group("big", {text("a", std::string(70'000, 'x'))})})})};
    Problems problems;
    const JsonArray days(1000, JsonObject{{"big", JsonObject()}});
    metafieldsOf({{"days", days}}, stored, nullptr, "metadata", problems);
    ASSERT_EQ(problems.list().size(), 1U);
    EXPECT_EQ(problems.list().front().path, "metadata.days");
}

// For each of the items anew this would take minutes.
TEST(MetadataForm, GoesOnceThroughWhatIsStoredHoweverManyItemsAreGiven) {
    JsonArray many;
    for (int i = 0; i < kMany; ++i) many.push_back(item({text("k" + std::to_string(i), "")}));
    const JsonArray templates{repeater("hours", {}, {})};
    const JsonArray stored{repeater("days", templates, {item({repeater("hours", {}, many)})})};
    Problems problems;
    const JsonArray days(20'000, JsonObject{{"hours", JsonArray{{{"k99999", "x"}}}}});
    const JsonArray given = metafieldsOf({{"days", days}}, stored, nullptr, "metadata", problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(given.at(0).at("children").as_array().size(), days.size());
}

}  // namespace
}  // namespace inkwell::objects
