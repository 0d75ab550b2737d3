#include "comparison.h"

#include <gtest/gtest.h>

namespace inkwell::revisions {
namespace {

JsonObject text(const std::string& key, const std::string& value) {
    return {{"type", "text"}, {"title", key}, {"key", key}, {"value", value}};
}
JsonObject parent(const std::string& key, JsonArray children) {
    return {{"type", "parent"}, {"title", key}, {"key", key}, {"children", std::move(children)}};
}
ObjectRecord version(const std::string& title, JsonArray metafields) {
    ObjectRecord record;
    record.fields = {{"title", title}, {"slug", "a"}, {"modified_at", title}};
    record.metafields = std::move(metafields);
    return record;
}
JsonObject change(const char* field, Json from, Json to) {
    return {{"field", field}, {"from", std::move(from)}, {"to", std::move(to)}};
}

TEST(Comparison, TellsOfNothingWhereNothingDiffersButTimes) {
    ObjectRecord other = version("A", {text("x", "1")});
    other.fields["modified_at"] = "later";
    EXPECT_EQ(differencesOf(version("A", {text("x", "1")}), other), JsonArray());
}

TEST(Comparison, NamesFieldsAndTheValuesOfMetafields) {
    const ObjectRecord from = version("A", {text("x", "1"), text("gone", "2"), text("same", "3")});
    const ObjectRecord to = version("B", {text("same", "3"), text("x", "9"), text("new", "4")});
    EXPECT_EQ(differencesOf(from, to),
              (JsonArray{change("title", "A", "B"), change("metadata.x", "1", "9"),
                         change("metadata.new", nullptr, "4"), change("metadata.gone", "2", nullptr)}));
}

// With a comparison of each metafield to each other this would take minutes.
TEST(Comparison, OfManyMetafieldsFindsTheOneThatDiffers) {
    constexpr int kMany = 100'000;
    JsonArray from;
    JsonArray to;
    for (int i = 0; i < kMany; ++i) {
        from.push_back(text("x" + std::to_string(i), "1"));
        to.push_back(text("x" + std::to_string(kMany - i), "1"));
    }
    to.at(1) = text("x99999", "2");
    EXPECT_EQ(differencesOf(version("A", from), version("A", to)),
              (JsonArray{change("metadata.x100000", nullptr, "1"), change("metadata.x99999", "1", "2"),
                         change("metadata.x0", "1", nullptr)}));
}

TEST(Comparison, LooksIntoParents) {
    const ObjectRecord from = version("A", {parent("seo", {text("title", "1"), text("more", "1")})});
    const ObjectRecord to = version("A", {parent("seo", {text("title", "2"), text("more", "1")})});
    EXPECT_EQ(differencesOf(from, to), (JsonArray{change("metadata.seo.title", "1", "2")}));
}

TEST(Comparison, TellsWhereOnlyWhatIsSaidAboutAMetafieldDiffers) {
    JsonObject renamed = text("x", "1");
    renamed["title"] = "Another";
    EXPECT_EQ(differencesOf(version("A", {text("x", "1")}), version("A", {renamed})),
              (JsonArray{change("metafields.x", text("x", "1"), renamed)}));
}

}  // namespace
}  // namespace inkwell::revisions
