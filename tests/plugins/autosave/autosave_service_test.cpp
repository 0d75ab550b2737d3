// The whole plugin, with a catalog in place of objects.
#include "autosave_service.h"

#include <gtest/gtest.h>

#include "fake_bucket_directory.h"
#include "fake_object_catalog.h"
#include "inkwell/events.h"
#include "inkwell/text.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::autosave {
namespace {

Membership memberWith(Role role, std::vector<std::string> objectTypes = {}) {
    Membership membership;
    membership.role = role;
    membership.objectTypes = std::move(objectTypes);
    return membership;
}

const std::string kRoute = "/v2/buckets/{bucket_slug}/objects/{object_id}/autosave";
constexpr std::int64_t kDayMs = 24 * 60 * 60'000;

class FakeCatalog : public testkit::FakeObjectCatalog {
public:
    std::vector<Summary> summaries(const Bucket&, std::span<const std::string> ids) override {
        if (!ids[0].starts_with("o")) return {};
        return {{ids[0], "posts"}};
    }
};

class Autosave : public testing::Test {
protected:
    Autosave() {
        bucket_ = std::make_shared<Bucket>();
        bucket_->id = "b00000000000000000000001";
        fixture_.setService<ObjectCatalog>(&catalog_);
        fixture_.setService<BucketDirectory>(&directory_);
    }
    void host(JsonObject settings = {}) { fixture_.host(inkwell_plugin, std::move(settings)); }

    Json call(Method method, const std::string& user, const std::string& object, JsonObject body = {},
              Membership membership = memberWith(Role::Editor)) {
        RequestParts parts;
        parts.path = {{"object_id", object}};
        parts.bucket = bucket_;
        parts.body = std::move(body);
        parts.access = Access::user(user, std::move(membership));
        return fixture_.call(method, kRoute, std::move(parts)).json;
    }
    void put(const std::string& user, const std::string& object, const std::string& title) {
        call(Method::Put, user, object, {{"object", JsonObject{{"title", title}}}, {"version", 3}});
    }
    /// The title that is kept, or the refusal.
    std::string kept(const std::string& user, const std::string& object) {
        std::string title;
        const std::string refusal = test::errorOf([&] {
            const Json answer = call(Method::Get, user, object);
            title = std::string(answer.at("autosave").at("object").at("title").as_string());
        });
        return title.empty() ? refusal : title;
    }

    FakeCatalog catalog_;
    testkit::FakeBucketDirectory directory_;
    test::PluginFixture fixture_;
    std::shared_ptr<Bucket> bucket_;
};

TEST_F(Autosave, BelongsToOnePersonAndObject) {
    host();
    put("ann", "o1", "Ann's");
    put("ben", "o1", "Ben's");
    put("ann", "o2", "Other");
    put("ann", "o1", "Ann's again");
    EXPECT_EQ(kept("ann", "o1"), "Ann's again");
    EXPECT_EQ(kept("ben", "o1"), "Ben's");
    call(Method::Delete, "ann", "o1");
    EXPECT_EQ(kept("ann", "o1"), "404: nothing unsaved of object 'o1' is kept for you");
    EXPECT_EQ(kept("ben", "o1"), "Ben's");
    EXPECT_EQ(test::errorOf([&] { call(Method::Delete, "ann", "o1"); }),
              "404: nothing unsaved of object 'o1' is kept for you");
    EXPECT_EQ(kept("ann", "x"), "404: object 'x' was not found");
    EXPECT_TRUE(fixture_.captured().summary().empty()) << "it is no change of anything";
}

TEST_F(Autosave, ShowsVersionAndTime) {
    host();
    const Json put = call(Method::Put, "ann", "o1", {{"object", JsonObject{}}, {"version", nullptr}});
    EXPECT_EQ(
        put.at("autosave"),
        (JsonObject{{"object_id", "o1"}, {"version", nullptr}, {"saved_at", isoTime(fixture_.fixedClock().nowMs())}}));
    this->put("ann", "o1", "T");
    EXPECT_EQ(call(Method::Get, "ann", "o1").at("autosave").at("version"), 3);
}

TEST_F(Autosave, IsForThoseWhoMayWriteTheObject) {
    host();
    const Membership contributor = memberWith(Role::Contributor, {"pages"});
    EXPECT_EQ(test::errorOf([&] {
                  call(Method::Put, "ann", "o1", {{"object", JsonObject{}}}, contributor);
              }),
              "403: your role in this bucket does not allow to write objects of the type 'posts'");
    EXPECT_EQ(test::errorOf([&] {
                  call(Method::Put, "ann", "x1", {{"object", JsonObject{}}});
              }),
              "404: object 'x1' was not found");
    EXPECT_EQ(kept("ann", "o1"), "404: nothing unsaved of object 'o1' is kept for you");
}

TEST_F(Autosave, OfOnePersonTheOldestGivesWay) {
    host({{"per_person", 2}});
    for (const char* object : {"o1", "o2", "o3"}) {
        put("ann", object, object);
        fixture_.fixedClock().advance(1);
    }
    put("ben", "o1", "Ben's");
    EXPECT_EQ(kept("ann", "o1"), "404: nothing unsaved of object 'o1' is kept for you");
    EXPECT_EQ(kept("ann", "o2"), "o2");
    EXPECT_EQ(kept("ann", "o3"), "o3");
    EXPECT_EQ(kept("ben", "o1"), "Ben's");
}

TEST_F(Autosave, GoesWithObjectRoleAndBucket) {
    host();
    for (const char* user : {"ann", "ben"}) {
        for (const char* object : {"o1", "o2"}) put(user, object, "T");
    }
    const std::string object = "o1";
    ObjectDeleting deleting{bucket_->id, object};
    fixture_.database().write([&](Sql&) { fixture_.events().guard(deleting); });
    EXPECT_EQ(kept("ann", "o1"), "404: nothing unsaved of object 'o1' is kept for you");
    fixture_.database().write([&](Sql&) {
        fixture_.events().publish(UserChanged{{0, bucket_->id, "user", "", "ann", "deleted", 0, "system", ""}});
    });
    EXPECT_EQ(kept("ann", "o2"), "404: nothing unsaved of object 'o2' is kept for you");
    EXPECT_EQ(kept("ben", "o2"), "T");
    BucketDeleting gone{bucket_->id};
    fixture_.database().write([&](Sql&) { fixture_.events().guard(gone); });
    EXPECT_EQ(kept("ben", "o2"), "404: nothing unsaved of object 'o2' is kept for you");
}

TEST_F(Autosave, IsSweptAfterItsDays) {
    host({{"keep_days", 2}});
    put("ann", "o1", "Old");
    fixture_.fixedClock().advance(kDayMs);
    put("ann", "o2", "New");
    fixture_.fixedClock().advance(kDayMs + 1);
    fixture_.runJob("sweep");
    EXPECT_EQ(kept("ann", "o1"), "404: nothing unsaved of object 'o1' is kept for you");
    EXPECT_EQ(kept("ann", "o2"), "New");
}

TEST_F(Autosave, KeepsNothingWhileObjectsAreOff) {
    host();
    put("ann", "o1", "T");
    fixture_.setService<ObjectCatalog>(nullptr);
    EXPECT_EQ(test::errorOf([&] { put("ann", "o1", "U"); }), "503: objects are disabled");
    EXPECT_EQ(kept("ann", "o1"), "T");
}

}  // namespace
}  // namespace inkwell::autosave
