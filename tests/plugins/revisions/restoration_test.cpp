#include "restoration.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace inkwell::revisions {
namespace {

const std::string kRevision = "0123456789abcdef01234567";

JsonObject text(const std::string& key, const std::string& value) {
    return {{"type", "text"}, {"title", key}, {"key", key}, {"value", value}};
}
JsonObject parent(const std::string& key, JsonArray children) {
    return {{"type", "parent"}, {"title", key}, {"key", key}, {"children", std::move(children)}};
}
ObjectRecord version(const std::string& title, JsonArray metafields) {
    ObjectRecord record;
    record.fields = {{"title", title},
                     {"slug", "a"},
                     {"content", title},
                     {"locale", nullptr},
                     {"thumbnail", nullptr},
                     {"status", "published"},
                     {"options", {{"slug_field", true}, {"content_editor", true}}}};
    record.metafields = std::move(metafields);
    return record;
}
Restoration asking(std::vector<std::string> fields) {
    Restoration asked;
    asked.fields = std::move(fields);
    return asked;
}
std::vector<std::string> problemsOf(const JsonObject& body) {
    try {
        parseRestoration(body);
    } catch (const ApiError& error) {
        std::vector<std::string> all;
        for (const Problem& problem : error.problems()) all.push_back(problem.path + ": " + problem.message);
        return all;
    }
    return {};
}

TEST(Restoration, ParsesItsBody) {
    const Restoration all = parseRestoration({{"revision", kRevision}, {"as", "live"}});
    EXPECT_FALSE(all.asDraft);
    EXPECT_FALSE(all.fields.has_value());
    EXPECT_TRUE(all.keepRevision);
    const Restoration some =
        parseRestoration({{"revision", kRevision}, {"as", "draft"}, {"fields", {"title"}}, {"keep_revision", false}});
    EXPECT_TRUE(some.asDraft);
    EXPECT_EQ(*some.fields, std::vector<std::string>{"title"});
    EXPECT_FALSE(some.keepRevision);
}

TEST(Restoration, NamesEveryProblemOfItsBody) {
    EXPECT_EQ(problemsOf({{"fields", JsonArray()}}),
              (std::vector<std::string>{"revision: is required",
                                        "fields: must have 1 to 1000 entries, or be absent for all fields",
                                        "as: is required: 'draft' or 'live'"}));
    EXPECT_EQ(problemsOf({{"revision", kRevision}, {"as", "live"}, {"status", "draft"}}).size(), 1U);
}

TEST(Restoration, OfEverythingTakesWhatABodyMayHave) {
    const JsonObject body = restoredFields({}, version("Old", {text("x", "1")}), version("New", {}));
    EXPECT_EQ(body.at("title"), "Old");
    EXPECT_EQ(body.at("metafields"), (Json{text("x", "1")}));
    EXPECT_TRUE(body.at("thumbnail").is_null());
    EXPECT_FALSE(body.contains("locale"));
    EXPECT_FALSE(body.contains("status"));
}

TEST(Restoration, OfSingleFieldsLeavesTheOthers) {
    const ObjectRecord old = version("Old", {text("a", "1"), text("b", "1"), parent("seo", {text("title", "1")})});
    const ObjectRecord now =
        version("New", {text("c", "2"), text("a", "2"), parent("seo", {text("title", "2"), text("more", "2")})});
    EXPECT_EQ(restoredFields(asking({"title"}), old, now), (JsonObject{{"title", "Old"}}));
    const JsonObject body = restoredFields(asking({"metadata.a", "metadata.c", "metadata.seo.title"}), old, now);
    EXPECT_EQ(body,
              (JsonObject{{"metafields", {text("a", "1"), parent("seo", {text("title", "1"), text("more", "2")})}}}));
    EXPECT_EQ(restoredFields(asking({"metadata.b"}), old, now).at("metafields").as_array().back(),
              Json(text("b", "1")));
}

TEST(Restoration, IsRefusedForWhatIsNotThere) {
    const ObjectRecord some = version("A", {text("a", "1")});
    for (const auto& [field, message] : std::vector<std::pair<std::string, std::string>>{
             {"metadata.x", "'metadata.x' is in neither version of the object"},
             {"metadata.a.b", "'metadata.a.b' 'a' is no parent in both versions; restore it as a whole"},
             {"status",
              "'status' is no field that can be restored: title, slug, content, locale, thumbnail, options, metafields "
              "or metadata.<key>"}}) {
        try {
            restoredFields(asking({"title", field}), some, some);
            FAIL() << field;
        } catch (const ApiError& error) {
            ASSERT_EQ(error.problems().size(), 1U);
            EXPECT_EQ(error.problems()[0].path, "fields[1]");
            EXPECT_EQ(error.problems()[0].message, message);
        }
    }
}

}  // namespace
}  // namespace inkwell::revisions
