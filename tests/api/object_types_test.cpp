// interface/resources.md, "Object types".
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class ObjectTypes : public ApiTest {};
INKWELL_ON_BOTH_ENGINES(ObjectTypes);

const std::string kUrl = "/v2/buckets/{bucket}/object-types";

TEST_P(ObjectTypes, AreCreatedReadEditedAndDeleted) {
    const JsonObject type = made(post("/object-types", {{"title", "Articles"},
                                                        {"singular", "Article"},
                                                        {"emoji", "📰"},
                                                        {"options", {{"slug_field", true}, {"content_editor", false}}},
                                                        {"metafields", {field("text", "headline", "none")}}}),
                                 "object_type");
    EXPECT_EQ(type.at("slug"), "articles");
    EXPECT_EQ(type.at("emoji"), "📰");
    EXPECT_EQ(type.at("options").at("content_editor"), false);
    EXPECT_EQ(type.at("metafields").at(0).at("key"), "headline");
    EXPECT_TRUE(type.contains("created_at"));
    EXPECT_TRUE(type.contains("modifield_at"));

    const Reply list = get("/object-types");
    ASSERT_EQ(list.status, 200) << list.body;
    EXPECT_EQ(list.array("object_types").size(), 1U);
    EXPECT_EQ(made(get("/object-types/articles"), "object_type").at("title"), "Articles");

    EXPECT_EQ(made(patch("/object-types/articles", {{"title", "Stories"}}), "object_type").at("slug"), "articles");
    EXPECT_EQ(made(get("/object-types/articles"), "object_type").at("title"), "Stories");

    const Reply deleted = del("/object-types/articles");
    EXPECT_EQ(deleted.status, 200);
    EXPECT_NE(deleted.message().find("articles"), std::string::npos) << deleted.body;
    EXPECT_EQ(refusalOf(get("/object-types/articles")), missing("object type", "articles"));
}

TEST_P(ObjectTypes, RefuseBadBodiesAndStoreNothing) {
    makeType("taken");
    const std::string longTitle(1001, 'x');
    run({
        {"no title", "POST", kUrl, "{write_key}", R"({"singular": "A"})", 400, {"title", "is required"}},
        {"unknown field", "POST", kUrl, "{write_key}", R"({"title": "A", "colour": 1})", 400, {"colour"}},
        {"wrong type", "POST", kUrl, "{write_key}", R"({"title": 7})", 400, {"title", "must be a string"}},
        {"several problems at once",
         "POST",
         kUrl,
         "{write_key}",
         R"({"title": 7, "singleton": "maybe", "x": 1})",
         400,
         {"title", "singleton", "\"x\""}},
        {"title too long", "POST", kUrl, "{write_key}", R"({"title": ")" + longTitle + R"("})", 400, {"1000"}},
        {"NUL in the title", "POST", kUrl, "{write_key}", R"({"title": "a\u0000b"})", 400, {"NUL"}},
        {"malformed slug", "POST", kUrl, "{write_key}", R"({"title": "A", "slug": "Not A Slug"})", 400, {"slug"}},
        {"taken slug", "POST", kUrl, "{write_key}", R"({"title": "A", "slug": "taken"})", 409, {"'taken'"}},
        {"bad emoji", "POST", kUrl, "{write_key}", R"({"title": "A", "emoji": "abc"})", 400, {"emoji"}},
        {"localization without locales",
         "POST",
         kUrl,
         "{write_key}",
         R"({"title": "A", "localization": true})",
         400,
         {"locales"}},
        {"unknown locale",
         "POST",
         kUrl,
         "{write_key}",
         R"({"title": "A", "localization": true, "locales": ["en-US", "xx-YY"]})",
         400,
         {"xx-YY"}},
        {"priority outside the locales",
         "POST",
         kUrl,
         "{write_key}",
         R"({"title": "A", "localization": true, "locales": ["en"], "priority_locale": "de"})",
         400,
         {"priority_locale"}},
        {"unknown metafield type",
         "POST",
         kUrl,
         "{write_key}",
         R"({"title": "A", "metafields": [{"type": "color", "title": "C", "key": "c", "value": ""}]})",
         400,
         {"unknown metafield type 'color'", "metafields[0]"}},
        {"metafield without value",
         "POST",
         kUrl,
         "{write_key}",
         R"({"title": "A", "metafields": [{"type": "text", "title": "C", "key": "c"}]})",
         400,
         {"metafields[0].value"}},
        {"an array as body", "POST", kUrl, "{write_key}", "[]", 400, {"object"}},
        {"cut JSON", "POST", kUrl, "{write_key}", R"({"title": )", 400, {"it ends too early"}},
        {"duplicate key", "POST", kUrl, "{write_key}", R"({"title": "A", "title": "B"})", 400, {"title"}},
        {"empty body", "POST", kUrl, "{write_key}", "", 400, {"the body is empty"}},
        {"empty PATCH", "PATCH", kUrl + "/taken", "{write_key}", "{}", 400, {"holds no field"}},
        {"PATCH with pretty only",
         "PATCH",
         kUrl + "/taken",
         "{write_key}",
         R"({"pretty": true})",
         400,
         {"the body holds no field to change"}},
        {"PATCH of an unknown type",
         "PATCH",
         kUrl + "/nothing",
         "{write_key}",
         R"({"title": "A"})",
         404,
         {"'nothing'"}},
        {"DELETE of an unknown type", "DELETE", kUrl + "/nothing", "{write_key}", "", 404, {"'nothing'"}},
        {"GET of an unknown type", "GET", kUrl + "/nothing?read_key={read_key}", "", "", 404, {"'nothing'"}},
        {"method that is not there", "DELETE", kUrl, "{write_key}", "", 405, {"to that method"}},
    });
    EXPECT_EQ(get("/object-types").array("object_types").size(), 1U);
}

TEST_P(ObjectTypes, AnswersAreIndentedWhereTheBodyAsksForIt) {
    const Reply made = post("/object-types", {{"title", "Posts"}, {"pretty", true}});
    EXPECT_EQ(made.status, 200) << made.body;
    const Reply edited = patch("/object-types/posts", {{"singular", "Post"}, {"pretty", "true"}});
    EXPECT_EQ(edited.status, 200) << edited.body;
    EXPECT_NE(edited.body.find("\n  "), std::string::npos) << edited.body;
    EXPECT_EQ(refusalOf(patch("/object-types/posts", {{"pretty", true}})),
              "400: the body holds no field to change: send 'title', 'singular', 'slug', 'metafields', 'options', "
              "'localization', 'locales', 'priority_locale', 'emoji', 'singleton', 'order', 'preview_link', "
              "'keep_revisions' or 'enforce_validation'");
    EXPECT_EQ(refusalOf(patch("/object-types/posts", {{"singular", "Post"}, {"pretty", 7}})),
              "400: object type 'posts' cannot be edited: pretty: must be true or false, not a number");
}

TEST_P(ObjectTypes, ANewSlugIsFollowedByTheObjects) {
    makeType("posts");
    const JsonObject object = makeObject("posts", "One");
    EXPECT_EQ(made(patch("/object-types/posts", {{"slug", "stories"}}), "object_type").at("slug"), "stories");
    EXPECT_EQ(made(get("/objects/" + std::string(textOf(object, "id"))), "object").at("type"), "stories");
    EXPECT_EQ(refusalOf(post("/objects", {{"type", "posts"}, {"title", "Two"}})),
              "400: the object cannot be created: type: object type 'posts' was not found");
}

TEST_P(ObjectTypes, TakeThePlaceThatAnEditGivesThem) {
    for (const char* slug : {"first", "second", "third"}) makeType(slug);
    const auto slugs = [&] {
        std::string all;
        for (const Json& type : get("/object-types").array("object_types"))
            all += std::string(type.at("slug").as_string()) + " ";
        return all;
    };
    EXPECT_EQ(slugs(), "first second third ");
    EXPECT_EQ(made(patch("/object-types/third", {{"order", 0}}), "object_type").at("order"), 0);
    EXPECT_EQ(slugs(), "third first second ");
    EXPECT_EQ(made(get("/object-types/first"), "object_type").at("order"), 1);
    EXPECT_EQ(refusalOf(patch("/object-types/third", {{"order", -1}})),
              "400: object type 'third' cannot be edited: order: must not be negative");
}

TEST_P(ObjectTypes, DeletionLeavesTheObjects) {
    makeType("posts");
    const std::string id = makeId("posts", "One");
    EXPECT_EQ(del("/object-types/posts").status, 200);
    EXPECT_EQ(made(get("/objects/" + id), "object").at("title"), "One");
}

TEST_P(ObjectTypes, DerivedSlugsAreNumberedAndAlwaysValid) {
    EXPECT_EQ(made(post("/object-types", {{"title", "Crème Brûlée"}}), "object_type").at("slug"), "creme-brulee");
    EXPECT_EQ(made(post("/object-types", {{"title", "Crème brulee!"}}), "object_type").at("slug"), "creme-brulee-2");
    const std::string slug(textOf(made(post("/object-types", {{"title", "日本語 😀"}}), "object_type"), "slug"));
    EXPECT_EQ(get("/object-types/" + slug).status, 200) << slug;
}

TEST_P(ObjectTypes, ASingletonTakesOneObject) {
    makeType("settings", {}, {{"singleton", true}});
    makeObject("settings", "Site");
    const Reply second = post("/objects", {{"type", "settings"}, {"title", "Another"}});
    EXPECT_EQ(refusalOf(second), "409: object type 'settings' is a singleton and has its object already");
    EXPECT_EQ(get("/objects").json().at("total"), 1);
}

// Those that a deleted type left behind are objects of the next one with its slug.
TEST_P(ObjectTypes, ASingletonIsNotMadeOverSeveralObjects) {
    const std::string several = "409: object type 'left' has several objects; a singleton has one";
    makeType("left");
    for (const char* title : {"One", "Two"}) makeObject("left", title);
    ASSERT_EQ(del("/object-types/left").status, 200);
    const JsonObject single{{"title", "Left"}, {"slug", "left"}, {"singleton", true}};
    EXPECT_EQ(refusalOf(post("/object-types", single)), several);
    EXPECT_EQ(refusalOf(post("/object-types", {{"title", "Left"}, {"singleton", true}})), several);
    makeType("site", {}, {{"singleton", true}});
    EXPECT_EQ(refusalOf(patch("/object-types/site", {{"slug", "left"}})), several);
    EXPECT_EQ(get("/object-types").array("object_types").size(), 1U);
    EXPECT_EQ(get("/object-types/site").status, 200);
}

// It cannot have another one, and whoever sends it back as it was read changes nothing.
TEST_P(ObjectTypes, LeaveObjectsTheirLocaleWhenTheyLoseIt) {
    makeType("pages", {}, {{"localization", true}, {"locales", {"en", "de"}}});
    const std::string id = makeId("pages", "One", {{"locale", "en"}});
    ASSERT_EQ(patch("/object-types/pages", {{"locales", {"de"}}}).status, 200);
    EXPECT_EQ(made(patch("/objects/" + id, {{"title", "Two"}, {"locale", "en"}}), "object").at("locale"), "en");
    EXPECT_EQ(made(patch("/objects/" + id, {{"locale", "de"}}), "object").at("locale"), "de");
    EXPECT_EQ(refusalOf(patch("/objects/" + id, {{"locale", "en"}})),
              "400: object '" + id +
                  "' cannot be edited: locale: 'en' is not a locale of object type 'pages'; its "
                  "locales are: 'de'");
}

TEST_P(ObjectTypes, RefuseToEnforceARegexThatCannotRun) {
    makeType("codes", {field("text", "code", "", {{"regex", "(?<=a)b"}})});
    const std::string refusal = refusalOf(patch("/object-types/codes", {{"enforce_validation", true}}));
    EXPECT_TRUE(refusal.starts_with("400: object type 'codes' cannot be edited: metafields[0].regex: ")) << refusal;
    EXPECT_EQ(patch("/object-types/codes", {{"enforce_validation", false}}).status, 200);
}

}  // namespace
}  // namespace inkwell::test
