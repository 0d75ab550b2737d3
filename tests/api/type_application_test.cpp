// interface/resources.md, "Fields that come later": a type's new metafields come to the objects that are there.
#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class TypeApplication : public ApiTest {
protected:
    Reply apply(const std::string& type, const Json& body = JsonObject()) {
        return post("/object-types/" + type + "/apply", body);
    }
    Json metadata(const std::string& id, const std::string& parameters = "") {
        return made(get("/objects/" + id + parameters), "object").at("metadata");
    }
};
INKWELL_ON_BOTH_ENGINES(TypeApplication);

TEST_P(TypeApplication, IsAnnouncedByTheEditAndDoneInShares) {
    const JsonObject lead = field("text", "lead", "");
    makeType("posts", {lead});
    std::vector<std::string> ids;
    for (int i = 0; i < 5; ++i) ids.push_back(makeId("posts", "P" + std::to_string(i)));
    EXPECT_EQ(metadata(ids[0]), (Json{{"lead", ""}}));

    const JsonArray fields{
        lead, field("number", "stars", 3),
        JsonObject{
            {"type", "parent"}, {"title", "SEO"}, {"key", "seo"}, {"children", {field("text", "title", "none")}}}};
    const Reply edited = patch("/object-types/posts", {{"metafields", fields}});
    ASSERT_EQ(edited.status, 200) << edited.body;
    EXPECT_EQ(edited.json().at("new_fields"),
              (Json{{"keys", {"seo", "stars"}}, {"objects_without", 5}, {"more", false}}));
    EXPECT_EQ(metadata(ids[0]), (Json{{"lead", ""}})) << "objects stay as they are";

    const std::int64_t change = api().lastChange();
    const Reply first = apply("posts", {{"limit", 3}});
    ASSERT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(first.json(), (Json{{"total", 5}, {"examined", 3}, {"changed", 3}, {"more", true}, {"after", ids[2]}}));
    const Reply second = apply("posts", {{"limit", 3}, {"after", ids[2]}});
    EXPECT_EQ(second.json(),
              (Json{{"total", 5}, {"examined", 2}, {"changed", 2}, {"more", false}, {"after", nullptr}}));
    const Json whole{{"lead", ""}, {"stars", 3}, {"seo", {{"title", "none"}}}};
    for (const std::string& id : ids) EXPECT_EQ(metadata(id), whole) << "not from memory";
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>(5, "object.edited"));
    EXPECT_EQ(apply("posts").json().at("changed"), 0);
    EXPECT_EQ(get("/objects?query=" + percentEncoded(R"({"metadata.seo.title": "none"})")).json().at("total"), 5);
}

TEST_P(TypeApplication, FieldsWithAnotherKeyTakeObjectsAlong) {
    const JsonObject stages{{"type", "repeater"},
                            {"title", "Stages"},
                            {"key", "stages"},
                            {"repeater_fields", {field("text", "stage", "")}},
                            {"children", JsonArray()}};
    makeType("posts", {field("text", "line", ""), stages});
    JsonObject filled = stages;
    filled["children"] = JsonArray{{{"type", "repeating_item"}, {"children", {field("text", "stage", "Quay")}}}};
    const std::string id = makeId("posts", "Walk", {{"metafields", {field("text", "line", "Along the sea"), filled}}});
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}}).status, 200);
    EXPECT_EQ(metadata(id).at("line"), "Along the sea");

    JsonObject legs = stages;
    legs["key"] = "legs";
    legs["repeater_fields"] = JsonArray{field("text", "name", "")};
    const std::int64_t change = api().lastChange();
    const Reply edited =
        patch("/object-types/posts",
              {{"metafields", {field("text", "headline", ""), legs}},
               {"renamed_fields", {{"line", "headline"}, {"stages", "legs"}, {"stages.stage", "name"}}}});
    ASSERT_EQ(edited.status, 200) << edited.body;
    EXPECT_EQ(edited.json().at("renamed_fields"), (Json{{"objects", 1}}));
    EXPECT_FALSE(edited.json().contains("new_fields")) << edited.body;
    const Json whole{{"headline", "Along the sea"}, {"legs", {{{"name", "Quay"}}}}};
    EXPECT_EQ(metadata(id), whole) << "not from memory";
    EXPECT_EQ(metadata(id, "?status=any"), whole) << "the draft too";
    EXPECT_EQ(api().changesSince(change), (std::vector<std::string>{"object_type.edited", "object.edited"}));
    EXPECT_EQ(get("/objects?query=" + percentEncoded(R"({"metadata.legs.name": "Quay"})")).json().at("total"), 1);
    EXPECT_EQ(get("/objects?query=" + percentEncoded(R"({"metadata.stages.stage": "Quay"})")).json().at("total"), 0);
    EXPECT_EQ(
        refusalOf(patch("/object-types/posts", {{"metafields", {legs}}, {"renamed_fields", {{"line", "legs"}}}})),
        "400: object type 'posts' cannot be edited: renamed_fields.line: is no metafield of the type as it is stored");
}

// A key with a dot would be taken for a place in another group, and no object may have one.
TEST_P(TypeApplication, RenamesNoFieldIntoAnotherGroup) {
    makeType("notes", {field("text", "line", "")});
    const std::string id = makeId("notes", "One", {{"metadata", {{"line", "kept"}}}});
    const Json group{{"type", "parent"}, {"title", "Head"}, {"key", "head"}, {"children", {field("text", "line", "")}}};
    const Reply reply =
        patch("/object-types/notes", {{"metafields", JsonArray{group}}, {"renamed_fields", {{"line", "head.line"}}}});
    EXPECT_EQ(refusalOf(reply),
              "400: object type 'notes' cannot be edited: renamed_fields.line: must be a key, which "
              "has no '.': a metafield stays in its group");
    EXPECT_EQ(get("/objects/" + id).object("object").at("metadata"), (Json{{"line", "kept"}}));
}

TEST_P(TypeApplication, KeepsDraftsAndCompletesThem) {
    makeType("posts");
    const std::string id = makeId("posts", "Live");
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Next"}, {"status", "draft"}}).status, 200);
    patch("/object-types/posts", {{"metafields", {field("text", "lead", "-")}}});
    EXPECT_EQ(apply("posts").json().at("changed"), 1);
    EXPECT_EQ(metadata(id), (Json{{"lead", "-"}}));
    EXPECT_EQ(metadata(id, "?status=any"), (Json{{"lead", "-"}}));
    const JsonObject published = made(post("/objects/" + id + "/draft/publish", JsonObject()), "object");
    EXPECT_EQ(published.at("title"), "Next");
    EXPECT_EQ(published.at("metadata"), (Json{{"lead", "-"}}));
}

TEST_P(TypeApplication, EnforcesTheRulesOfATypeThatSaysSo) {
    const JsonArray fields{field("text", "lead", "", {{"required", true}, {"maxlength", 5}})};
    makeType("free", fields);
    const JsonObject strict = makeType("posts", fields, {{"enforce_validation", true}});
    EXPECT_EQ(strict.at("enforce_validation"), true);
    makeObject("free", "Any");

    const std::string url = "/v2/buckets/{bucket}/objects";
    const auto body = [](const std::string& value) {
        return writeJson(JsonObject{{"type", "posts"}, {"title", "A"}, {"metafields", {field("text", "lead", value)}}});
    };
    run({{"nothing given", "POST", url, "{write_key}", R"({"type":"posts","title":"A"})", 400, {"'lead': is required"}},
         {"not set", "POST", url, "{write_key}", body(""), 400, {"metafields[0].value", "is required"}},
         {"too long", "POST", url, "{write_key}", body("123456"), 400, {"metafields[0].value", "maxlength (5)"}}});
    const std::string id = makeId("posts", "Right", {{"metafields", {field("text", "lead", "12345")}}});
    const std::string one = url + "/" + id;
    const std::string tooLong = R"({"value":"123456"})";
    const std::string draft = writeJson(JsonObject{
        {"title", "D"}, {"status", "draft"}, {"metafields", {field("text", "lead", "", {{"required", true}})}}});
    run({{"a single metafield", "PATCH", one + "/metafields/lead", "{write_key}", tooLong, 400, {"maxlength (5)"}},
         {"a draft", "POST", one + "/revisions", "{write_key}", draft, 400, {"is required"}}});

    EXPECT_TRUE(made(patch("/object-types/posts", {{"enforce_validation", nullptr}}), "object_type")
                    .at("enforce_validation")
                    .is_null());
    EXPECT_EQ(patch("/objects/" + id + "/metafields/lead", {{"value", "123456"}}).status, 200);
    EXPECT_TRUE(patch("/object-types/posts", {{"enforce_validation", "yes"}})
                    .problems()
                    .at(0)
                    .starts_with("enforce_validation: "));
}

TEST_P(TypeApplication, AddsARequiredFieldWithItsDefault) {
    makeType("posts", {}, {{"enforce_validation", true}});
    const std::string id = makeId("posts", "Old");
    patch("/object-types/posts", {{"metafields", {field("text", "lead", "", {{"required", true}})}}});
    EXPECT_EQ(apply("posts").json().at("changed"), 1);
    EXPECT_EQ(metadata(id), (Json{{"lead", ""}})) << "the next edit asks for a value";
}

TEST_P(TypeApplication, RefusesBadBodies) {
    makeType("posts");
    const std::string url = "/v2/buckets/{bucket}/object-types/posts/apply";
    run({{"a limit of none", "POST", url, "{write_key}", R"({"limit":0})", 400, {"limit", "between 1 and 10000"}},
         {"too large a limit", "POST", url, "{write_key}", R"({"limit":10001})", 400, {"limit"}},
         {"an unknown field", "POST", url, "{write_key}", R"({"skip":1})", 400, {"\"path\":\"skip\""}},
         {"an unknown place",
          "POST",
          url,
          "{write_key}",
          R"({"after":"0123456789abcdef01234567"})",
          400,
          {"begin again without it"}},
         {"no key", "POST", url, "", "", 401, {"write key"}}});
    EXPECT_EQ(refusalOf(apply("none")), missing("object type", "none"));
    EXPECT_EQ(
        sendRequest(api().port(), "POST", path("/object-types/posts/apply"), {bearer(bucket().writeKey)}, "").status,
        200)
        << "a body is not needed";
}

}  // namespace
}  // namespace inkwell::test
