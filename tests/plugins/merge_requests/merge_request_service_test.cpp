// The routes over fakes of what the plugin needs; merging itself is merge_test.cpp's.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

#include "fake_object_versions.h"
#include "inkwell/bucket_filling.h"
#include "inkwell/bucket_transfer.h"
#include "inkwell/error.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/object_catalog.h"
#include "numbered_id.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::merge_requests {
namespace {

using test::errorOf;

const std::string kUser = "a123456789abcdef01234567";

class FakeDirectory : public BucketDirectory {
public:
    std::shared_ptr<const Bucket> findBySlug(std::string_view slug) override {
        const auto found = buckets.find(std::string(slug));
        return found == buckets.end() ? nullptr : found->second;
    }
    std::shared_ptr<const Bucket> findById(std::string_view id) override {
        for (const auto& [slug, bucket] : buckets) {
            if (bucket->id == id) return bucket;
        }
        return nullptr;
    }
    std::shared_ptr<const Bucket> create(const std::string& slug, const std::string& id, const std::string&,
                                         bool) override {
        auto bucket = std::make_shared<Bucket>();
        bucket->id = id;
        bucket->slug = slug;
        buckets[slug] = bucket;
        return bucket;
    }
    std::map<std::string, std::shared_ptr<const Bucket>> buckets;
};

class FakeCatalog : public ObjectCatalog {
public:
    std::vector<Summary> summaries(const Bucket&, std::span<const std::string> ids) override {
        std::vector<Summary> found;
        for (const std::string& id : ids)
            if (existing.count(id) != 0) found.push_back({id, "posts"});
        return found;
    }
    ObjectList list(const Bucket& bucket, const ObjectListRequest&, std::span<const std::string> ids) override {
        return {{Json(bucket.slug)}, static_cast<std::int64_t>(ids.size()), {}};
    }
    std::vector<ObjectRecord> find(const Bucket&, std::span<const std::string>, Visibility) override { return {}; }
    ListQuery parseQuery(std::string_view) const override { return {}; }
    std::vector<bool> match(const Bucket&, Visibility, const ListQuery&, std::span<const ObjectRecord>) override {
        return {};
    }
    RenderedObjects render(const Bucket&, std::vector<ObjectRecord>, const RenderOptions&) override { return {}; }
    std::vector<std::string> existingTypes(const Bucket&, std::span<const std::string>) override { return {}; }
    void editMetafields(const Bucket&, const Access&, const std::string&, const MetafieldEdit&) override {}
    Revised revise(const Bucket&, const Access&, const std::string&, const std::string&, const JsonObject&,
                   const Restoring&) override {
        return {};
    }
    std::set<std::string> existing;
};

class FakeIdentity : public Identity {
public:
    std::optional<Membership> findMembership(const std::string&, const std::string&) override { return membership; }
    std::optional<Account> findByToken(std::string_view) override { return std::nullopt; }
    std::vector<std::string> bucketsOf(const std::string&) override { return {}; }
    void addAdmin(const std::string&, const std::string&) override {}
    bool hasAccounts() override { return true; }
    Account addAccount(std::string_view, std::string_view, bool) override { return {}; }
    void setPassword(std::string_view, std::string_view) override {}
    std::optional<Membership> membership = Membership{Role::Admin, false, {}, {}};
};

/// Exports the objects that the catalog has, and takes whatever comes.
class FakeObjects : public BucketTransfer {
public:
    explicit FakeObjects(const FakeCatalog& catalog) : catalog_(catalog) {}
    std::string member() const override { return "objects"; }
    int rank() const override { return 40; }
    void exportAll(const Bucket&, const TakeEntry&) override {}
    JsonArray exportSome(const Bucket&, TransferSelection& selection) override {
        JsonArray objects;
        for (const std::string& id : selection.objectIds)
            if (catalog_.existing.contains(id) && id != deletedMeanwhile) objects.push_back(JsonObject{{"id", id}});
        return objects;
    }
    void importAll(ImportItems&, const std::string&, ImportContext&) override {}
    std::string deletedMeanwhile;

private:
    const FakeCatalog& catalog_;
};

class MergeRequests : public testing::Test {
protected:
    MergeRequests() {
        target_ = directory_.create("site", "b00000000000000000000001", "", true);
        directory_.create("stage", "b00000000000000000000002", "", true);
        for (int i = 0; i < 20; ++i) catalog_.existing.insert(testkit::numberedId(i));
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.setService<ObjectCatalog>(&catalog_);
        fixture_.setService<ObjectVersions>(&versions_);
        fixture_.setService<Identity>(&identity_);
        fixture_.contribute<BucketTransfer>(objects_);
        fixture_.host(inkwell_plugin);
    }
    JsonObject call(Method method, const std::string& rest, Json body = JsonObject()) {
        RequestParts parts;
        parts.method = method;
        parts.bucket = target_;
        parts.access = Access::user(kUser, Membership{Role::Admin, false, {}, {}});
        parts.path = {{"id", id_}};
        parts.body = std::move(body);
        return fixture_.call(method, "/v2/buckets/{bucket_slug}/merge-requests" + rest, std::move(parts))
            .json.as_object();
    }
    void open(int objects = 1) {
        JsonArray ids;
        for (int i = 0; i < objects; ++i) ids.emplace_back(testkit::numberedId(i));
        const JsonObject body{{"title", "T"}, {"source_bucket", "stage"}, {"objects", ids}};
        id_ = textOf(call(Method::Post, "", body).at("merge_request").as_object(), "id");
    }
    std::string completionError() {
        return errorOf([&] { call(Method::Post, "/{id}/complete"); });
    }

    FakeDirectory directory_;
    FakeCatalog catalog_;
    FakeObjects objects_{catalog_};
    testkit::FakeObjectVersions versions_;
    FakeIdentity identity_;
    test::PluginFixture fixture_;
    std::shared_ptr<const Bucket> target_;
    std::string id_;
};

TEST_F(MergeRequests, AskForWhomTheContractSays) {
    const std::string path = "/v2/buckets/{bucket_slug}/merge-requests";
    EXPECT_EQ(fixture_.authOf(Method::Post, path), Auth::BucketAdmin);
    EXPECT_EQ(fixture_.authOf(Method::Get, path), Auth::ReadKey);
    EXPECT_EQ(fixture_.authOf(Method::Get, path + "/{id}"), Auth::ReadKey);
    EXPECT_EQ(fixture_.authOf(Method::Delete, path + "/{id}"), Auth::BucketAdmin);
    EXPECT_EQ(fixture_.authOf(Method::Get, path + "/{id}/objects"), Auth::ReadKey);
    EXPECT_EQ(fixture_.authOf(Method::Get, path + "/{id}/changes"), Auth::BucketAdmin);
    EXPECT_EQ(fixture_.authOf(Method::Post, path + "/{id}/complete"), Auth::BucketAdmin);
    const std::string outgoing = "/v2/buckets/{bucket_slug}/outgoing-merge-requests";
    EXPECT_EQ(fixture_.authOf(Method::Get, outgoing), Auth::BucketAdmin);
    EXPECT_EQ(fixture_.authOf(Method::Delete, outgoing + "/{id}"), Auth::BucketAdmin);
}

TEST_F(MergeRequests, TheFactSaysWhoMergedAndWhetherWebhooksFire) {
    for (const bool trigger : {false, true}) {
        open();
        fixture_.captured().clear();
        call(Method::Post, "/{id}/complete", {{"trigger_webhook", trigger}});
        const std::vector<MergeCompleted> facts = fixture_.captured().facts<MergeCompleted>();
        ASSERT_EQ(facts.size(), 1U);
        EXPECT_EQ(facts[0].triggerWebhook, trigger);
        EXPECT_EQ(facts[0].change.bucketId, target_->id);
        EXPECT_EQ(facts[0].change.id, id_);
        EXPECT_EQ(facts[0].change.actor, kUser);
    }
}

TEST_F(MergeRequests, TheFactHoldsTheRequestAsReadsShowItWhenWebhooksFire) {
    std::optional<JsonObject> record;
    fixture_.captured().inTransaction<MergeCompleted>([&](const MergeCompleted& fact) {
        EXPECT_EQ(fact.change.readerAction, "edited");
        record.reset();
        if (fact.record) record = fact.record(*target_, {});
    });
    open();
    call(Method::Post, "/{id}/complete", {{"trigger_webhook", true}});
    ASSERT_TRUE(record);
    EXPECT_EQ(Json(*record), call(Method::Get, "/{id}").at("merge_request"));
    EXPECT_EQ(record->at("status"), "merged");
    open();
    call(Method::Post, "/{id}/complete");
    EXPECT_FALSE(record);
}

TEST_F(MergeRequests, AListenerThatThrowsUndoesTheMerge) {
    open();
    fixture_.captured().clear();
    fixture_.captured().inTransaction<MergeCompleted>(
        [](const MergeCompleted&) { throw ApiError::conflict("the outbox is full"); });
    EXPECT_EQ(completionError(), "409: the outbox is full");
    EXPECT_EQ(call(Method::Get, "/{id}").at("merge_request").at("status"), "open");
    EXPECT_TRUE(fixture_.captured().summary().empty());
}

TEST_F(MergeRequests, AreNotOpenedForABucketThatWasDeletedMeanwhile) {
    fixture_.captured().on<BucketFilling>([](BucketFilling& event) { throw ApiError::notFound("bucket", event.slug); });
    EXPECT_EQ(errorOf([&] { open(); }), "404: bucket 'site' was not found");
    EXPECT_EQ(call(Method::Get, "").at("total"), 0);
}

TEST_F(MergeRequests, AreNotCompletedIntoABucketThatWasDeletedMeanwhile) {
    open();
    fixture_.captured().on<BucketFilling>([](BucketFilling& event) { throw ApiError::notFound("bucket", event.slug); });
    EXPECT_EQ(completionError(), "404: bucket 'site' was not found");
    EXPECT_EQ(call(Method::Get, "/{id}").at("merge_request").at("status"), "open");
}

TEST_F(MergeRequests, AnObjectThatIsDeletedBetweenTwoReadsStopsTheMerge) {
    open(2);
    objects_.deletedMeanwhile = testkit::numberedId(1);
    EXPECT_EQ(completionError(), "409: merge request '" + id_ +
                                     "' cannot be completed: bucket 'stage' no longer has the object '" +
                                     testkit::numberedId(1) + "'");
    EXPECT_EQ(call(Method::Get, "/{id}").at("merge_request").at("status"), "open");
}

TEST_F(MergeRequests, ShowTheSourcesObjects) {
    open(3);
    EXPECT_EQ(call(Method::Get, "/{id}/objects"),
              (JsonObject{{"objects", JsonArray{"stage"}}, {"total", 3}, {"limit", 1000}}));
}

TEST_F(MergeRequests, ABucketThatTookTheSourcesSlugIsNotTheSource) {
    open();
    directory_.create("stage", "b00000000000000000000003", "", true);
    EXPECT_EQ(completionError(), "404: bucket 'stage' was not found");
    EXPECT_EQ(errorOf([&] { call(Method::Get, "/{id}/objects"); }), "404: bucket 'stage' was not found");
}

TEST_F(MergeRequests, ManyMissingObjectsAreCounted) {
    open(14);
    catalog_.existing = {testkit::numberedId(0), testkit::numberedId(1)};
    const std::string error = completionError();
    EXPECT_TRUE(error.starts_with("409: ")) << error;
    EXPECT_NE(error.find("no longer has the objects '" + testkit::numberedId(2) + "', '"), std::string::npos) << error;
    EXPECT_TRUE(error.ends_with("'" + testkit::numberedId(11) + "' and 2 more")) << error;
}

TEST_F(MergeRequests, TheCallersRoleInTheSourceIsAskedAgainAtCompletion) {
    open();
    identity_.membership->role = Role::Editor;
    EXPECT_EQ(completionError(), "403: only an admin of bucket 'stage' may merge from it");
    identity_.membership.reset();
    EXPECT_EQ(completionError(), "404: bucket 'stage' was not found");
    fixture_.setService<Identity>(nullptr);
    EXPECT_EQ(completionError(), "404: bucket 'stage' was not found");
}

TEST_F(MergeRequests, OpenOnesFromADeletedBucketAreClosedWithIt) {
    open();
    fixture_.database().write([&](Sql&) {
        const std::string source = "b00000000000000000000002";
        BucketDeleting deleting{source};
        fixture_.events().guard(deleting);
    });
    EXPECT_EQ(call(Method::Get, "/{id}").at("merge_request").at("status"), "closed");
    EXPECT_EQ(completionError(), "409: merge request '" + id_ + "' was closed");
}

}  // namespace
}  // namespace inkwell::merge_requests
