// The whole plugin on a real database, without a server.
#include <gtest/gtest.h>

#include "fake_object_catalog.h"
#include "inkwell/error.h"
#include "likes_service.h"
#include "mini_server.h"

extern "C" const inkwell::PluginManifest inkwell_plugin;

namespace likes_plugin {
namespace {

using inkwell::Access;
using inkwell::ApiError;
using inkwell::Auth;
using inkwell::Json;
using inkwell::JsonArray;
using inkwell::JsonObject;
using inkwell::Method;
using inkwell::RequestParts;
using inkwell::testkit::CountingIds;

const std::string kPath = "/v2/buckets/{bucket_slug}/objects/{object_id}/likes";
const std::string kPost = CountingIds::id(100);
const std::string kDraft = CountingIds::id(101);

/// One post and one draft, of the type "posts".
class Catalog : public inkwell::testkit::FakeObjectCatalog {
public:
    std::vector<inkwell::ObjectRecord> find(const inkwell::Bucket&, std::span<const std::string> ids,
                                            inkwell::Visibility) override {
        if (ids.front() != kPost) return {};
        return {{kPost, "posts", "published", {}, {}}};
    }
    std::vector<Summary> summaries(const inkwell::Bucket&, std::span<const std::string> ids) override {
        if (ids.front() != kPost && ids.front() != kDraft) return {};
        return {{ids.front(), "posts"}};
    }
};

class Buckets : public inkwell::BucketDirectory {
public:
    std::shared_ptr<const inkwell::Bucket> findBySlug(std::string_view) override { return nullptr; }
    std::shared_ptr<const inkwell::Bucket> findById(std::string_view) override { return nullptr; }
    std::shared_ptr<const inkwell::Bucket> create(const std::string&, const std::string&, const std::string&) override {
        throw std::logic_error("nobody creates buckets here");
    }
};

class LikesTest : public testing::Test {
protected:
    LikesTest() {
        server_.setService<inkwell::BucketDirectory>(&buckets_);
        server_.setService<inkwell::ObjectCatalog>(&catalog_);
    }

    void host(JsonObject settings = {}) { server_.host(inkwell_plugin, std::move(settings)); }

    RequestParts parts(const std::string& objectId) const {
        RequestParts parts;
        parts.path = {{"bucket_slug", "blog"}, {"object_id", objectId}};
        parts.bucket = bucket_;
        parts.access = access_;
        return parts;
    }
    JsonObject get(const std::string& objectId) { return likesOf(server_.call(Method::Get, kPath, parts(objectId))); }
    JsonObject add(const std::string& objectId, const Json& body) {
        server_.clock().advance(1);
        RequestParts request = parts(objectId);
        request.body = body;
        return likesOf(server_.call(Method::Post, kPath, std::move(request)));
    }
    JsonObject remove(const std::string& objectId, const std::string& visitor) {
        RequestParts request = parts(objectId);
        request.query = {{"visitor", visitor}};
        return likesOf(server_.call(Method::Delete, kPath, std::move(request)));
    }
    static JsonObject likesOf(const inkwell::Response& response) {
        return response.json.as_object().at("likes").as_object();
    }
    /// The status of the ApiError that `action` throws; 200 when it throws none.
    template <class Action>
    static int statusOf(Action action) {
        try {
            action();
            return 200;
        } catch (const ApiError& error) {
            return error.status();
        }
    }

    std::shared_ptr<const inkwell::Bucket> bucket_ =
        std::make_shared<inkwell::Bucket>(inkwell::Bucket{CountingIds::id(1), "blog", "Blog", "read", "write"});
    Access access_ = Access::writeKey();
    Buckets buckets_;
    Catalog catalog_;
    inkwell::testkit::MiniServer server_{INKWELL_PLUGIN_DIRECTORY};
};

TEST_F(LikesTest, EachVisitorCountsOnce) {
    host();
    EXPECT_EQ(get(kPost).at("count"), 0);
    add(kPost, {{"visitor", "ann"}});
    add(kPost, {{"visitor", "ben"}});
    const JsonObject last = add(kPost, {{"visitor", "ann"}});
    EXPECT_EQ(last.at("count"), 2);
    EXPECT_EQ(last.at("visitors"), (JsonArray{"ben", "ann"}));
    EXPECT_EQ(last.at("object"), Json(kPost));
    EXPECT_EQ(get(kPost), last);
}

TEST_F(LikesTest, VisitorsGoAgain) {
    host();
    add(kPost, {{"visitor", "ann"}});
    EXPECT_EQ(remove(kPost, "ben").at("count"), 1);
    EXPECT_EQ(remove(kPost, "ann").at("count"), 0);
}

TEST_F(LikesTest, TheSettingBoundsTheVisitorsShown) {
    host({{"shown_visitors", 1}});
    add(kPost, {{"visitor", "ann"}});
    const JsonObject last = add(kPost, {{"visitor", "ben"}});
    EXPECT_EQ(last.at("count"), 2);
    EXPECT_EQ(last.at("visitors"), JsonArray{"ben"});
}

TEST_F(LikesTest, AWrongSettingStopsTheStart) { EXPECT_THROW(host({{"shown_visitors", -1}}), std::runtime_error); }

TEST_F(LikesTest, BadBodiesAreRefused) {
    host();
    for (const Json& body : {Json(JsonObject{}), Json({{"visitor", ""}}), Json({{"visitor", 1}}),
                             Json({{"visitor", std::string(201, 'x')}}), Json({{"visitor", "ann"}, {"more", 1}})}) {
        EXPECT_EQ(statusOf([&] { add(kPost, body); }), 400) << body;
    }
    EXPECT_EQ(statusOf([&] { remove(kPost, ""); }), 400);
    EXPECT_EQ(get(kPost).at("count"), 0);
}

TEST_F(LikesTest, ReadersSeePublishedObjectsOnly) {
    host();
    EXPECT_EQ(add(kDraft, {{"visitor", "ann"}}).at("count"), 1);
    EXPECT_EQ(statusOf([&] { get(kDraft); }), 404);
    EXPECT_EQ(statusOf([&] { add(CountingIds::id(999), {{"visitor", "ann"}}); }), 404);
}

TEST_F(LikesTest, MembersNeedTheRightToWriteTheObject) {
    host();
    inkwell::Membership contributor;
    contributor.objectTypes = {"pages"};
    access_ = Access::user(CountingIds::id(7), contributor);
    EXPECT_EQ(statusOf([&] { add(kPost, {{"visitor", "ann"}}); }), 403);
    EXPECT_EQ(server_.authOf(Method::Post, kPath), Auth::WriteKey);
    EXPECT_EQ(server_.authOf(Method::Get, kPath), Auth::ReadKey);
}

TEST_F(LikesTest, EveryChangeIsAFact) {
    host();
    add(kPost, {{"visitor", "ann"}});
    add(kPost, {{"visitor", "ann"}});
    remove(kPost, "ann");
    const auto facts = server_.events().facts<LikesChanged>();
    ASSERT_EQ(facts.size(), 2u);
    EXPECT_EQ(facts[0].change.action, "created");
    EXPECT_EQ(facts[0].change.id, kPost);
    EXPECT_EQ(facts[0].count, 1);
    EXPECT_EQ(facts[1].change.action, "deleted");
    EXPECT_EQ(facts[1].count, 0);
}

TEST_F(LikesTest, DeletedObjectsAndBucketsTakeTheirRowsAlong) {
    host();
    add(kPost, {{"visitor", "ann"}});
    add(kDraft, {{"visitor", "ann"}});
    server_.database().write([&](inkwell::Sql&) {
        inkwell::ObjectDeleting event{bucket_->id, kDraft};
        server_.events().guard(event);
    });
    EXPECT_EQ(add(kDraft, {{"visitor", "ben"}}).at("count"), 1);
    EXPECT_EQ(get(kPost).at("count"), 1);
    server_.database().write([&](inkwell::Sql&) {
        inkwell::BucketDeleting event{bucket_->id};
        server_.events().guard(event);
    });
    EXPECT_EQ(get(kPost).at("count"), 0);
}

}  // namespace
}  // namespace likes_plugin
