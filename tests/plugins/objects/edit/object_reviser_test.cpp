// ObjectCatalog::revise: a draft is a second row of its object.
#include <gtest/gtest.h>

#include "inkwell/events.h"
#include "inkwell/object_catalog.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

const std::string kRevision = "aaaaaaaaaaaaaaaaaaaaaaaa";

class Revise : public ObjectsTest {
protected:
    void SetUp() override {
        makeType({{"title", "Posts"}, {"slug", "posts"}});
        id_ = idOf(make({{"type", "posts"}, {"title", "Live"}, {"metafields", {metafield("old")}}}));
    }
    ObjectCatalog& catalog() { return *fixture_.find<ObjectCatalog>(); }
    ObjectRecord revise(const JsonObject& body, const Access& access = Access::writeKey()) {
        return fixture_.database().write(
            [&](Sql&) { return catalog().revise(*bucket_, access, id_, kRevision, body).record; });
    }
    ObjectRecord prepare(const std::string& title) { return revise({{"title", title}, {"status", "draft"}}); }
    std::string shown() { return std::string(textOf(read(id_, {{"status", "any"}}), "title")); }
    std::int64_t rows(const std::string& table, const std::string& rowId) {
        const std::string of = table == "objects" ? "" : " JOIN objects_fields f ON f.object = objects.number";
        return fixture_.database().read([&](Sql& sql) {
            return sql.selectOne("SELECT COUNT(*) FROM objects" + of + " WHERE objects.id = ?", {rowId})
                ->at(0)
                .integer();
        });
    }
    static JsonObject metafield(const std::string& value) { return {{"key", "k"}, {"type", "text"}, {"value", value}}; }

    std::string id_;
};

TEST_F(Revise, DescribesTheObjectWithWhatTheBodyGives) {
    fixture_.serverInfo().hostedClients = true;
    const ObjectRecord record = revise({{"title", "Next"}, {"thumbnail", "known.png"}, {"created_by", kRevision}});
    EXPECT_EQ(record.id, kRevision);
    EXPECT_EQ(record.type, "posts");
    EXPECT_EQ(record.status, "published");
    EXPECT_EQ(record.fields.at("slug"), "live");
    EXPECT_EQ(record.fields.at("thumbnail"), "known.png") << "by name, whatever clients are shown";
    EXPECT_EQ(record.fields.at("created_by"), Json(kRevision));
    EXPECT_EQ(record.metafields.at(0).at("value"), "old");
    EXPECT_EQ(rows("objects", kRevision), 0) << "a published revision is history only";
    EXPECT_EQ(shown(), "Live");
}

TEST_F(Revise, KeepsTheValuesOfADraftAtItsOwnRow) {
    prepare("Secret");
    EXPECT_EQ(rows("objects", kRevision), 1);
    EXPECT_GT(rows("objects_fields", kRevision), 0);
    edit(id_, {{"content", "x"}});
    EXPECT_EQ(rows("objects", kRevision), 0);
    EXPECT_EQ(rows("objects_fields", kRevision), 0);
    EXPECT_GT(rows("objects_fields", id_), 0);
    fixture_.database().read([](Sql& sql) {
        EXPECT_FALSE(
            sql.selectOne("SELECT object FROM objects_fields WHERE object NOT IN (SELECT number FROM objects)"));
    });
    EXPECT_EQ(shown(), "Live");
}

TEST_F(Revise, GuardsADraftLikeAnEdit) {
    fixture_.captured().on<ObjectSaving>([](ObjectSaving& saving) {
        if (textOf(saving.document, "content") == "bad") throw ApiError::badRequest("not this");
        saving.document["content"] = "amended";
    });
    EXPECT_EQ(errorOf([&] { revise({{"title", "A"}, {"content", "bad"}, {"status", "draft"}}); }), "400: not this");
    EXPECT_EQ(rows("objects", kRevision), 0);
    revise({{"title", "A"}, {"content", "good"}, {"status", "draft"}});
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("content"), "amended");
}

TEST_F(Revise, AsksForTheRightToPublishOnlyForWhatReadersGet) {
    const Access draftOnly = Access::user("u00000000000000000000001", Membership{Role::Editor, true, {}, {}});
    EXPECT_EQ(errorOf([&] { revise({{"title", "A"}}, draftOnly); }).substr(0, 4), "403:");
    EXPECT_EQ(revise({{"title", "A"}, {"status", "draft"}}, draftOnly).status, "draft");
}

TEST_F(Revise, ADraftThatGoesOutByItselfIsForThoseWhoPublish) {
    const Access draftOnly = Access::user("u00000000000000000000001", Membership{Role::Editor, true, {}, {}});
    const JsonObject scheduled{{"title", "A"}, {"status", "draft"}, {"publish_at", 4'000'000'000'000}};
    EXPECT_EQ(errorOf([&] { revise(scheduled, draftOnly); }).substr(0, 4), "403:");
    revise(scheduled);
    EXPECT_EQ(errorOf([&] { revise({{"title", "B"}, {"status", "draft"}}, draftOnly); }).substr(0, 4), "403:");
    EXPECT_EQ(shown(), "A");
    revise({{"title", "C"}, {"status", "draft"}});
    EXPECT_EQ(errorOf([&] {
                  revise({{"title", "D"}, {"status", "draft"}}, draftOnly);
              }).substr(0, 4),
              "403:")
        << "C has taken the time over";
    revise({{"title", "C"}, {"status", "draft"}, {"publish_at", nullptr}});
    revise({{"title", "D"}, {"status", "draft"}}, draftOnly);
    EXPECT_EQ(shown(), "D") << "the one before waited for nothing any more";
}

TEST_F(Revise, ATimeThatAServerOfBeforeHasLeftGuardsNothing) {
    fixture_.database().write(
        [&](Sql& sql) { sql.execute("UPDATE objects SET publish_draft_at = 4000000000000 WHERE id = ?", {id_}); });
    const Access draftOnly = Access::user("u00000000000000000000001", Membership{Role::Editor, true, {}, {}});
    revise({{"title", "A"}, {"status", "draft"}}, draftOnly);
    EXPECT_TRUE(read(id_, {{"status", "any"}}).at("publish_at").is_null());
}

TEST_F(Revise, ADraftGoesOutBeforeItsObjectEnds) {
    edit(id_, {{"unpublish_at", 3'900'000'000'000}});
    EXPECT_EQ(errorOf([&] {
                  revise({{"title", "A"}, {"status", "draft"}, {"publish_at", 4'000'000'000'000}});
              }),
              "400: object '" + id_ +
                  "' cannot be revised: publish_at: the object is unpublished before that, at its 'unpublish_at': "
                  "change that first");
    revise({{"title", "A"}, {"status", "draft"}, {"publish_at", 3'800'000'000'000}});
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("publish_at"), 3'800'000'000'000);
}

TEST_F(Revise, IsUndoneWithItsUnitOfWork) {
    EXPECT_ANY_THROW(fixture_.database().write([&](Sql&) {
        prepare("Secret");
        throw std::runtime_error("later");
    }));
    EXPECT_EQ(shown(), "Live");
}

TEST_F(Revise, ADraftIsFoundByIdAndMatchedInMemory) {
    prepare("Secret");
    const std::vector<std::string> ids{id_, kRevision};
    const std::vector<ObjectRecord> any = catalog().find(*bucket_, ids, Visibility::Any);
    ASSERT_EQ(any.size(), 1U);
    EXPECT_EQ(any[0].id, id_);
    EXPECT_EQ(any[0].fields.at("title"), "Secret");
    const std::vector<ObjectRecord> published = catalog().find(*bucket_, ids, Visibility::Published);
    ASSERT_EQ(published.size(), 1U);
    EXPECT_EQ(published[0].fields.at("title"), "Live");
    EXPECT_EQ(catalog().summaries(*bucket_, ids).size(), 1U) << "a draft's row is no object";

    const auto matches = [&](const char* query) -> bool {
        return catalog().match(*bucket_, Visibility::Any, catalog().parseQuery(query), any).at(0);
    };
    EXPECT_TRUE(matches(R"({"title": "Secret", "type": "posts", "status": "draft", "slug": "live"})"));
    EXPECT_TRUE(matches(R"({"metadata.k": "old"})"));
    EXPECT_TRUE(matches(R"({"created_at": {"$gt": "2000-01-01"}, "published_at": {"$exists": true}})"));
    EXPECT_FALSE(matches(R"({"locale": {"$exists": true}})"));
    EXPECT_FALSE(matches(R"({"title": "Live"})"));
    EXPECT_TRUE(matches(""));
}

TEST_F(Revise, AScheduledPublicationLeavesTheDraft) {
    edit(id_, {{"status", "draft"}});
    prepare("Secret");
    fixture_.database().write([&](Sql& sql) { sql.execute("UPDATE objects SET publish_at = 1 WHERE id = ?", {id_}); });
    fixture_.runJob("publish");
    EXPECT_EQ(read(id_).at("title"), "Live");
    EXPECT_EQ(shown(), "Secret");
    EXPECT_EQ(read(id_, {{"status", "any"}}).at("published_at"), read(id_).at("published_at"));
}

TEST_F(Revise, AnExportHoldsTheObjectsThemselves) {
    prepare("Secret");
    for (BucketTransfer* transfer : fixture_.contributions<BucketTransfer>()) {
        if (transfer->member() != "objects") continue;
        const JsonArray all = fixture_.database().read([&](Sql&) { return transfer->exportAll(*bucket_); });
        ASSERT_EQ(all.size(), 1U);
        EXPECT_EQ(all[0].at("title"), "Live");
        EXPECT_EQ(all[0].at("status"), "published");
    }
}

TEST_F(Revise, ValuesOfADraftAreAddedOnceTheMetafieldsPluginIsBack) {
    fixture_.setService<MetafieldEngine>(nullptr);
    prepare("Secret");
    const std::int64_t before = rows("objects_fields", kRevision);
    fixture_.setService<MetafieldEngine>(&engine_);
    fixture_.runJob("fields");
    EXPECT_EQ(rows("objects_fields", kRevision), before) << "a value in place of the mark that one is missing";
}

}  // namespace
}  // namespace inkwell::objects
