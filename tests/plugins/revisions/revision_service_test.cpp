// The plugin's own part, with a catalog in place of objects; with objects it is tested over HTTP.
#include <gtest/gtest.h>

#include <optional>

#include "fake_bucket_directory.h"
#include "fake_object_versions.h"
#include "inkwell/error.h"
#include "inkwell/events.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/text.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::revisions {
namespace {

const std::string kRoute = "/v2/buckets/{bucket_slug}/objects/{object_id}/revisions";
const std::string kObject = "0123456789abcdef01234567";

/// One published object; every revision is what its body says.
class FakeCatalog : public ObjectCatalog {
public:
    std::vector<ObjectRecord> find(const Bucket&, std::span<const std::string> ids, Visibility visibility) override {
        if (ids[0] != kObject || (visibility == Visibility::Published && isDraft)) return {};
        return std::vector<ObjectRecord>(1);
    }
    ObjectList list(const Bucket&, const ObjectListRequest&, std::span<const std::string>) override { return {}; }
    ListQuery parseQuery(std::string_view text) const override { return ListQuery::parse(text, {"title"}); }
    std::vector<bool> match(const Bucket&, Visibility, const ListQuery&,
                            std::span<const ObjectRecord> records) override {
        mostAtOnce = std::max(mostAtOnce, records.size());
        std::vector<bool> all;
        for (const ObjectRecord& record : records) all.push_back(textOf(record.fields, "title").ends_with("7"));
        return all;
    }
    RenderedObjects render(const Bucket&, std::vector<ObjectRecord> records, const RenderOptions& options) override {
        if (isBroken) throw std::runtime_error("broken");
        if (tooMuch && options.depth != 0) throw ApiError::badRequest("too much");
        RenderedObjects all;
        for (ObjectRecord& record : records) all.objects.push_back(std::move(record.fields));
        return all;
    }
    std::vector<Summary> summaries(const Bucket&, std::span<const std::string>) override { return {}; }
    std::vector<std::string> existingTypes(const Bucket&, std::span<const std::string>) override { return {}; }
    void editMetafields(const Bucket&, const Access&, const std::string&, const MetafieldEdit&) override {}
    Revised revise(const Bucket&, const Access&, const std::string&, const std::string& revisionId,
                   const JsonObject& body, const Restoring&) override {
        ObjectRecord record;
        record.id = revisionId;
        record.type = "posts";
        record.status = std::string(textOf(body, "status"));
        record.fields = {{"title", body.at("title")}, {"locale", "en"}, {"modified_at", "2026-01-31T09:30:00.000Z"}};
        if (const Json* content = body.if_contains("content")) record.fields["content"] = *content;
        Problems problems;
        const bool triggers = JsonReader(body, "", problems).boolean("trigger_webhook").value_or(false);
        return {std::move(record), *parseIsoTime("2026-01-31T09:30:00.000Z"), triggers};
    }

    bool isDraft = false;
    bool tooMuch = false;
    bool isBroken = false;
    std::size_t mostAtOnce = 0;
};

class RevisionsPlugin_ : public testing::Test {
protected:
    RevisionsPlugin_() {
        bucket_ = std::make_shared<Bucket>();
        bucket_->id = "b00000000000000000000001";
        fixture_.setService<ObjectCatalog>(&catalog_);
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.setService<ObjectVersions>(&versions_);
        fixture_.host(inkwell_plugin);
    }
    JsonObject add(const JsonObject& body, std::vector<std::pair<std::string, std::string>> query = {}) {
        RequestParts parts;
        parts.query = std::move(query);
        parts.path = {{"object_id", kObject}};
        parts.bucket = bucket_;
        parts.body = body;
        parts.access = Access::writeKey();
        return fixture_.call(Method::Post, kRoute, std::move(parts)).json.at("revision").as_object();
    }
    Response list(std::vector<std::pair<std::string, std::string>> query = {}) {
        RequestParts parts;
        parts.path = {{"object_id", kObject}};
        parts.bucket = bucket_;
        parts.query = std::move(query);
        return fixture_.call(Method::Get, kRoute, std::move(parts));
    }

    FakeCatalog catalog_;
    testkit::FakeBucketDirectory directory_;
    testkit::FakeObjectVersions versions_;
    test::PluginFixture fixture_;
    std::shared_ptr<Bucket> bucket_;
};

TEST_F(RevisionsPlugin_, PublishesOneFactWithWhatTheBodyAsksFor) {
    add({{"title", "a"}, {"status", "draft"}, {"trigger_webhook", true}});
    add({{"title", "b"}, {"status", "published"}});
    const auto facts = fixture_.captured().facts<RevisionCreated>();
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts[0].change.kind, "revision");
    EXPECT_EQ(facts[0].change.type, "posts");
    EXPECT_EQ(facts[0].change.action, "created");
    EXPECT_EQ(facts[0].change.actor, "write_key");
    EXPECT_EQ(facts[0].objectId, kObject);
    EXPECT_EQ(facts[0].status, "draft");
    EXPECT_TRUE(facts[0].triggerWebhook);
    EXPECT_FALSE(facts[1].triggerWebhook);
}

TEST_F(RevisionsPlugin_, TellsReadersOfPublishedRevisionsOfWhatTheySee) {
    const auto seen = [&](const char* status) {
        add({{"title", "a"}, {"status", status}});
        return fixture_.captured().facts<RevisionCreated>().back().change.readerAction;
    };
    EXPECT_EQ(seen("published"), "created");
    EXPECT_EQ(seen("draft"), "");
    catalog_.isDraft = true;
    EXPECT_EQ(seen("published"), "");
}

TEST_F(RevisionsPlugin_, TheFactHoldsTheRecordAsReadsShowIt) {
    std::optional<JsonObject> record;
    std::string id;
    fixture_.captured().inTransaction<RevisionCreated>([&](const RevisionCreated& fact) {
        id = fact.change.id;
        record.reset();
        if (fact.record) record = fact.record(*bucket_, {});
    });
    for (const char* status : {"published", "draft"}) {
        add({{"title", status}, {"status", status}, {"trigger_webhook", true}});
        RequestParts parts;
        parts.path = {{"object_id", kObject}, {"revision_id", id}};
        parts.bucket = bucket_;
        parts.query = {{"status", "any"}};
        ASSERT_TRUE(record);
        EXPECT_EQ(Json(*record),
                  fixture_.call(Method::Get, kRoute + "/{revision_id}", std::move(parts)).json.at("revision"));
    }
    add({{"title", "b"}, {"status", "draft"}});
    EXPECT_FALSE(record);
}

TEST_F(RevisionsPlugin_, AListenerThatThrowsUndoesTheRevision) {
    fixture_.captured().inTransaction<RevisionCreated>(
        [](const RevisionCreated&) { throw std::runtime_error("the outbox is full"); });
    EXPECT_THROW(add({{"title", "a"}, {"status", "published"}}), std::runtime_error);
    EXPECT_EQ(list({{"status", "any"}}).json.at("total"), 0);
    EXPECT_TRUE(fixture_.captured().summary().empty());
}

TEST_F(RevisionsPlugin_, MatchesManyRevisionsInParts) {
    for (int i = 0; i < 450; ++i) add({{"title", "v" + std::to_string(i)}, {"status", "published"}});
    const Json page = list({{"query", R"({"title": "x"})"}, {"skip", "44"}, {"sort", "-created_at"}}).json;
    EXPECT_EQ(page.at("total"), 45);
    ASSERT_EQ(page.at("revisions").as_array().size(), 1U);
    EXPECT_EQ(page.at("revisions").at(0).at("title"), "v7");
    EXPECT_LE(catalog_.mostAtOnce, 200U);
}

TEST_F(RevisionsPlugin_, MatchesLongRevisionsAFewAtATime) {
    for (int i = 0; i < 8; ++i) add({{"title", std::string(3 << 20, 'x')}, {"status", "published"}});
    list({{"query", R"({"title": "x"})"}});
    EXPECT_LE(catalog_.mostAtOnce, 3U);
}

TEST_F(RevisionsPlugin_, ReadsOfDocumentsOnlyWhatAnAnswerShows) {
    const std::string id(textOf(add({{"title", "a"}, {"status", "published"}}), "id"));
    fixture_.database().write([&](Sql& sql) {
        sql.execute("UPDATE revisions SET packed = ? WHERE id = ?", {SqlBytes("\x01 damaged"), id});
    });
    const Json page = list({{"props", "id,status"}}).json;
    EXPECT_EQ(page.at("revisions").at(0).at("id").as_string(), id);
    EXPECT_EQ(page.at("revisions").at(0).at("status"), "published");
    EXPECT_THROW(list({{"props", "id,title"}}), std::exception);
}

TEST_F(RevisionsPlugin_, RefusesToShowMoreThanMemoryIsFor) {
    constexpr int kCount = 9;
    for (int i = 0; i < kCount; ++i) {
        add({{"title", "a"}, {"content", std::string(30 << 20, 'x')}, {"status", "published"}});
    }
    EXPECT_EQ(test::errorOf([&] {
                  list({{"props", "content"}});
              }),
              "400: the revisions asked for have more than 256 MB; ask for less with 'props' or 'limit'");
    EXPECT_EQ(list({{"props", "content"}, {"limit", "2"}}).json.at("revisions").as_array().size(), 2U);
    EXPECT_EQ(list({{"props", "title"}}).json.at("revisions").as_array().size(), std::size_t{kCount});
}

TEST_F(RevisionsPlugin_, AnAnswerIsMadeOfTheObjectsTypeEvenWhenItIsEmpty) {
    const Response empty = list();
    ASSERT_TRUE(empty.madeOf);
    EXPECT_FALSE(empty.madeOf->isEverything());
    EXPECT_EQ(empty.madeOf->names().size(), 1U);
    const Response queried = list({{"query", R"({"title": "x"})"}});
    ASSERT_TRUE(queried.madeOf);
    EXPECT_TRUE(queried.madeOf->isEverything()) << "it may ask related objects";
}

TEST_F(RevisionsPlugin_, AWriteIsNotRefusedForWhatItsAnswerWouldShow) {
    catalog_.tooMuch = true;
    EXPECT_EQ(add({{"title", "a"}, {"status", "draft"}}).at("title"), "a");
    EXPECT_EQ(list({{"status", "any"}, {"depth", "0"}}).json.at("total"), 1);
}

TEST_F(RevisionsPlugin_, AnAnswerThatCannotBeMadeHoldsWhatIsAskedForToo) {
    catalog_.isBroken = true;
    EXPECT_EQ(add({{"title", "a"}, {"status", "draft"}}, {{"props", "title,status"}}),
              (JsonObject{{"title", "a"}, {"status", "draft"}}));
}

TEST_F(RevisionsPlugin_, AHiddenObjectHidesThem) {
    add({{"title", "a"}, {"status", "published"}});
    catalog_.isDraft = true;
    EXPECT_THROW(list(), ApiError);
    EXPECT_EQ(list({{"status", "any"}}).json.at("total"), 1);
}

}  // namespace
}  // namespace inkwell::revisions
