#include "types/type_input.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

std::vector<std::string> pathsOf(const Problems& problems) {
    std::vector<std::string> paths;
    for (const Problem& problem : problems.list()) paths.push_back(problem.path);
    return paths;
}

TypeInput create(const Json& body) { return parseTypeCreation(body.as_object()); }
using Paths = std::vector<std::string>;

TEST(TypeInput, ReadsEveryField) {
    const TypeInput input = create({{"title", "Posts"},
                                    {"singular", "Post"},
                                    {"slug", "posts"},
                                    {"metafields", JsonArray()},
                                    {"options", {{"slug_field", true}, {"content_editor", false}}},
                                    {"localization", true},
                                    {"locales", {"en", "de"}},
                                    {"priority_locale", "de"},
                                    {"emoji", "📰"},
                                    {"singleton", true}});
    EXPECT_EQ(pathsOf(input.problems), Paths{});
    EXPECT_EQ(input.locales, (std::vector<std::string>{"en", "de"}));
    EXPECT_EQ(input.contentEditor, false);
    EXPECT_EQ(input.singleton, true);
}

TEST(TypeInput, CollectsEveryProblemOfABody) {
    const TypeInput input = create({{"slug", "No Slug"}, {"emoji", "abc"}, {"singleton", "maybe"}, {"colour", true}});
    EXPECT_EQ(pathsOf(input.problems), (Paths{"title", "slug", "emoji", "singleton", "colour"}));
}

TEST(TypeInput, ChecksEachLocale) {
    const TypeInput input = create({{"title", "A"}, {"locales", {"en", "EN", "en", "xx-YY"}}});
    ASSERT_EQ(input.problems.list().size(), 3U);
    EXPECT_EQ(input.problems.list()[0].message, "'EN' is not a locale code; codes are case-sensitive");
    EXPECT_EQ(input.problems.list()[1].message, "'en' is listed twice");
    EXPECT_EQ(input.locales, std::vector<std::string>{"en"});
}

TEST(TypeInput, LocalesAreAnArray) {
    const TypeInput input = create({{"title", "A"}, {"localization", "true"}, {"locales", "en"}});
    EXPECT_EQ(pathsOf(input.problems), (Paths{"localization", "locales"}));
    EXPECT_EQ(input.problems.list()[1].message, "must be an array of strings, not a string");
}

TEST(TypeInput, AnEmptyEditIsRefused) {
    EXPECT_THROW(parseTypeEdit(JsonObject()), ApiError);
    EXPECT_THROW(parseTypeEdit({{"pretty", true}}), ApiError);
    EXPECT_TRUE(parseTypeEdit({{"pretty", "true"}, {"emoji", nullptr}}).problems.empty());
    EXPECT_EQ(parseTypeEdit({{"emoji", nullptr}}).emoji, "");
}

TEST(TypeInput, TakesEnforceValidationAsABooleanOrNull) {
    EXPECT_EQ(create({{"title", "A"}}).enforceValidation, std::nullopt);
    EXPECT_EQ(create({{"title", "A"}, {"enforce_validation", true}}).enforceValidation.value(), true);
    EXPECT_EQ(create({{"title", "A"}, {"enforce_validation", nullptr}}).enforceValidation.value(), std::nullopt);
    for (const Json& value : {Json("true"), Json(1)}) {
        EXPECT_EQ(pathsOf(create({{"title", "A"}, {"enforce_validation", value}}).problems),
                  Paths{"enforce_validation"});
    }
}

TEST(TypeInput, RenamesAtMostAHundredMetafields) {
    JsonObject renamed;
    for (int i = 0; i < 100; ++i) renamed["a" + std::to_string(i)] = "b" + std::to_string(i);
    JsonObject body{{"metafields", JsonArray()}, {"renamed_fields", renamed}};
    EXPECT_EQ(parseTypeEdit(body).renamedFields.size(), 100U);
    body["renamed_fields"].as_object()["one"] = "more";
    const TypeInput input = parseTypeEdit(body);
    ASSERT_EQ(pathsOf(input.problems), Paths{"renamed_fields"});
    EXPECT_EQ(input.problems.list()[0].message, "has 101 metafields; at most 100 are renamed by a request");
}

}  // namespace
}  // namespace inkwell::objects
