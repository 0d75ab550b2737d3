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

}  // namespace
}  // namespace inkwell::objects
