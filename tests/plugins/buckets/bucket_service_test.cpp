#include "inkwell/bucket_settings.h"
#include "tests/plugins/buckets/buckets_fixture.h"

namespace inkwell::buckets {
namespace {

using test::errorOf;

class Buckets : public BucketsTest {};

TEST_F(Buckets, AreCreatedWithTwoKeysAndTheirCreatorAsAdmin) {
    const JsonObject bucket = create(R"({"title":"My Shop"})");
    EXPECT_EQ(bucket.at("slug"), "my-shop");
    EXPECT_EQ(bucket.at("created_by"), Json(user_));
    EXPECT_EQ(bucket.at("created_at"), bucket.at("modified_at"));
    const std::string readKey(textOf(bucket.at("api_access").as_object(), "read_key"));
    const std::string writeKey(textOf(bucket.at("api_access").as_object(), "write_key"));
    EXPECT_EQ(readKey.size(), 50U);
    EXPECT_EQ(writeKey.size(), 50U);
    EXPECT_NE(readKey, writeKey);
    EXPECT_EQ(identity_.roles.at({user_, std::string(textOf(bucket, "id"))}), Role::Admin);
    EXPECT_EQ(get("my-shop"), bucket);
}

TEST_F(Buckets, DerivedSlugsAreNumberedAndGivenOnesRefusedWhenTaken) {
    EXPECT_EQ(create(R"({"title":"Shop"})").at("slug"), "shop");
    EXPECT_EQ(create(R"({"title":"Shop"})").at("slug"), "shop-2");
    EXPECT_EQ(create(R"({"title":"Shop"})").at("slug"), "shop-3");
    EXPECT_EQ(errorOf([&] { create(R"({"title":"Other","slug":"shop"})"); }),
              "409: a bucket with the slug 'shop' already exists");
    EXPECT_EQ(create(R"({"title":"Other","slug":"shop_4"})").at("slug"), "shop_4");
    EXPECT_EQ(create(R"({"title":"🚀"})").at("slug"), "bucket");
}

TEST_F(Buckets, AnUnknownClusterIsRefused) {
    EXPECT_EQ(errorOf([&] { create(R"({"title":"A","cluster":"moon"})"); }),
              "400: the bucket cannot be created: cluster: there is no cluster 'moon'");
    EXPECT_EQ(create(R"({"title":"A","cluster":"default"})").at("cluster"), "default");
}

TEST_F(Buckets, ARefusedOwnerLeavesNoBucket) {
    identity_.refuses = true;
    EXPECT_EQ(errorOf([&] { create(R"({"title":"Shop"})"); }), test::missing("user", user_));
    EXPECT_FALSE(directory().findBySlug("shop"));
    EXPECT_TRUE(fixture_.captured().summary().empty());
}

TEST_F(Buckets, AreListedToThoseWithARole) {
    create(R"({"title":"One"})");
    const std::string two(textOf(create(R"({"title":"Two"})"), "id"));
    identity_.addAdmin("somebody else", two);
    identity_.roles.erase({user_, two});
    JsonArray mine = fixture_.call(Method::Get, kBuckets, parts()).json.at("buckets").as_array();
    ASSERT_EQ(mine.size(), 1U);
    EXPECT_EQ(mine[0].at("slug"), "one");
}

TEST_F(Buckets, KeysAreShownToAdminsAndDevelopersOnly) {
    const std::string id(textOf(create(R"({"title":"Shop"})"), "id"));
    for (Role role : {Role::Admin, Role::Developer, Role::Editor, Role::Contributor}) {
        identity_.roles[{user_, id}] = role;
        const bool shown = role == Role::Admin || role == Role::Developer;
        EXPECT_EQ(get("shop").contains("api_access"), shown);
        const Json list = fixture_.call(Method::Get, kBuckets, parts()).json;
        EXPECT_EQ(list.at("buckets").at(0).as_object().contains("api_access"), shown);
    }
}

TEST_F(Buckets, AreEditedByWhatTheBodyNames) {
    const JsonObject before = create(R"({"title":"Shop"})");
    fixture_.fixedClock().advance(5);
    const JsonObject after = edit("shop", R"({"title":"Store","thumbnail":"cover.png"})");
    EXPECT_EQ(after.at("title"), "Store");
    EXPECT_EQ(after.at("slug"), "shop");
    EXPECT_EQ(after.at("thumbnail"), "cover.png");
    EXPECT_EQ(after.at("api_access"), before.at("api_access"));
    EXPECT_EQ(after.at("created_at"), before.at("created_at"));
    EXPECT_NE(after.at("modified_at"), before.at("modified_at"));
    EXPECT_EQ(get("shop"), after);
    EXPECT_TRUE(edit("shop", R"({"thumbnail":null})").at("thumbnail").is_null());
}

TEST_F(Buckets, AnUnknownThumbnailIsRefusedUnlessThereIsNoMediaPlugin) {
    create(R"({"title":"Shop"})");
    EXPECT_EQ(errorOf([&] { edit("shop", R"({"thumbnail":"nope.png"})"); }),
              "400: the bucket cannot be edited: thumbnail: there is no media 'nope.png' in this bucket");
    fixture_.setService<MediaLibrary>(nullptr);
    EXPECT_EQ(edit("shop", R"({"thumbnail":"nope.png"})").at("thumbnail"), "nope.png");
}

TEST_F(Buckets, HostedClientsSeeTheThumbnailsAddress) {
    create(R"({"title":"Shop"})");
    fixture_.serverInfo().hostedClients = true;
    EXPECT_EQ(get("shop").at("thumbnail"), "");
    const Json address = "https://img.example/cover.png";
    EXPECT_EQ(edit("shop", R"({"thumbnail":"cover.png"})").at("thumbnail"), address);
    EXPECT_EQ(edit("shop", R"({"thumbnail":"https://img.example/cover.png"})").at("thumbnail"), address);
    EXPECT_EQ(errorOf([&] { edit("shop", R"({"thumbnail":"https://elsewhere.example/cover.png"})"); }),
              "400: the bucket cannot be edited: thumbnail: there is no media 'https://elsewhere.example/cover.png' in "
              "this bucket");
}

TEST_F(Buckets, ResetReplacesBothKeysAndTheDirectoryKnowsAtOnce) {
    create(R"({"title":"Shop"})");
    const auto before = directory().findBySlug("shop");
    edit("shop", R"({"reset_api_access_keys":"true"})");
    const auto after = directory().findBySlug("shop");
    EXPECT_NE(after->readKey, before->readKey);
    EXPECT_NE(after->writeKey, before->writeKey);
}

TEST_F(Buckets, AnAdminSaysWhatTheReadKeyReadsAndTheDirectoryKnowsAtOnce) {
    const std::string id(textOf(create(R"({"title":"Shop"})"), "id"));
    EXPECT_EQ(get("shop").at("read_key_reads_drafts"), true);
    EXPECT_TRUE(directory().findBySlug("shop")->readKeyReadsDrafts);
    EXPECT_EQ(edit("shop", R"({"read_key_reads_drafts":false})").at("read_key_reads_drafts"), false);
    EXPECT_FALSE(directory().findBySlug("shop")->readKeyReadsDrafts);
    EXPECT_EQ(edit("shop", R"({"title":"Store"})").at("read_key_reads_drafts"), false);
    identity_.roles[{user_, id}] = Role::Developer;
    EXPECT_EQ(errorOf([&] { edit("shop", R"({"read_key_reads_drafts":true})"); }),
              "403: only an admin of bucket 'shop' may say what its read key reads");
    EXPECT_FALSE(directory().create("quiet", "Quiet", "", false)->readKeyReadsDrafts);
    EXPECT_FALSE(directory().findBySlug("quiet")->readKeyReadsDrafts);
}

TEST_F(Buckets, AnAdminSaysWhetherTheWriteKeysDeletionsGoToTheTrash) {
    const std::string id(textOf(create(R"({"title":"Shop"})"), "id"));
    const auto isOn = [&] { return fixture_.find<BucketSettings>()->trashOnDelete(*directory().findBySlug("shop")); };
    EXPECT_FALSE(isOn());
    EXPECT_EQ(edit("shop", R"({"trash_on_delete":true})").at("trash_on_delete"), true);
    EXPECT_EQ(edit("shop", R"({"title":"Store"})").at("trash_on_delete"), true);
    EXPECT_TRUE(isOn());
    identity_.roles[{user_, id}] = Role::Developer;
    EXPECT_EQ(errorOf([&] { edit("shop", R"({"trash_on_delete":false})"); }),
              "403: only an admin of bucket 'shop' may say what its write key deletes");
    EXPECT_FALSE(fixture_.find<BucketSettings>()->trashOnDelete(Bucket()));
}

TEST_F(Buckets, AreDeletedWithWhatOtherPluginsHold) {
    const std::string id(textOf(create(R"({"title":"Shop"})"), "id"));
    std::vector<std::string> asked;
    fixture_.captured().on<BucketDeleting>([&](BucketDeleting& event) { asked.push_back(event.bucketId); });
    const auto request = parts("shop");
    EXPECT_EQ(remove("shop").at("message"), "bucket 'shop' was deleted");
    EXPECT_EQ(asked, std::vector<std::string>{id});
    EXPECT_FALSE(directory().findBySlug("shop"));
    EXPECT_EQ(errorOf([&] { fixture_.call(Method::Delete, kBucket, request); }), "404: bucket 'shop' was not found");
    EXPECT_EQ(errorOf([&] { fixture_.call(Method::Get, kBucket, request); }), "404: bucket 'shop' was not found");
}

TEST_F(Buckets, TakeNothingInOnceTheyAreGone) {
    const std::string id(textOf(create(R"({"title":"Shop"})"), "id"));
    const auto fill = [&] {
        fixture_.database().write([&](Sql&) {
            BucketFilling filling{id, "shop"};
            fixture_.events().guard(filling);
        });
    };
    EXPECT_EQ(errorOf(fill), "no error");
    remove("shop");
    EXPECT_EQ(errorOf(fill), "404: bucket 'shop' was not found");
}

TEST_F(Buckets, AVetoKeepsThem) {
    create(R"({"title":"Shop"})");
    fixture_.captured().on<BucketDeleting>([](BucketDeleting&) { throw ApiError::conflict("not now"); });
    EXPECT_EQ(errorOf([&] { remove("shop"); }), "409: not now");
    EXPECT_TRUE(directory().findBySlug("shop"));
}

TEST_F(Buckets, ChangesAreFactsWithoutKeys) {
    const std::string id(textOf(create(R"({"title":"Shop"})"), "id"));
    edit("shop", R"({"reset_api_access_keys":true})");
    remove("shop");
    EXPECT_EQ(fixture_.captured().summary(),
              (std::vector<std::string>{"bucket.changed created " + id, "bucket.changed edited " + id,
                                        "bucket.changed deleted " + id}));
    for (const BucketChanged& fact : fixture_.captured().facts<BucketChanged>()) {
        EXPECT_EQ(fact.change.kind, "bucket");
        EXPECT_EQ(fact.change.bucketId, id);
        EXPECT_EQ(fact.change.actor, user_);
    }
}

TEST_F(Buckets, RoutesAskForTheRightCallers) {
    EXPECT_EQ(fixture_.authOf(Method::Get, kBuckets), Auth::UserToken);
    EXPECT_EQ(fixture_.authOf(Method::Post, kBuckets), Auth::UserToken);
    EXPECT_EQ(fixture_.authOf(Method::Get, kBucket), Auth::UserToken);
    EXPECT_EQ(fixture_.authOf(Method::Patch, kBucket), Auth::BucketAdmin);
    EXPECT_EQ(fixture_.authOf(Method::Delete, kBucket), Auth::BucketAdmin);
}

class BucketsByAdmins : public BucketsTest {
protected:
    BucketsByAdmins() : BucketsTest({{"creation", "admins"}, {"clusters", {"moon"}}}) {}
    std::string createWith(const std::string& authorization) {
        RequestParts request = parts("", R"({"title":"Shop","cluster":"moon"})");
        request.headers = {{"Authorization", authorization}};
        return errorOf([&] { fixture_.call(Method::Post, kBuckets, request); });
    }
};

TEST_F(BucketsByAdmins, AreCreatedByServerAdministratorsOnlyOnConfiguredClusters) {
    EXPECT_EQ(createWith("Bearer plain-token"), "403: only administrators of this server may create buckets");
    EXPECT_EQ(createWith(""), "403: only administrators of this server may create buckets");
    EXPECT_EQ(createWith("Bearer admin-token"), "no error");
    EXPECT_EQ(createWith("admin-token"), "no error");
    EXPECT_EQ(get("shop").at("cluster"), "moon");
}

TEST(BucketsSettings, AnUnknownCreationRuleStopsTheStart) {
    test::PluginFixture fixture;
    EXPECT_THROW(fixture.host(inkwell_plugin, {{"creation", "nobody"}}), std::runtime_error);
}

}  // namespace
}  // namespace inkwell::buckets
