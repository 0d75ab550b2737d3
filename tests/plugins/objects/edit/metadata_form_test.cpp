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

}  // namespace
}  // namespace inkwell::objects
