// The example `likes` in a whole server, on both engines; tests/install does the rest.
#include <gtest/gtest.h>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Likes : public testing::TestWithParam<Engine> {
protected:
    Likes() : server_(GetParam(), options()), bucket_(server_.makeBucket()) {
        send("POST", "/object-types", {{"title", "Posts"}});
        const Reply made = send("POST", "/objects", {{"type", "posts"}, {"title", "A post"}});
        id_ = textOf(made.object("object"), "id");
    }
    static TestServerOptions options() {
        TestServerOptions options;
        options.morePluginDirectories = {INKWELL_TEST_EXAMPLES "/likes"};
        return options;
    }

    Reply send(const std::string& method, const std::string& rest, const Json& body) {
        return server_.send(method, "/v2/buckets/" + bucket_.slug + rest, bucket_.writeKey, body);
    }
    Reply get() {
        return server_.get("/v2/buckets/" + bucket_.slug + "/objects/" + id_ + "/likes?read_key=" + bucket_.readKey);
    }
    Reply add(const std::string& visitor) { return send("POST", "/objects/" + id_ + "/likes", {{"visitor", visitor}}); }
    std::int64_t rows() { return server_.count("likes_visitors", bucket_.id); }

    TestServer server_;
    TestServer::Bucket bucket_;
    std::string id_;
};
INKWELL_ON_BOTH_ENGINES(Likes);

TEST_P(Likes, CountVisitorsOnceAndTellEveryServer) {
    EXPECT_EQ(get().object("likes").at("count"), 0);
    const std::int64_t before = server_.lastChange();
    EXPECT_EQ(add("ann").status, 200);
    EXPECT_EQ(add("Ann").status, 200);
    EXPECT_EQ(add("ann").object("likes").at("count"), 2);
    EXPECT_EQ(get().object("likes").at("count"), 2) << "a cached answer";
    EXPECT_EQ(send("DELETE", "/objects/" + id_ + "/likes?visitor=ann", {}).status, 200);
    EXPECT_EQ(get().object("likes").at("visitors"), JsonArray{"Ann"});
    EXPECT_EQ(server_.changesSince(before),
              (std::vector<std::string>{"likes.created", "likes.created", "likes.deleted"}));
}

TEST_P(Likes, LeaveCachedObjectsInMemory) {
    const std::string object = "/v2/buckets/" + bucket_.slug + "/objects/" + id_ + "?read_key=" + bucket_.readKey;
    EXPECT_EQ(server_.get(object).status, 200);
    int visitors = 0;
    const auto costOf = [&](const std::function<void()>& read) {
        return server_.statementsOf([&] {
            EXPECT_EQ(add("visitor " + std::to_string(++visitors)).status, 200);
            read();
        });
    };
    const std::int64_t ofALike = costOf([] {});
    EXPECT_EQ(costOf([&] { EXPECT_EQ(server_.get(object).status, 200); }), ofALike);
    EXPECT_GT(costOf([&] { EXPECT_EQ(get().object("likes").at("count"), visitors); }), ofALike);
}

TEST_P(Likes, GoWithTheObjectAndTheBucket) {
    add("ann");
    add("ben");
    EXPECT_EQ(rows(), 2);
    EXPECT_EQ(send("DELETE", "/objects/" + id_, {}).status, 200);
    EXPECT_EQ(rows(), 0);
    EXPECT_EQ(get().status, 404);

    id_ = textOf(send("POST", "/objects", {{"type", "posts"}, {"title", "Another"}}).object("object"), "id");
    add("ann");
    const TestServer::User owner = server_.makeUser(bucket_, "admin");
    EXPECT_EQ(server_.send("DELETE", "/v2/buckets/" + bucket_.slug, owner.token, {}).status, 200);
    EXPECT_EQ(rows(), 0);
}

}  // namespace
}  // namespace inkwell::test
