// The whole plugin, with a catalog in place of objects and a list in place of streams.
#include "presence_service.h"

#include <gtest/gtest.h>

#include "fake_bucket_directory.h"
#include "fake_live_events.h"
#include "fake_object_catalog.h"
#include "inkwell/events.h"
#include "inkwell/member_directory.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace inkwell::presence {
namespace {

const std::string kRoute = "/v2/buckets/{bucket_slug}/presence";

class FakeCatalog : public testkit::FakeObjectCatalog {
public:
    std::vector<Summary> summaries(const Bucket&, std::span<const std::string> ids) override {
        ++asked;
        if (!ids[0].starts_with("o")) return {};
        return {{ids[0], "posts"}};
    }
    int asked = 0;
};

/// Knows the names of everybody whose id is one.
class FakeMembers : public MemberDirectory {
public:
    People findMembers(const std::string& bucketId, std::span<const std::string> userIds) override {
        EXPECT_EQ(bucketId, "b00000000000000000000001");
        People people;
        for (const std::string& id : userIds) {
            asked.push_back(id);
            if (id != "stranger") people.emplace(id, Person{id, "First of " + id, "Last", ""});
        }
        return people;
    }
    std::vector<std::string> asked;
};

class Presence : public testing::Test {
protected:
    Presence() {
        bucket_ = std::make_shared<Bucket>();
        bucket_->id = "b00000000000000000000001";
        fixture_.setService<ObjectCatalog>(&catalog_);
        fixture_.setService<BucketDirectory>(&directory_);
        fixture_.setService<LiveEvents>(&streams_);
        fixture_.setService<MemberDirectory>(&members_);
        fixture_.host(inkwell_plugin);
    }
    RequestParts of(const std::string& user) {
        RequestParts parts;
        parts.bucket = bucket_;
        parts.access = Access::user(user, Membership{});
        return parts;
    }
    Json say(const std::string& user, const std::string& object, boost::json::value_ref field) {
        RequestParts parts = of(user);
        parts.body = JsonObject{{"object", object}, {"field", field}};
        return fixture_.call(Method::Post, kRoute, std::move(parts)).json.at("place");
    }
    void leave(const std::string& user, const std::string& object) {
        RequestParts parts = of(user);
        parts.query = {{"object", object}};
        fixture_.call(Method::Delete, kRoute, std::move(parts));
    }
    /// "ann o1 title, ben o1 null"
    std::string shown(const std::string& object = "") {
        RequestParts parts = of("ann");
        parts.query = {{"object", object}};
        std::string all;
        const Json answer = fixture_.call(Method::Get, kRoute, std::move(parts)).json;
        for (const Json& place : answer.at("presence").as_array()) {
            const Json* field = &place.at("field");
            all += (all.empty() ? "" : ", ") + std::string(place.at("user").at("id").as_string()) + " " +
                   std::string(place.at("object").as_string()) + " " +
                   (field->is_null() ? "null" : std::string(field->as_string()));
        }
        return all;
    }
    void later(std::int64_t ms) { fixture_.fixedClock().advance(ms); }
    /// As another server would store it.
    void storeElsewhere(const std::string& user, const std::string& field) {
        fixture_.database().write([&](Sql& sql) {
            const std::int64_t nowMs = fixture_.fixedClock().nowMs();
            sql.execute(
                "INSERT INTO presence_places (bucket_id, user_id, object_id, field, since, seen_at) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                {bucket_->id, user, "o1", field, nowMs, nowMs});
        });
    }

    FakeCatalog catalog_;
    testkit::FakeLiveEvents streams_;
    FakeMembers members_;
    testkit::FakeBucketDirectory directory_;
    test::PluginFixture fixture_;
    std::shared_ptr<Bucket> bucket_;
};

TEST_F(Presence, ShowsWhoIsWhere) {
    say("ann", "o1", "title");
    say("ben", "o1", nullptr);
    say("ann", "o2", "body");
    EXPECT_EQ(shown(), "ann o1 title, ben o1 null, ann o2 body");
    EXPECT_EQ(shown("o1"), "ann o1 title, ben o1 null");
    leave("ann", "o1");
    EXPECT_EQ(shown("o1"), "ben o1 null");
    EXPECT_TRUE(fixture_.captured().summary().empty()) << "it is no change of anything";
}

TEST_F(Presence, NamesWhoIsThereAsFarAsMembersAreKnown) {
    const JsonObject ann{{"id", "ann"}, {"first_name", "First of ann"}, {"last_name", "Last"}, {"avatar_url", nullptr}};
    EXPECT_EQ(say("ann", "o1", "title").at("user"), Json(ann));
    EXPECT_EQ(say("stranger", "o1", "title").at("user"),
              (Json{{"id", "stranger"}, {"first_name", ""}, {"last_name", ""}, {"avatar_url", nullptr}}));
    fixture_.setService<MemberDirectory>(nullptr);
    EXPECT_EQ(say("ann", "o2", "title").at("user").at("first_name"), "");
}

TEST_F(Presence, EndsAfter45Seconds) {
    say("ann", "o1", "title");
    later(30'000);
    say("ben", "o1", "title");
    later(15'000);
    EXPECT_EQ(shown(), "ben o1 title");
    fixture_.runJob("sweep");
    fixture_.runJob("follow");
    EXPECT_NE(streams_.told.back().find("\"user\":{\"id\":\"ann\",\"first_name\":\"First of ann\""), std::string::npos);
    EXPECT_NE(streams_.told.back().find("\"here\":false"), std::string::npos);
}

TEST_F(Presence, KeepsSinceWhileSomebodyStays) {
    const Json first = say("ann", "o1", "title");
    later(20'000);
    EXPECT_EQ(say("ann", "o1", "body").at("since"), first.at("since"));
    later(50'000);
    EXPECT_NE(say("ann", "o1", "body").at("since"), first.at("since"));
}

TEST_F(Presence, TheSameNewsIsNotWrittenAgain) {
    say("ann", "o1", "title");
    later(kRefreshMs - 1);
    say("ann", "o1", "title");
    EXPECT_EQ(catalog_.asked, 1);
    later(1);
    say("ann", "o1", "title");
    EXPECT_EQ(catalog_.asked, 2);
    later(kLifetimeMs - 1);
    EXPECT_EQ(shown(), "ann o1 title");
    EXPECT_EQ(streams_.told.size(), 1u);
}

TEST_F(Presence, TellsMembersWhatOtherServersWereTold) {
    storeElsewhere("zoe", "title");
    streams_.isHeard = false;
    fixture_.runJob("follow");
    EXPECT_TRUE(streams_.told.empty());
    streams_.isHeard = true;
    fixture_.runJob("follow");
    fixture_.runJob("follow");
    ASSERT_EQ(streams_.told.size(), 1u);
    EXPECT_EQ(
        streams_.told[0].find(R"(b00000000000000000000001 presence {"object":"o1","field":"title","user":{"id":"zoe",)"
                              R"("first_name":"First of zoe","last_name":"Last","avatar_url":null},"since":)"),
        0u)
        << streams_.told[0];
    EXPECT_EQ(members_.asked, std::vector<std::string>{"zoe"}) << "not at each turn of the job";
}

TEST_F(Presence, APersonIsInSoManyObjectsOnly) {
    for (int n = 0; n < kMostPlaces + 1; ++n) {
        say("ann", "o" + std::to_string(n), "title");
        later(1);
    }
    EXPECT_EQ(shown("o0"), "");
    EXPECT_EQ(shown("o1"), "ann o1 title");
}

TEST_F(Presence, WhoeverGaveWayIsStoredAnewWhenTheySayItAgain) {
    for (int n = 0; n < kMostPlaces + 1; ++n) {
        say("ann", "o" + std::to_string(n), "title");
        later(1);
    }
    say("ann", "o0", "title");
    EXPECT_EQ(shown("o0"), "ann o0 title");
}

TEST_F(Presence, IsNotBelievedOfAnObjectOrAPersonThatIsGone) {
    const auto isStoredAnew = [&](const std::string& object) {
        const int before = catalog_.asked;
        say("ann", object, "title");
        return catalog_.asked == before + 1;
    };
    say("ann", "o1", "title");
    say("ann", "o2", "title");
    const std::string object = "o1";
    ObjectDeleting deleting{bucket_->id, object};
    fixture_.database().write([&](Sql&) { fixture_.events().guard(deleting); });
    EXPECT_FALSE(isStoredAnew("o2"));
    EXPECT_TRUE(isStoredAnew("o1"));
}

TEST_F(Presence, GoesWithObjectRoleAndBucket) {
    for (const char* user : {"ann", "ben"}) {
        for (const char* object : {"o1", "o2"}) say(user, object, "title");
    }
    const std::string object = "o1";
    ObjectDeleting deleting{bucket_->id, object};
    fixture_.database().write([&](Sql&) { fixture_.events().guard(deleting); });
    EXPECT_EQ(shown(), "ann o2 title, ben o2 title");
    fixture_.database().write([&](Sql&) {
        fixture_.events().publish(UserChanged{{0, bucket_->id, "user", "", "ann", "deleted", 0, "system", ""}});
    });
    EXPECT_EQ(shown(), "ben o2 title");
    BucketDeleting gone{bucket_->id};
    fixture_.database().write([&](Sql&) { fixture_.events().guard(gone); });
    EXPECT_EQ(shown(), "");
}

TEST_F(Presence, RefusesWhatIsNotThereAndSaysSo) {
    EXPECT_EQ(test::errorOf([&] { say("ann", "x", "title"); }), "404: object 'x' was not found");
    EXPECT_EQ(test::errorOf([&] { leave("ann", ""); }), "400: object is required: the id of the object that you leave");
    EXPECT_EQ(test::errorOf([&] { say("ann", "o1", 7); }),
              "400: nobody was told where you are: field: must be a string, not a number");
    fixture_.setService<ObjectCatalog>(nullptr);
    EXPECT_EQ(test::errorOf([&] { say("ann", "o1", "title"); }), "503: objects are disabled");
}

}  // namespace
}  // namespace inkwell::presence
