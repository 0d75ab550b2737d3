#include <future>

#include "store/object_store.h"
#include "tests/plugins/objects/objects_fixture.h"
#include "tests/support/lock_wait.h"
#include "types/type_store.h"

namespace inkwell::objects {
namespace {

class TypeService_ : public ObjectsTest {
protected:
    using ObjectsTest::ObjectsTest;
    JsonObject read(const std::string& slug) {
        RequestParts parts;
        parts.path = {{"slug", slug}};
        return call(Method::Get, "object-types/{slug}", std::move(parts)).at("object_type").as_object();
    }
    JsonArray all() { return call(Method::Get, "object-types").at("object_types").as_array(); }
    void removeType(const std::string& slug, const Access& access = Access::writeKey()) {
        send(Method::Delete, "object-types/{slug}", slug, nullptr, access);
    }
};

TEST_F(TypeService_, AnswersWithEveryFieldOfTheInterface) {
    const JsonObject type = makeType({{"title", "News Posts"}});
    std::vector<std::string> keys;
    for (const auto& one : type) keys.emplace_back(one.key());
    EXPECT_EQ(keys, (std::vector<std::string>{"slug", "title", "singular", "metafields", "options", "localization",
                                              "locales", "priority_locale", "emoji", "singleton", "enforce_validation",
                                              "preview_link", "extensions", "order", "created_at", "modifield_at"}));
    EXPECT_EQ(type.at("slug"), "news-posts");
    EXPECT_EQ(type.at("singular"), "News Posts");
    EXPECT_EQ(type.at("options").at("slug_field"), true);
    EXPECT_EQ(read("news-posts"), type);
}

TEST_F(TypeService_, ListsInTheOrderOfCreationWithOneLookUp) {
    for (const char* title : {"B", "A", "C"}) {
        makeType({{"title", title}, {"metafields", {{{"type", "text"}, {"key", title}, {"value", ""}}}}});
    }
    engine_.decorations = 0;
    const JsonArray types = all();
    ASSERT_EQ(types.size(), 3U);
    EXPECT_EQ(types.at(0).at("title"), "B");
    EXPECT_EQ(types.at(2).at("title"), "C");
    EXPECT_EQ(types.at(1).at("metafields").at(0).at("key"), "A");
    EXPECT_EQ(types.at(1).at("order"), 1);
    EXPECT_EQ(engine_.decorations, 1);
}

TEST_F(TypeService_, AnEditPutsATypeToItsPlaceAndTheOthersMakeRoom) {
    for (const char* title : {"A", "B", "C", "D"}) makeType({{"title", title}});
    removeType("b");
    const auto order = [&] {
        std::string slugs;
        std::int64_t next = 0;
        for (const Json& type : all()) {
            slugs += type.at("slug").as_string();
            EXPECT_EQ(type.at("order"), next++);
        }
        return slugs;
    };
    EXPECT_EQ(editType("d", {{"order", 0}}).at("order"), 0);
    EXPECT_EQ(order(), "dac");
    EXPECT_EQ(editType("d", {{"order", 1}, {"title", "Dee"}}).at("title"), "Dee");
    EXPECT_EQ(order(), "adc");
    EXPECT_EQ(editType("a", {{"order", 99}}).at("order"), 2);
    EXPECT_EQ(order(), "dca");
    editType("c", {{"order", 1}});
    EXPECT_EQ(order(), "dca");
    EXPECT_NE(errorOf([&] { editType("c", {{"order", -1}}); }).find("order: must not be negative"), std::string::npos);
    EXPECT_NE(errorOf([&] { makeType({{"title", "E"}, {"order", 1}}); }).find("order"), std::string::npos);
}

TEST_F(TypeService_, LocalizationNeedsLocalesAndAPriorityAmongThem) {
    const std::string error = errorOf([&] {
        makeType({{"title", "A"}, {"localization", true}, {"priority_locale", "de"}});
    });
    EXPECT_NE(error.find("locales: is required when localization is true"), std::string::npos) << error;
    EXPECT_NE(error.find("priority_locale: 'de' is not one of the type's locales"), std::string::npos) << error;
    makeType({{"title", "B"}, {"localization", true}, {"locales", {"en", "de"}}, {"priority_locale", "de"}});
    EXPECT_NE(errorOf([&] { editType("b", {{"locales", {"en"}}}); }).find("priority_locale"), std::string::npos);
    EXPECT_TRUE(editType("b", {{"locales", {"en"}}, {"priority_locale", nullptr}}).at("priority_locale").is_null());
}

TEST_F(TypeService_, GivenSlugsAreTakenOnceAndDerivedOnesNumbered) {
    makeType({{"title", "Posts"}});
    EXPECT_EQ(makeType({{"title", "Posts"}}).at("slug"), "posts-2");
    EXPECT_EQ(errorOf([&] {
                  makeType({{"title", "X"}, {"slug", "posts"}});
              }),
              "409: the slug 'posts' is taken by another object type of this bucket");
    EXPECT_EQ(errorOf([&] {
                  editType("posts-2", {{"slug", "posts"}});
              }),
              "409: the slug 'posts' is taken by another object type of this bucket");
    EXPECT_EQ(makeType({{"title", "😀"}}).at("slug"), "type");
}

TEST_F(TypeService_, ANewSlugIsFollowedByObjectsTemplatesAndMetafields) {
    makeType({{"title", "Authors"}});
    const JsonArray fields = {
        {{"type", "parent"},
         {"key", "group"},
         {"value", ""},
         {"children", {{{"type", "object"}, {"key", "author"}, {"object_type", "authors"}, {"value", ""}}}}}};
    makeType({{"title", "Posts"}, {"metafields", fields}});
    const std::string author = idOf(make({{"type", "authors"}, {"title", "Ann"}}));
    const std::string post = idOf(make({{"type", "posts"}, {"title", "One"}}));
    std::vector<std::string> renamed;
    fixture_.captured().on<ObjectTypeRenaming>(
        [&](ObjectTypeRenaming& event) { renamed.push_back(event.from + ">" + event.to); });

    EXPECT_EQ(editType("authors", {{"slug", "people"}}).at("slug"), "people");
    EXPECT_EQ(renamed, std::vector<std::string>{"authors>people"});
    EXPECT_EQ(ObjectsTest::read(author).at("type"), "people");
    EXPECT_EQ(read("posts").at("metafields").at(0).at("children").at(0).at("object_type"), "people");
    const JsonObject object = ObjectsTest::read(post, {{"show_metafields", "true"}});
    EXPECT_EQ(object.at("metafields").at(0).at("children").at(0).at("object_type"), "people");
    EXPECT_EQ(errorOf([&] { read("authors"); }), "404: object type 'authors' was not found");
}

// Who stores a revision holds the object: other plugins look for what is stored when all of these are through.
TEST_F(TypeService_, OtherPluginsFollowANewSlugAfterTheObjects) {
    makeType({{"title", "Authors"}});
    const JsonArray fields{
        JsonObject{{"type", "object"}, {"key", "author"}, {"object_type", "authors"}, {"value", ""}}};
    makeType({{"title", "Posts"}, {"metafields", fields}});
    const std::string author = idOf(make({{"type", "authors"}, {"title", "Ann"}}));
    const std::string post = idOf(make({{"type", "posts"}, {"title", "One"}}));
    std::string seen;
    fixture_.captured().on<ObjectTypeRenaming>([&](ObjectTypeRenaming&) {
        fixture_.database().write([&](Sql& sql) {
            ObjectStore store(sql);
            seen = store.findForUpdate(bucket_->id, author)->type;
            seen += " " + std::string(textOf(store.findForUpdate(bucket_->id, post)->metafields().at(0).as_object(),
                                             "object_type"));
        });
    });
    editType("authors", {{"slug", "people"}});
    EXPECT_EQ(seen, "people people");
}

TEST_F(TypeService_, ANewSlugInRelationsOfWhatReadersSeeTakesTheRightToPublish) {
    makeType({{"title", "Tags"}});
    makeType({{"title", "Posts"}});
    const JsonArray fields{JsonObject{{"type", "object"}, {"key", "tag"}, {"object_type", "tags"}, {"value", ""}}};
    const std::string id = idOf(make({{"type", "posts"}, {"title", "One"}, {"metafields", fields}}));
    const Access drafter = Access::user("u00000000000000000000001", Membership{Role::Developer, true, {}, {}});
    EXPECT_EQ(errorOf([&] {
                  send(Method::Patch, "object-types/{slug}", "tags", {{"slug", "labels"}}, drafter);
              }),
              "403: your role in this bucket does not allow to publish, or to edit what is published");
    edit(id, {{"status", "draft"}});
    send(Method::Patch, "object-types/{slug}", "tags", {{"slug", "labels"}}, drafter);
    EXPECT_EQ(read("labels").at("slug"), "labels");
}

TEST_F(TypeService_, ARenamingOntoLeftObjectsThatCollideIsRefused) {
    makeType({{"title", "Old"}});
    make({{"type", "old"}, {"title", "Same"}});
    removeType("old");
    makeType({{"title", "New"}});
    make({{"type", "new"}, {"title", "Same"}});
    EXPECT_EQ(errorOf([&] {
                  editType("new", {{"slug", "old"}});
              }),
              "409: objects left by a deleted type 'old' have slugs that objects of this type have too; delete them or "
              "choose another slug");
    EXPECT_EQ(read("new").at("slug"), "new");
}

TEST_F(TypeService_, SaysWhetherTheRulesOfMetafieldsHoldForItsObjects) {
    const JsonArray metafields{JsonObject{{"type", "text"}, {"key", "a"}, {"value", ""}}};
    EXPECT_TRUE(makeType({{"title", "Posts"}, {"metafields", metafields}}).at("enforce_validation").is_null());
    const std::string id = idOf(make({{"type", "posts"}, {"title", "One"}}));
    const auto saidOnWrites = [&] {
        std::vector<std::optional<bool>> said;
        make({{"type", "posts"}, {"title", "New"}});
        said.push_back(engine_.lastEnforceValidation);
        make({{"type", "posts"}, {"title", "New"}, {"metafields", metafields}});
        said.push_back(engine_.lastEnforceValidation);
        edit(id, {{"metafields", metafields}});
        said.push_back(engine_.lastEnforceValidation);
        fixture_.find<ObjectCatalog>()->editMetafields(*bucket_, Access::writeKey(), id, [&](const auto& edited) {
            said.push_back(edited.templates.enforceValidation);
        });
        return said;
    };
    using Said = std::vector<std::optional<bool>>;
    EXPECT_EQ(saidOnWrites(), Said(4, std::nullopt));
    EXPECT_EQ(editType("posts", {{"enforce_validation", true}}).at("enforce_validation"), true);
    EXPECT_EQ(read("posts").at("enforce_validation"), true);
    EXPECT_EQ(saidOnWrites(), Said(4, true));
    editType("posts", {{"title", "Posts"}});
    EXPECT_EQ(saidOnWrites(), Said(4, true)) << "an edit keeps what it does not name";
    editType("posts", {{"enforce_validation", false}});
    EXPECT_EQ(saidOnWrites(), Said(4, false));
    EXPECT_TRUE(editType("posts", {{"enforce_validation", nullptr}}).at("enforce_validation").is_null());
    EXPECT_EQ(saidOnWrites(), Said(4, std::nullopt));
}

TEST_F(TypeService_, DeletionLeavesTheObjects) {
    makeType({{"title", "Posts"}});
    const std::string id = idOf(make({{"type", "posts"}, {"title", "One"}}));
    removeType("posts");
    EXPECT_EQ(ObjectsTest::read(id).at("title"), "One");
    EXPECT_EQ(edit(id, {{"title", "Two"}}).at("title"), "Two");
    EXPECT_EQ(errorOf([&] { removeType("posts"); }), test::missing("object type", "posts"));
}

TEST_F(TypeService_, ATypeWithSeveralObjectsCannotBecomeASingleton) {
    makeType({{"title", "Posts"}});
    make({{"type", "posts"}, {"title", "One"}});
    EXPECT_EQ(editType("posts", {{"singleton", true}}).at("singleton"), true);
    editType("posts", {{"singleton", false}});
    make({{"type", "posts"}, {"title", "Two"}});
    EXPECT_EQ(errorOf([&] {
                  editType("posts", {{"singleton", true}});
              }),
              "409: object type 'posts' has several objects; a singleton has one");
}

TEST_F(TypeService_, AnEditKeepsWhatItDoesNotName) {
    makeType({{"title", "Posts"},
              {"emoji", "📰"},
              {"metafields", {{{"type", "text"}, {"key", "k"}, {"value", ""}}}},
              {"options", {{"slug_field", false}}}});
    const JsonObject edited = editType("posts", {{"title", "Stories"}, {"options", {{"content_editor", false}}}});
    EXPECT_EQ(edited.at("slug"), "posts");
    EXPECT_EQ(edited.at("emoji"), "📰");
    EXPECT_EQ(edited.at("metafields").as_array().size(), 1U);
    EXPECT_EQ(edited.at("options").at("slug_field"), false);
    EXPECT_EQ(edited.at("options").at("content_editor"), false);
    EXPECT_EQ(editType("posts", {{"metafields", JsonArray()}}).at("metafields").as_array().size(), 0U);
}

TEST_F(TypeService_, ATypeMayReferToItself) {
    makeType({{"title", "Pages"}, {"metafields", {{{"type", "object"}, {"key", "k"}, {"value", ""}}}}});
    EXPECT_EQ(engine_.lastTrustedTypes, std::set<std::string>{"pages"});
}

TEST_F(TypeService_, EditorsDoNotWriteTypes) {
    Membership membership;
    membership.role = Role::Editor;
    const Access editor = Access::user("a00000000000000000000001", membership);
    EXPECT_EQ(errorOf([&] {
                  makeType({{"title", "A"}}, editor);
              }),
              "403: your role in this bucket does not allow to write object types");
    makeType({{"title", "A"}});
    EXPECT_EQ(errorOf([&] { removeType("a", editor); }),
              "403: your role in this bucket does not allow to write object types");
}

TEST_F(TypeService_, EveryWriteIsAFact) {
    makeType({{"title", "A"}});
    editType("a", {{"title", "B"}});
    removeType("a");
    const auto facts = fixture_.captured().facts<ObjectTypeChanged>();
    ASSERT_EQ(facts.size(), 3U);
    EXPECT_EQ(facts[0].change.action, "created");
    EXPECT_EQ(facts[0].change.type, "a");
    EXPECT_EQ(facts[1].change.action, "edited");
    EXPECT_EQ(facts[2].change.action, "deleted");
}

TEST_F(TypeService_, RenamedFieldsTakeTheObjectsAndTheirDraftsAlong) {
    const auto text = [](const char* key) { return JsonObject{{"type", "text"}, {"key", key}, {"value", ""}}; };
    makeType({{"title", "Posts"}, {"metafields", {text("a"), text("b")}}});
    const auto post = [&](const char* title) {
        return idOf(make({{"type", "posts"},
                          {"title", title},
                          {"metafields", {{{"type", "text"}, {"key", "a"}, {"value", title}}}}}));
    };
    const std::string one = post("One");
    const std::string two = post("Two");
    fixture_.database().write([&](Sql&) {
        fixture_.find<ObjectCatalog>()->revise(*bucket_, Access::writeKey(), two, fixture_.ids().next(),
                                               {{"title", "Next"}, {"status", "draft"}});
    });
    fixture_.captured().clear();
    const Json body{{"metafields", {text("lead"), text("b")}}, {"renamed_fields", {{"a", "lead"}}}};
    const Access apprentice = Access::user("a00000000000000000000001", Membership{Role::Developer, true, {}, {}});
    EXPECT_EQ(errorOf([&] { send(Method::Patch, "object-types/{slug}", "posts", body, apprentice); }).substr(0, 3),
              "403")
        << "readers see it";
    const JsonObject answer = send(Method::Patch, "object-types/{slug}", "posts", body);
    EXPECT_EQ(answer.at("renamed_fields"), (Json{{"objects", 2}}));
    EXPECT_FALSE(answer.contains("new_fields")) << "what has another key is not new";
    const auto metadata = [&](const std::string& id, const char* status) {
        RequestParts parts;
        parts.path = {{"id", id}};
        parts.query = {{"status", status}};
        return call(Method::Get, "objects/{id}", std::move(parts)).at("object").at("metadata");
    };
    EXPECT_EQ(metadata(one, "published"), (Json{{"lead", "One"}, {"b", ""}}));
    EXPECT_EQ(metadata(two, "published"), (Json{{"lead", "Two"}, {"b", ""}}));
    EXPECT_EQ(metadata(two, "any"), (Json{{"lead", "Two"}, {"b", ""}})) << "a draft too";
    EXPECT_EQ(fixture_.captured().facts<ObjectEdited>().size(), 2U);
}

TEST_F(TypeService_, RenamedFieldsAreRefusedWithTheirPlace) {
    makeType({{"title", "Posts"}, {"metafields", {{{"type", "text"}, {"key", "a"}, {"value", ""}}}}});
    EXPECT_EQ(
        errorOf([&] {
            editType("posts", {{"renamed_fields", {{"a", "b"}}}});
        }),
        "400: object type 'posts' cannot be edited: renamed_fields: needs 'metafields', which have the new keys (and 1 "
        "more); renamed_fields.a: is still a metafield of the type: leave it out of 'metafields'");
    EXPECT_NE(errorOf([&] {
                  editType("posts", {{"metafields", JsonArray()}, {"renamed_fields", {{"a", 1}}}});
              }).find("renamed_fields.a: must be the new key, a text"),
              std::string::npos);
    EXPECT_NE(errorOf([&] {
                  makeType({{"title", "Others"}, {"renamed_fields", {{"a", "b"}}}});
              }).find("renamed_fields: is not a known field"),
              std::string::npos)
        << "a new type has nothing that was called otherwise";
}

class TypeServiceOnMariaDb : public TypeService_ {
protected:
    TypeServiceOnMariaDb() : TypeService_(test::Engine::Mysql) {}
};

TEST_F(TypeServiceOnMariaDb, ARenameWaitsForEditsOfTypesThatNameIt) {
    makeType({{"title", "Authors"}});
    const Json author{{"type", "object"}, {"key", "author"}, {"value", ""}, {"object_type", "authors"}};
    makeType({{"title", "Posts"}, {"metafields", {author}}});
    std::future<void> renamed;
    fixture_.database().write([&](Sql& sql) {
        StoredType posts = TypeStore(sql).findForUpdate(bucket_->id, "posts").value();
        posts.title = "Edited";
        TypeStore(sql).update(posts);
        renamed = std::async(std::launch::async, [&] { editType("authors", {{"slug", "people"}}); });
        EXPECT_TRUE(test::anotherWaitsForALock(sql));
    });
    renamed.get();
    EXPECT_EQ(read("posts").at("title"), "Edited");
    EXPECT_EQ(read("posts").at("metafields").at(0).at("object_type"), "people");
}

}  // namespace
}  // namespace inkwell::objects
