#include "kernel/snapshot/known_parameters.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

constexpr std::string_view kComponents = R"({
  "parameters": {
    "props": {"name": "props", "in": "query"},
    "things_sort": {"name": "sort", "in": "query"},
    "a_header": {"name": "Range", "in": "header"}
  },
  "responses": {"Bytes": {"content": {"*/*": {}}}},
  "schemas": {
    "Thing": {"properties": {"id": {}, "title": {}, "metadata": {}}},
    "ThingList": {"properties": {"things": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
                                 "total": {"type": "integer"}}},
    "Bare": {"properties": {"total": {"type": "integer"}}}
  }
})";

Route routeOf(RouteDescription description, Auth auth = Auth::ReadKey, bool cacheable = true,
              Method method = Method::Get) {
    RouteOptions options{.cacheable = cacheable};
    options.description = std::move(description);
    return {method, "/things", auth, {}, options, "things", true};
}

std::shared_ptr<const KnownParameters> knownOf(const Route& route) {
    return KnownParameters::of(route, parseStoredJson(kComponents).as_object());
}

using Query = std::vector<std::pair<std::string, std::string>>;

std::string ignoredOf(const Query& query) {
    return knownOf(routeOf({.summary = "Things",
                            .query = {"props", "things_sort", "a_header", "plain"},
                            .answer = "ThingList"}))
        ->ignored(query);
}

TEST(KnownParameters, NameWhatIsIgnoredOnceAndInOrder) {
    EXPECT_EQ(ignoredOf({}), "");
    EXPECT_EQ(ignoredOf({{"page", "2"}, {"sort", "x"}, {"type", "pages"}, {"page", "3"}, {"", ""}}), "page, type");
}

TEST(KnownParameters, AreThoseOfTheDescriptionAndOfTheKernel) {
    EXPECT_EQ(
        ignoredOf({{"read_key", "k"}, {"props", ""}, {"sort", ""}, {"plain", ""}, {"pretty", ""}, {"use_cache", ""}}),
        "");
    EXPECT_EQ(ignoredOf({{"things_sort", ""}, {"Range", ""}, {"Sort", ""}}), "things_sort, Range, Sort");
    const auto known = knownOf(routeOf({.summary = "Bytes", .answer = "Bytes"}, Auth::Public, false));
    EXPECT_EQ(known->ignored({{"read_key", ""}, {"pretty", ""}, {"use_cache", ""}}), "read_key, pretty, use_cache");
}

TEST(KnownParameters, KnowTheMembersOfTheRecord) {
    EXPECT_EQ(ignoredOf({{"props", "id, nope,metadata.any.thing,title.x,,nope,total"}}), "props=nope, props=total");
    EXPECT_EQ(ignoredOf({{"props", "id"}, {"props", "nope"}}), "");  // of one that comes twice the first counts
    const auto bare = knownOf(routeOf({.summary = "Bare", .query = {"props"}, .answer = "Bare"}));
    EXPECT_EQ(bare->ignored({{"props", "nope"}}), "");
    const auto unknown = knownOf(routeOf({.summary = "Unknown", .query = {"props"}, .answer = "None"}));
    EXPECT_EQ(unknown->ignored({{"props", "nope"}}), "");
}

TEST(KnownParameters, AreShownSafelyAndShort) {
    EXPECT_EQ(ignoredOf({{"a, b\r\nX: 1\"", ""}}), "a%2C%20b%0D%0AX%3A%201%22");
    EXPECT_EQ(ignoredOf({{"read_key=secret", ""}}), "read_key");
    EXPECT_EQ(ignoredOf({{std::string(64, 'a'), ""}}), std::string(64, 'a'));
    EXPECT_EQ(ignoredOf({{std::string(65, 'a'), ""}}), std::string(61, 'a') + "...");
    const std::string encoded = ignoredOf({{std::string(5000, '\n'), ""}});
    EXPECT_EQ(encoded.size(), 63U) << encoded;
    EXPECT_EQ(encoded.substr(57), "%0A...");
    Query many;
    for (int i = 0; i < 1000; ++i) many.emplace_back("p" + std::to_string(i), "");
    const std::string shown = ignoredOf(many);
    EXPECT_EQ(shown.substr(shown.size() - 10), ", p19, ...");
    std::string props;
    for (int i = 0; i < 400; ++i) props += "n" + std::to_string(i) + ",";
    EXPECT_LT(ignoredOf({{"props", props}}).size(), 300U);
}

TEST(KnownParameters, AreUnknownForWritesAndWhatIsNotDescribed) {
    EXPECT_EQ(knownOf(routeOf({.summary = "Add", .body = "Thing"}, Auth::WriteKey, false, Method::Post)), nullptr);
    EXPECT_EQ(knownOf(routeOf({})), nullptr);
}

}  // namespace
}  // namespace inkwell::kernel
