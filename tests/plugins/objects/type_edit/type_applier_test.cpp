#include "type_edit/type_applier.h"

#include "inkwell/object_schema.h"
#include "store/object_store.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

using Keys = std::vector<std::string>;

class TypeApplier_ : public ObjectsTest {
protected:
    void SetUp() override { makeType({{"title", "Posts"}, {"metafields", {text("a", "1")}}}); }

    static JsonObject text(const std::string& key, const std::string& value) {
        return {{"type", "text"}, {"key", key}, {"value", value}};
    }
    JsonObject apply(const Json& body = JsonObject(), const Access& access = Access::writeKey()) {
        return send(Method::Post, "object-types/{slug}/apply", "posts", body, access);
    }
    /// The whole answer to a PATCH of the type.
    JsonObject editedType(const Json& body) { return send(Method::Patch, "object-types/{slug}", "posts", body); }
    void addField(const std::string& key, const std::string& value = "new") {
        JsonArray metafields{text("a", "1")};
        metafields.push_back(text(key, value));
        editType("posts", {{"metafields", metafields}});
    }
    std::string makePost(const std::string& title, const JsonObject& more = {}) {
        JsonObject body{{"type", "posts"}, {"title", title}};
        for (const auto& member : more) body[member.key()] = member.value();
        return idOf(make(body));
    }
    void prepare(const std::string& id, const JsonObject& body) {
        JsonObject draft{{"title", "Next"}, {"status", "draft"}};
        for (const auto& member : body) draft[member.key()] = member.value();
        fixture_.database().write([&](Sql&) {
            fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), id, fixture_.ids().next(), draft);
        });
    }
    Json metadata(const std::string& id, const char* status = "published") {
        return read(id, {{"status", status}}).at("metadata");
    }
};

TEST_F(TypeApplier_, AddsWhatObjectsLackAndTellsHowManyItChanged) {
    const std::string old = makePost("Old");
    const std::string draft = makePost("Draft", {{"status", "draft"}});
    addField("b");
    const std::string fresh = makePost("Fresh");
    makeType({{"title", "Pages"}});
    make({{"type", "pages"}, {"title", "Other"}});
    fixture_.captured().clear();
    fixture_.fixedClock().advance(5);

    const JsonObject done = apply();
    EXPECT_EQ(done, (JsonObject{{"total", 3}, {"examined", 3}, {"changed", 2}, {"more", false}, {"after", nullptr}}));
    EXPECT_EQ(metadata(old), (Json{{"a", "1"}, {"b", "new"}}));
    EXPECT_EQ(metadata(draft, "any"), (Json{{"a", "1"}, {"b", "new"}}));
    EXPECT_EQ(fixture_.captured().summary(), (Keys{"object.edited edited " + old, "object.edited edited " + draft}));
    const auto facts = fixture_.captured().facts<ObjectEdited>();
    EXPECT_EQ(facts.at(0).change.readerAction, "edited");
    EXPECT_EQ(facts.at(1).change.readerAction, "") << "nobody sees a draft";
    EXPECT_FALSE(facts.at(0).triggerWebhook);
    EXPECT_NE(read(old).at("modified_at"), read(fresh).at("modified_at"));
    EXPECT_EQ(list({{"query", R"({"metadata.b": "new"})"}}).at("total"), 2) << "queries find it";

    fixture_.captured().clear();
    EXPECT_EQ(apply().at("changed"), 0);
    EXPECT_EQ(fixture_.captured().summary(), Keys{});
}

TEST_F(TypeApplier_, CompletesADraftAndItsObjectWithoutEndingIt) {
    const std::string both = makePost("Both");
    const std::string onlyDraft = makePost("Only the draft");
    addField("b");
    edit(onlyDraft, {{"metafields", {text("a", "2"), text("b", "own")}}});
    prepare(both, {});
    prepare(onlyDraft, {{"metafields", {text("a", "3")}}});
    fixture_.captured().clear();
    EXPECT_EQ(apply().at("changed"), 2);
    EXPECT_EQ(metadata(both), (Json{{"a", "1"}, {"b", "new"}}));
    EXPECT_EQ(metadata(both, "any"), (Json{{"a", "1"}, {"b", "new"}}));
    EXPECT_EQ(read(both, {{"status", "any"}}).at("title"), "Next");
    EXPECT_EQ(metadata(onlyDraft), (Json{{"a", "2"}, {"b", "own"}}));
    EXPECT_EQ(metadata(onlyDraft, "any"), (Json{{"a", "3"}, {"b", "new"}}));
    const auto facts = fixture_.captured().facts<ObjectEdited>();
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts.at(0).change.readerAction, "edited");
    EXPECT_EQ(facts.at(1).change.readerAction, "") << "readers see nothing of a draft";
    EXPECT_EQ(apply().at("changed"), 0);
}

TEST_F(TypeApplier_, GoesOnBehindTheLastObject) {
    for (int i = 0; i < 130; ++i) makePost("P" + std::to_string(i));
    addField("b");
    JsonObject done = apply({{"limit", 60}});
    EXPECT_EQ(done.at("examined"), 60);
    EXPECT_EQ(done.at("changed"), 60);
    EXPECT_EQ(done.at("total"), 130);
    EXPECT_EQ(done.at("more"), true);
    done = apply({{"limit", 60}, {"after", done.at("after")}});
    EXPECT_EQ(done.at("changed"), 60);
    done = apply({{"limit", 60}, {"after", done.at("after")}});
    EXPECT_EQ(done.at("changed"), 10);
    EXPECT_EQ(done.at("more"), false);
    EXPECT_EQ(apply().at("changed"), 0);
    EXPECT_EQ(errorOf([&] {
                  apply({{"after", "0123456789abcdef01234567"}});
              }),
              "400: 'after' names the object '0123456789abcdef01234567', which was not found; begin again without it");
}

TEST_F(TypeApplier_, KeepsWhatIsStoredWhenAnObstacleComesLater) {
    for (int i = 0; i < 70; ++i) makePost("P" + std::to_string(i));
    addField("b");
    int saved = 0;
    bool blocked = true;
    fixture_.captured().on<ObjectSaving>([&](ObjectSaving&) {
        if (blocked && ++saved > 60) throw ApiError::unavailable("not now", 1);
    });
    const JsonObject done = apply();
    EXPECT_EQ(done.at("changed"), 50) << "a share is stored wholly or not at all";
    EXPECT_EQ(done.at("more"), true);
    EXPECT_EQ(list({{"query", R"({"metadata.b": "new"})"}}).at("total"), 50);
    EXPECT_EQ(errorOf([&] { apply({{"after", done.at("after")}}); }), "503: not now") << "nothing was stored";
    blocked = false;
    EXPECT_EQ(apply({{"after", done.at("after")}}).at("changed"), 20);
}

TEST_F(TypeApplier_, AsksForTheRightsToWriteTypesAndWhatIsPublished) {
    const Access editor = Access::user("0123456789abcdef01234567", Membership{Role::Editor, false, {}, {}});
    const Access drafter = Access::user("0123456789abcdef01234567", Membership{Role::Developer, true, {}, {}});
    EXPECT_EQ(errorOf([&] { apply(JsonObject(), editor); }).substr(0, 3), "403");
    const std::string id = makePost("Draft", {{"status", "draft"}});
    addField("b");
    EXPECT_EQ(apply(JsonObject(), drafter).at("changed"), 1);
    EXPECT_EQ(read(id, {{"status", "any"}}).at("modified_by"), "0123456789abcdef01234567");
    makePost("Live");
    EXPECT_EQ(errorOf([&] { apply(JsonObject(), drafter); }),
              "403: your role in this bucket does not allow to publish, or to edit what is published");
}

TEST_F(TypeApplier_, IsRefusedForWhatIsNotThere) {
    EXPECT_EQ(errorOf([&] { send(Method::Post, "object-types/{slug}/apply", "none", JsonObject()); }),
              "404: object type 'none' was not found");
    fixture_.setService<MetafieldEngine>(nullptr);
    EXPECT_EQ(errorOf([&] { apply(); }), "503: metafields cannot be written: the plugin 'metafields' is disabled");
}

TEST_F(TypeApplier_, CountsTheObjectsThatLackANewField) {
    makePost("Old");
    makePost("Draft", {{"status", "draft"}});
    makePost("Has it", {{"metafields", {text("b", "own")}}});
    const JsonObject answer = editedType({{"metafields", {text("a", "1"), text("b", ""), text("c", "")}}});
    EXPECT_EQ(answer.at("new_fields"), (Json{{"keys", {"b", "c"}}, {"objects_without", 3}, {"more", false}}));
    const JsonObject one = editedType({{"metafields", {text("a", "1"), text("b", ""), text("c", ""), text("d", "")}}});
    EXPECT_EQ(one.at("new_fields").at("keys"), Json(JsonArray{"d"}));
    EXPECT_FALSE(editedType({{"title", "Articles"}}).contains("new_fields"));
    EXPECT_FALSE(editedType({{"metafields", {text("a", "1")}}}).contains("new_fields"));
}

TEST_F(TypeApplier_, CountsWithinBounds) {
    fixture_.database().write([&](Sql&) {
        for (int i = 0; i < 1010; ++i) makePost("P" + std::to_string(i));
    });
    const Json counted = editedType({{"metafields", {text("b", "")}}}).at("new_fields");
    EXPECT_LE(counted.at("objects_without").to_number<int>(), 1000);
    EXPECT_GT(counted.at("objects_without").to_number<int>(), 0);
    EXPECT_EQ(counted.at("more"), true);
}

TEST_F(TypeApplier_, RenamesTheFieldsOfAtMostTenThousandObjectsForARequest) {
    fixture_.database().write([&](Sql& sql) {
        StoredObject post(JsonObject{{"metafields", {text("a", "1")}}});
        post.bucketId = bucket_->id;
        post.type = "posts";
        post.status = "draft";
        for (int i = 0; i < 10'001; ++i) {
            post.id = fixture_.ids().next();
            post.slug = post.title = "p" + std::to_string(i);
            ObjectStore(sql).insert(post);
        }
    });
    const std::string refusal =
        "409: object type 'posts' has 10001 objects; fields of at most 10000 are renamed by a request: 'inkwell schema "
        "apply' renames those of more";
    EXPECT_EQ(errorOf([&] {
                  editedType({{"metafields", {text("b", "1")}}, {"renamed_fields", {{"a", "b"}}}});
              }),
              refusal);
    JsonObject file = call(Method::Get, "schema").at("files").at("posts.json").as_object();
    JsonObject& field = file.at("metafields").at(0).as_object();
    field["key"] = "b";
    field["renamed_from"] = "a";
    for (const bool isTrial : {true, false}) {
        const JsonObject body{{"files", {{"posts.json", file}}}, {"dry_run", isTrial}};
        EXPECT_EQ(errorOf([&] { send(Method::Post, "schema", "", body); }), refusal) << isTrial;
    }
    EXPECT_NO_THROW(fixture_.find<ObjectSchema>()->plan(*bucket_, {{"posts.json", file}})) << "for the operator";
}

}  // namespace
}  // namespace inkwell::objects
