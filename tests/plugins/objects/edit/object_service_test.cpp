#include <cstdlib>

#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

constexpr const char* kMissing = "f00000000000000000000000";

Access member(Role role, bool draftOnly = false, std::vector<std::string> types = {}) {
    Membership membership;
    membership.role = role;
    membership.draftOnly = draftOnly;
    membership.objectTypes = std::move(types);
    return Access::user("a00000000000000000000001", membership);
}

/// Counts what is asked of it.
class Counting : public boost::json::memory_resource {
public:
    std::size_t bytes = 0;

private:
    void* do_allocate(std::size_t size, std::size_t alignment) override {
        bytes += size;
        return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    }
    void do_deallocate(void* at, std::size_t, std::size_t) override { std::free(at); }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

class ObjectService_ : public ObjectsTest {
protected:
    ObjectService_() { makeType({{"title", "Posts"}}); }
};

TEST_F(ObjectService_, AnswersWithEveryFieldInTheInterfacesOrder) {
    const JsonObject object = make({{"type", "posts"}, {"title", "One"}});
    std::vector<std::string> keys;
    for (const auto& one : object) keys.emplace_back(one.key());
    EXPECT_EQ(keys,
              (std::vector<std::string>{"id",           "slug",       "title",        "content",     "bucket",
                                        "created",      "created_at", "created_by",   "modified_at", "modified_by",
                                        "published_at", "publish_at", "unpublish_at", "status",      "type",
                                        "locale",       "options",    "thumbnail",    "metadata",    "metafields"}));
    EXPECT_FALSE(read(idOf(object)).contains("metafields"));
    EXPECT_TRUE(read(idOf(object), {{"show_metafields", "true"}}).contains("metafields"));
}

TEST_F(ObjectService_, ReportsProblemsOfFormContentAndMetafieldsTogether) {
    const std::string error = errorOf([&] {
        make({{"type", "nope"},
              {"title", 7},
              {"locale", "en"},
              {"thumbnail", "gone.png"},
              {"metafields", {{{"type", "bad"}, {"key", "k"}, {"value", ""}}}}});
    });
    for (const char* fragment :
         {"400", "title", "object type 'nope' was not found", "locale", "media 'gone.png'", "metafields[0].type"}) {
        EXPECT_NE(error.find(fragment), std::string::npos) << fragment << " in " << error;
    }
    EXPECT_EQ(list({{"status", "any"}}).at("total"), 0);
}

TEST_F(ObjectService_, NumbersDerivedSlugsAndRefusesTakenOnes) {
    EXPECT_EQ(make({{"type", "posts"}, {"title", "Same"}}).at("slug"), "same");
    EXPECT_EQ(make({{"type", "posts"}, {"title", "Same"}}).at("slug"), "same-2");
    EXPECT_EQ(make({{"type", "posts"}, {"title", "Same 3"}}).at("slug"), "same-3");
    EXPECT_EQ(make({{"type", "posts"}, {"title", "Same"}}).at("slug"), "same-4");
    EXPECT_EQ(make({{"type", "posts"}, {"title", "日本語"}}).at("slug"), "object");
    EXPECT_EQ(errorOf([&] {
                  make({{"type", "posts"}, {"title", "A"}, {"slug", "same"}});
              }),
              "409: the slug 'same' is taken by another object of type 'posts'");
    makeType({{"title", "Pages"}});
    EXPECT_EQ(make({{"type", "pages"}, {"title", "Same"}}).at("slug"), "same");
}

TEST_F(ObjectService_, KeepsTheSlugWhenTheTitleChanges) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "Old"}}));
    const JsonObject edited = edit(id, {{"title", "New"}});
    EXPECT_EQ(edited.at("slug"), "old");
    EXPECT_EQ(edited.at("title"), "New");
    make({{"type", "posts"}, {"title", "Taken"}});
    EXPECT_EQ(errorOf([&] {
                  edit(id, {{"slug", "taken"}});
              }),
              "409: the slug 'taken' is taken by another object of type 'posts'");
}

TEST_F(ObjectService_, StatusMovesAsTheInterfaceSays) {
    const JsonObject draft = make({{"type", "posts"}, {"title", "A"}, {"status", "draft"}});
    EXPECT_TRUE(draft.at("published_at").is_null());
    const std::string id = idOf(draft);
    EXPECT_EQ(errorOf([&] { read(id); }), "404: object '" + id + "' was not found");
    EXPECT_EQ(read(id, {{"status", "any"}}).at("status"), "draft");
    const JsonObject published = edit(id, {{"status", "published"}});
    EXPECT_TRUE(published.at("published_at").is_string());
    fixture_.fixedClock().advance(1000);
    EXPECT_EQ(edit(id, {{"title", "B"}}).at("published_at"), published.at("published_at"));
    const JsonObject back = edit(id, {{"status", "draft"}});
    EXPECT_EQ(back.at("status"), "draft");
    EXPECT_EQ(back.at("published_at"), published.at("published_at"));
}

TEST_F(ObjectService_, LocalesFollowTheType) {
    makeType({{"title", "Pages"}, {"localization", true}, {"locales", {"en", "de"}}});
    EXPECT_EQ(make({{"type", "pages"}, {"title", "Home"}}).at("locale"), "en");
    EXPECT_EQ(make({{"type", "pages"}, {"title", "Home"}, {"locale", "de"}}).at("slug"), "home");
    EXPECT_EQ(errorOf([&] {
                  make({{"type", "pages"}, {"title", "X"}, {"locale", "fr"}});
              }),
              "400: the object cannot be created: locale: 'fr' is not a locale of object type "
              "'pages'; its locales are: 'en', 'de'");
    EXPECT_EQ(errorOf([&] {
                  make({{"type", "posts"}, {"title", "X"}, {"locale", "en"}});
              }),
              "400: the object cannot be created: locale: cannot be set: object type 'posts' is "
              "not localized");
    EXPECT_TRUE(make({{"type", "posts"}, {"title", "X"}, {"locale", nullptr}}).at("locale").is_null());
    const std::string id = idOf(make({{"type", "posts"}, {"title", "X"}}));
    EXPECT_EQ(errorOf([&] {
                  edit(id, {{"locale", ""}});
              }),
              "400: object '" + id + "' cannot be edited: locale: '' is not a locale code; codes are case-sensitive");
}

TEST_F(ObjectService_, ALocaleLeftByItsTypeIsKept) {
    makeType({{"title", "Pages"}, {"localization", true}, {"locales", {"en"}}});
    const std::string id = idOf(make({{"type", "pages"}, {"title", "Home"}}));
    editType("pages", {{"localization", false}});
    EXPECT_EQ(edit(id, {{"title", "House"}}).at("locale"), "en");
    EXPECT_TRUE(edit(id, {{"locale", nullptr}}).at("locale").is_null());
    editType("pages", {{"localization", true}});
    EXPECT_EQ(edit(id, {{"locale", "en"}}).at("locale"), "en");
    EXPECT_EQ(errorOf([&] {
                  edit(id, {{"locale", nullptr}});
              }),
              "400: object '" + id + "' cannot be edited: locale: cannot be null: object type 'pages' is localized");
}

TEST_F(ObjectService_, NoLocaleFromBeforeItsTypeWasLocalizedMayBeSentBack) {
    makeType({{"title", "Pages"}});
    const std::string id = idOf(make({{"type", "pages"}, {"title", "Home"}}));
    editType("pages", {{"localization", true}, {"locales", {"en"}}});
    const JsonObject edited = edit(id, {{"locale", nullptr}, {"title", "House"}});
    EXPECT_TRUE(edited.at("locale").is_null());
    EXPECT_EQ(edited.at("title"), "House");
    EXPECT_EQ(edit(id, {{"locale", "en"}}).at("locale"), "en");
}

TEST_F(ObjectService_, ASingletonTakesOneObject) {
    makeType({{"title", "Settings"}, {"singleton", true}});
    make({{"type", "settings"}, {"title", "Site"}});
    EXPECT_EQ(errorOf([&] {
                  make({{"type", "settings"}, {"title", "Other"}});
              }),
              "409: object type 'settings' is a singleton and has its object already");
}

TEST_F(ObjectService_, AuthorsAreTheTokensOwnersUnlessGiven) {
    const JsonObject own = make({{"type", "posts"}, {"title", "A"}}, member(Role::Editor));
    EXPECT_EQ(own.at("created_by"), "a00000000000000000000001");
    EXPECT_EQ(own.at("modified_by"), "a00000000000000000000001");
    const JsonObject byKey = make({{"type", "posts"}, {"title", "B"}});
    EXPECT_TRUE(byKey.at("created_by").is_null());
    const JsonObject given = make({{"type", "posts"}, {"title", "C"}, {"created_by", kMissing}}, member(Role::Editor));
    EXPECT_EQ(given.at("created_by"), kMissing);
    EXPECT_EQ(edit(idOf(byKey), {{"title", "D"}}, member(Role::Editor)).at("modified_by"), "a00000000000000000000001");
}

TEST_F(ObjectService_, ADraftOnlyUserReachesNoReader) {
    const Access access = member(Role::Editor, true);
    const std::string noPublishing =
        "403: your role in this bucket does not allow to publish, or to edit what is published";
    const std::string published = idOf(make({{"type", "posts"}, {"title", "Live"}}));
    const std::int64_t soon = fixture_.fixedClock().nowMs() + 60'000;
    EXPECT_EQ(errorOf([&] { make({{"type", "posts"}, {"title", "A"}}, access); }), noPublishing);
    EXPECT_EQ(errorOf([&] { make({{"type", "posts"}, {"title", "A"}, {"publish_at", soon}}, access); }), noPublishing);
    EXPECT_EQ(errorOf([&] { edit(published, {{"title", "A"}}, access); }), noPublishing);
    EXPECT_EQ(errorOf([&] { edit(published, {{"status", "draft"}}, access); }), noPublishing);
    EXPECT_EQ(errorOf([&] { remove(published, access); }), noPublishing);
    const std::string draft = idOf(make({{"type", "posts"}, {"title", "A"}, {"status", "draft"}}, access));
    EXPECT_EQ(edit(draft, {{"title", "B"}}, access).at("title"), "B");
    EXPECT_EQ(errorOf([&] { edit(draft, {{"status", "published"}}, access); }), noPublishing);
}

TEST_F(ObjectService_, AContributorWritesTheListedTypesOnly) {
    makeType({{"title", "Pages"}});
    const Access access = member(Role::Contributor, false, {"posts"});
    const std::string noPages = "403: your role in this bucket does not allow to write objects of the type 'pages'";
    const std::string page = idOf(make({{"type", "pages"}, {"title", "A"}}));
    EXPECT_EQ(make({{"type", "posts"}, {"title", "A"}}, access).at("type"), "posts");
    EXPECT_EQ(errorOf([&] { make({{"type", "pages"}, {"title", "B"}}, access); }), noPages);
    EXPECT_EQ(errorOf([&] { edit(page, {{"title", "B"}}, access); }), noPages);
    EXPECT_EQ(errorOf([&] { remove(page, access); }), noPages);
}

TEST_F(ObjectService_, OptionsStartAsTheTypesAndMergeInAnEdit) {
    makeType({{"title", "Plain"}, {"options", {{"slug_field", false}}}});
    const JsonObject object = make({{"type", "plain"}, {"title", "A"}});
    EXPECT_EQ(object.at("options").at("slug_field"), false);
    EXPECT_EQ(object.at("options").at("content_editor"), true);
    const JsonObject edited = edit(idOf(object), {{"options", {{"content_editor", false}}}});
    EXPECT_EQ(edited.at("options").at("slug_field"), false);
    EXPECT_EQ(edited.at("options").at("content_editor"), false);
}

TEST_F(ObjectService_, TakesTheTypesMetafieldsByDefault) {
    makeType({{"title", "Notes"}, {"metafields", {{{"type", "text"}, {"key", "k"}, {"value", "default"}}}}});
    EXPECT_EQ(make({{"type", "notes"}, {"title", "A"}}).at("metadata").at("k"), "default");
    EXPECT_EQ(
        make({{"type", "notes"}, {"title", "B"}, {"metafields", {{{"type", "text"}, {"key", "k"}, {"value", "own"}}}}})
            .at("metadata")
            .at("k"),
        "own");
}

TEST_F(ObjectService_, AnEditByKeysReplacesEachMetafieldInItsPlace) {
    constexpr int kMany = 2000;
    JsonArray metafields;
    JsonObject metadata{{"new", "n"}};
    for (int i = 0; i < kMany; ++i) {
        metafields.push_back({{"type", "text"}, {"key", "k" + std::to_string(i)}, {"value", "old"}});
        const std::string number = std::to_string(kMany - 1 - i);
        if (number != "7") metadata["k" + number] = "v" + number;
    }
    const std::string id = idOf(make({{"type", "posts"}, {"title", "A"}, {"metafields", metafields}}));
    const JsonObject edited = edit(id, {{"metadata", metadata}});
    const JsonArray& stored = edited.at("metafields").as_array();
    ASSERT_EQ(stored.size(), kMany + 1U);
    for (std::size_t i = 0; i < kMany; ++i) {
        const std::string number = std::to_string(i);
        EXPECT_EQ(stored.at(i).at("key"), Json("k" + number));
        EXPECT_EQ(stored.at(i).at("value"), Json(i == 7 ? "old" : "v" + number));
    }
    EXPECT_EQ(stored.at(kMany).at("key"), "new");
}

TEST_F(ObjectService_, WithoutTheMetafieldsPluginOnlyMetafieldsAreRefused) {
    makeType({{"title", "Notes"}, {"metafields", {{{"type", "text"}, {"key", "k"}, {"value", "v"}}}}});
    const std::string before = idOf(make({{"type", "notes"}, {"title", "A"}}));
    fixture_.setService<MetafieldEngine>(nullptr);
    EXPECT_EQ(errorOf([&] {
                  make({{"type", "posts"}, {"title", "B"}, {"metafields", JsonArray()}});
              }),
              "400: the object cannot be created: metafields: metafields cannot be written: the "
              "plugin 'metafields' is disabled");
    EXPECT_EQ(edit(before, {{"title", "C"}}).at("title"), "C");
    EXPECT_EQ(read(before).at("metadata"), Json(JsonObject()));
    fixture_.setService<MetafieldEngine>(&engine_);
    EXPECT_EQ(read(before).at("metadata").at("k"), "v");
}

TEST_F(ObjectService_, AThumbnailIsVerifiedWhileMediaIsThere) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "A"}, {"thumbnail", "known.png"}}));
    EXPECT_EQ(read(id).at("thumbnail"), "known.png");
    EXPECT_EQ(errorOf([&] {
                  edit(id, {{"thumbnail", "gone.png"}});
              }),
              "400: object '" + id +
                  "' cannot be edited: thumbnail: media 'gone.png' was not "
                  "found in this bucket");
    EXPECT_TRUE(edit(id, {{"thumbnail", nullptr}}).at("thumbnail").is_null());
    fixture_.setService<MediaLibrary>(nullptr);
    EXPECT_EQ(edit(id, {{"thumbnail", "gone.png"}}).at("thumbnail"), "gone.png");
}

TEST_F(ObjectService_, HostedClientsReadThumbnailsAsAddresses) {
    for (int i = 0; i < 3; ++i) make({{"type", "posts"}, {"title", "A"}, {"thumbnail", "known.png"}});
    make({{"type", "posts"}, {"title", "B"}});
    fixture_.serverInfo().hostedClients = true;
    media_.calls = 0;
    const JsonObject answer = list();
    EXPECT_EQ(answer.at("objects").at(0).at("thumbnail"), "http://images/known.png");
    EXPECT_EQ(answer.at("objects").at(3).at("thumbnail"), "");
    EXPECT_EQ(media_.calls, 1);
}

TEST_F(ObjectService_, HostedClientsSendThumbnailsBackAsTheyReadThem) {
    fixture_.serverInfo().hostedClients = true;
    const std::string address = "http://images/known.png";
    const std::string id = idOf(make({{"type", "posts"}, {"title", "A"}, {"thumbnail", address}}));
    EXPECT_EQ(edit(id, {{"thumbnail", address}}).at("thumbnail"), Json(address));
    EXPECT_EQ(errorOf([&] {
                  edit(id, {{"thumbnail", "http://elsewhere/known.png"}});
              }),
              "400: object '" + id +
                  "' cannot be edited: thumbnail: media 'http://elsewhere/known.png' was not found in this bucket");
}

TEST_F(ObjectService_, HostedClientsGetAnEmptyListAs404) {
    EXPECT_EQ(list().at("total"), 0);
    fixture_.serverInfo().hostedClients = true;
    EXPECT_EQ(errorOf([&] { list(); }).substr(0, 36), "404: No objects found for your query");
}

TEST_F(ObjectService_, ListsAreSortedAndPaged) {
    for (const char* title : {"a", "b", "c"}) make({{"type", "posts"}, {"title", title}});
    using Titles = std::vector<std::string>;
    EXPECT_EQ(titles("order"), (Titles{"a", "b", "c"}));
    EXPECT_EQ(titles("-created_at"), (Titles{"c", "b", "a"}));
    const JsonObject first = list({{"limit", "1"}, {"sort", "created_at"}});
    fixture_.fixedClock().advance(1000);
    edit(idOf(first.at("objects").at(0).as_object()), {{"content", "x"}});
    EXPECT_EQ(titles("-modified_at"), (Titles{"a", "c", "b"}));
    EXPECT_EQ(titles("modified_at"), (Titles{"b", "c", "a"}));
    EXPECT_EQ(titles("random").size(), 3U);
    const JsonObject page = list({{"limit", "2"}, {"skip", "2"}});
    EXPECT_EQ(page.at("objects").as_array().size(), 1U);
    EXPECT_EQ(page.at("total"), 3);
    EXPECT_EQ(list({{"skip", "50"}}).at("total"), 3);
    EXPECT_EQ(list({{"limit", "2"}}).at("total"), 3);
}

TEST_F(ObjectService_, ReadsAreAnsweredInTheMemoryOfTheRequest) {
    const std::string content(100'000, 'x');
    const std::string id = idOf(make({{"type", "posts"}, {"title", "a"}, {"content", content}}));
    for (const char* path : {"/v2/buckets/{bucket_slug}/objects/{id}", "/v2/buckets/{bucket_slug}/objects"}) {
        for (const char* withTrees : {"false", "true"}) {
            Counting memory;
            RequestParts parts;
            parts.bucket = bucket_;
            parts.path = {{"id", id}};
            parts.query = {{"show_metafields", withTrees}};
            parts.memory = &memory;
            const Response response = fixture_.call(Method::Get, path, std::move(parts));
            EXPECT_NE(writeJson(response.json).find(content), std::string::npos);
            EXPECT_GT(memory.bytes, content.size()) << path << ", " << withTrees;
        }
    }
}

TEST_F(ObjectService_, RefusesBadReadParametersAndTakesEmptyOnesForAbsent) {
    for (const char* name : {"props", "after", "depth"}) EXPECT_EQ(list({{name, ""}}).at("total"), 0) << name;
    EXPECT_EQ(errorOf([&] {
                  list({{"after", "x"}});
              }),
              "400: the parameter 'after' names the object 'x', which was not found; begin again without it");
    EXPECT_EQ(errorOf([&] { list({{"depth", "-1"}}); }), "400: depth must be a whole number from 0 to 1000, not '-1'");
}

TEST_F(ObjectService_, AnotherBucketsObjectIsMissing) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "Mine"}}));
    bucket_ = std::make_shared<Bucket>(*bucket_);
    bucket_->id = "b00000000000000000000002";
    EXPECT_EQ(errorOf([&] { read(id, {{"status", "any"}}); }), test::missing("object", id));
    EXPECT_EQ(errorOf([&] { edit(id, {{"title", "Stolen"}}); }), test::missing("object", id));
    EXPECT_EQ(errorOf([&] { remove(id); }), test::missing("object", id));
}

TEST_F(ObjectService_, EveryWriteIsOneFact) {
    fixture_.captured().clear();
    const std::string id = idOf(make({{"type", "posts"}, {"title", "A"}, {"trigger_webhook", true}}));
    edit(id, {{"status", "draft"}});
    remove(id);
    EXPECT_EQ(fixture_.captured().summary(),
              (std::vector<std::string>{"object.created created " + id, "object.edited edited " + id,
                                        "object.deleted deleted " + id}));
    const ObjectCreated created = fixture_.captured().facts<ObjectCreated>().at(0);
    EXPECT_EQ(created.change.type, "posts");
    EXPECT_EQ(created.change.actor, "write_key");
    EXPECT_EQ(created.status, "published");
    EXPECT_EQ(created.previousStatus, "");
    EXPECT_TRUE(created.triggerWebhook);
    const ObjectEdited edited = fixture_.captured().facts<ObjectEdited>().at(0);
    EXPECT_EQ(edited.previousStatus, "published");
    EXPECT_FALSE(edited.triggerWebhook);
}

TEST_F(ObjectService_, AGuardMayAmendAndVeto) {
    fixture_.captured().on<ObjectSaving>([](ObjectSaving& saving) {
        if (textOf(saving.document, "content") == "veto") throw ApiError::forbidden("not this");
        saving.document["content"] = "amended";
    });
    EXPECT_EQ(make({{"type", "posts"}, {"title", "A"}, {"content", "given"}}).at("content"), "amended");
    EXPECT_EQ(errorOf([&] { make({{"type", "posts"}, {"title", "B"}, {"content", "veto"}}); }), "403: not this");
    EXPECT_EQ(list().at("total"), 1);
}

TEST_F(ObjectService_, WhatAGuardMakesUnreadableIsNotStored) {
    fixture_.captured().on<ObjectSaving>([](ObjectSaving& saving) {
        if (textOf(saving.document, "content") == "break") saving.document["content"] = "\xff\xfe";
    });
    try {
        make({{"type", "posts"}, {"title", "A"}, {"content", "break"}});
        FAIL() << "it was stored";
    } catch (const std::logic_error& error) {
        const std::string failed = error.what();
        EXPECT_TRUE(failed.starts_with("what the listeners of 'object.saving' made of the object '")) << failed;
        EXPECT_TRUE(failed.ends_with("cannot be stored: a text or number in it is none")) << failed;
    }
    EXPECT_EQ(list().at("total"), 0);
    EXPECT_EQ(make({{"type", "posts"}, {"title", "B"}, {"content", "whole"}}).at("content"), "whole");
}

TEST_F(ObjectService_, MetafieldsAreEditedUnderTheRulesOfAnEdit) {
    const std::string id = idOf(make({{"type", "posts"}, {"title", "A"}}));
    ObjectCatalog& catalog = *fixture_.find<ObjectCatalog>();
    const auto add = [](const auto& edited) {
        edited.metafields.push_back({{"type", "text"}, {"key", "k"}, {"value", "v"}, {"id", "m"}});
    };
    fixture_.captured().clear();
    catalog.editMetafields(*bucket_, Access::writeKey(), id, add);
    EXPECT_EQ(read(id).at("metadata").at("k"), "v");
    EXPECT_EQ(fixture_.captured().facts<ObjectEdited>().size(), 1U);
    EXPECT_EQ(errorOf([&] { catalog.editMetafields(*bucket_, member(Role::Editor, true), id, add); }),
              "403: your role in this bucket does not allow to publish, or to edit what is published");
    EXPECT_EQ(errorOf([&] { catalog.editMetafields(*bucket_, Access::writeKey(), kMissing, add); }),
              test::missing("object", kMissing));
}

TEST_F(ObjectService_, TheCatalogFindsWhatIsVisible) {
    const std::string live = idOf(make({{"type", "posts"}, {"title", "Live"}}));
    const std::string draft = idOf(make({{"type", "posts"}, {"title", "Draft"}, {"status", "draft"}}));
    ObjectCatalog& catalog = *fixture_.find<ObjectCatalog>();
    const std::vector<std::string> ids{live, draft, kMissing};
    ASSERT_EQ(catalog.find(*bucket_, ids, Visibility::Published).size(), 1U);
    EXPECT_EQ(catalog.find(*bucket_, ids, Visibility::Published)[0].id, live);
    EXPECT_EQ(catalog.find(*bucket_, ids, Visibility::Any).size(), 2U);
    EXPECT_EQ(catalog.summaries(*bucket_, ids).size(), 2U);
    const std::vector<std::string> slugs{"posts", "nope"};
    EXPECT_EQ(catalog.existingTypes(*bucket_, slugs), std::vector<std::string>{"posts"});
    EXPECT_FALSE(catalog.find(*bucket_, ids, Visibility::Any)[0].fields.contains("metadata"));
}

TEST_F(ObjectService_, AWriteIsAnsweredAfterItsCommit) {
    std::vector<std::size_t> committed;
    engine_.onRender = [&](const RenderOptions&) { committed.push_back(fixture_.captured().summary().size()); };
    fixture_.captured().clear();
    const std::string id = idOf(make({{"type", "posts"}, {"title", "A"}}));
    edit(id, {{"title", "B"}});
    makeType({{"title", "Pages"}, {"metafields", {{{"type", "text"}, {"key", "k"}, {"value", ""}}}}});
    editType("pages", {{"title", "Sheets"}});
    EXPECT_EQ(committed, (std::vector<std::size_t>{1, 2, 3, 4}));
}

TEST_F(ObjectService_, AWriteWhoseAnswerIsTooLargeShowsIds) {
    std::vector<std::optional<int>> depths;
    engine_.onRender = [&](const RenderOptions& options) {
        depths.push_back(options.depth);
        if (!options.depth) throw ApiError::badRequest("the answer would hold too much");
    };
    const JsonObject object = make({{"type", "posts"}, {"title", "A"}});
    EXPECT_EQ(object.at("title"), "A");
    EXPECT_EQ(edit(idOf(object), {{"title", "B"}}).at("title"), "B");
    EXPECT_EQ(depths, (std::vector<std::optional<int>>{{}, 0, {}, 0}));
    makeType({{"title", "Pages"}, {"metafields", {{{"type", "text"}, {"key", "k"}, {"value", ""}}}}});
    EXPECT_EQ(depths.size(), 6U);
}

TEST_F(ObjectService_, AWriteWhoseAnswerCannotBeRenderedShowsWhatWasStored) {
    const JsonArray metafields{{{"type", "text"}, {"key", "k"}, {"value", "v"}}};
    for (const bool isRefusal : {true, false}) {
        engine_.onRender = [&](const RenderOptions&) {
            if (isRefusal) throw ApiError::unavailable("the database is not available", 1);
            throw DatabaseError(DatabaseError::Kind::Unavailable, "gone");
        };
        const JsonObject object = make({{"type", "posts"}, {"title", "A"}, {"metafields", metafields}});
        EXPECT_EQ(object.at("title"), "A");
        EXPECT_EQ(object.at("metadata"), Json(JsonObject()));
        EXPECT_EQ(object.at("metafields").at(0).at("value"), "v");
        EXPECT_EQ(edit(idOf(object), {{"title", "B"}}).at("title"), "B");
        const JsonObject type = makeType({{"title", "Pages"}, {"metafields", metafields}});
        EXPECT_EQ(type.at("metafields").at(0).at("value"), "v");
        EXPECT_EQ(editType(std::string(textOf(type, "slug")), {{"emoji", "🚀"}}).at("emoji"), "🚀");
        engine_.onRender = nullptr;
        EXPECT_EQ(read(idOf(object)).at("title"), "B");
    }
}

TEST_F(ObjectService_, ADeletedBucketTakesItsRowsAlong) {
    make({{"type", "posts"}, {"title", "A"}});
    fixture_.database().write([&](Sql&) {
        BucketDeleting deleting{bucket_->id};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(list({{"status", "any"}}).at("total"), 0);
    EXPECT_EQ(errorOf([&] {
                  make({{"type", "posts"}, {"title", "B"}});
              }),
              "400: the object cannot be created: type: object type 'posts' was not found");
}

class ObjectsOfDeletedBuckets : public ObjectsTest, public testing::WithParamInterface<test::Engine> {
protected:
    ObjectsOfDeletedBuckets() : ObjectsTest(GetParam()) {}
    std::int64_t count(const std::string& table) {
        return fixture_.database().read(
            [&](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM " + table)->at(0).integer(); });
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, ObjectsOfDeletedBuckets, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

// A server at another node of a cluster stored them while the bucket was deleted.
TEST_P(ObjectsOfDeletedBuckets, GoAndThoseOfOthersStay) {
    const std::shared_ptr<Bucket> gone = std::exchange(bucket_, std::make_shared<Bucket>(*bucket_));
    bucket_->id = "b00000000000000000000002";
    directory_.buckets = {bucket_};
    const JsonArray metafields{{{"type", "text"}, {"key", "k"}, {"value", "v"}}};
    for (const auto& bucket : {gone, bucket_}) {
        const auto kept = std::exchange(bucket_, bucket);
        makeType({{"title", "Posts"}});
        make({{"type", "posts"}, {"title", "A"}, {"metafields", metafields}});
        make({{"type", "posts"}, {"title", "B"}, {"metafields", metafields}, {"status", "draft"}});
        bucket_ = kept;
    }
    fixture_.runJob("deleted_buckets");
    EXPECT_EQ(list({{"status", "any"}}).at("total"), 2);
    EXPECT_EQ(list({{"query", R"({"metadata.k":"v"})"}, {"status", "any"}}).at("total"), 2);
    for (const char* table : {"objects", "objects_types", "objects_paths"})
        EXPECT_EQ(count(std::string(table) + " WHERE bucket_id = '" + gone->id + "'"), 0) << table;
    EXPECT_EQ(count("objects_fields WHERE object NOT IN (SELECT number FROM objects)"), 0);
    directory_.buckets.clear();
}

}  // namespace
}  // namespace inkwell::objects
