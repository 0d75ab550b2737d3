// The example `comments` in a whole server, on both engines; tests/install does the rest.
#include <gtest/gtest.h>

#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"
#include "tests/support/bucket_export.h"

namespace inkwell::test {
namespace {

class Comments : public testing::TestWithParam<Engine> {
protected:
    Comments() : server_(GetParam(), options()), bucket_(server_.makeBucket()) {
        send("POST", "/object-types", {{"title", "Posts"}});
        id_ = addPost("A post");
    }
    static TestServerOptions options() {
        TestServerOptions options;
        options.morePluginDirectories = {exampleFolder("comments")};
        return options;
    }

    Reply send(const std::string& method, const std::string& rest, const Json& body, const std::string& key = "") {
        return server_.send(method, base() + rest, key.empty() ? bucket_.writeKey : key, body);
    }
    std::string addPost(const std::string& title) {
        const Reply made = send("POST", "/objects", {{"type", "posts"}, {"title", title}});
        return std::string(textOf(made.object("object"), "id"));
    }
    std::string base() const { return "/v2/buckets/" + bucket_.slug; }
    Reply shown() { return server_.get(base() + "/objects/" + id_ + "/comments?read_key=" + bucket_.readKey); }
    std::string add(const std::string& text) {
        const Reply added = send("POST", "/objects/" + id_ + "/comments", {{"author", "Ann"}, {"text", text}});
        EXPECT_EQ(added.status, 200) << added.body;
        return std::string(textOf(added.object("entry"), "id"));
    }
    Reply approve(const std::string& id, const std::string& key = "") {
        return send("PATCH", "/comments/" + id, {{"approved", true}}, key);
    }
    std::int64_t rows() { return server_.count("comments_entries", bucket_.id); }

    TestServer server_;
    TestServer::Bucket bucket_;
    std::string id_;
};
INKWELL_ON_BOTH_ENGINES(Comments);

TEST_P(Comments, AreShownOnceApprovedAndToldToEveryServer) {
    EXPECT_EQ(shown().json().at("total"), 0);
    const std::int64_t before = server_.lastChange();
    const std::string first = add("Ünwell said");
    add("second");
    EXPECT_EQ(shown().json().at("total"), 0);
    EXPECT_EQ(approve(first).status, 200);
    EXPECT_EQ(shown().json().at("total"), 1) << "a cached response";
    EXPECT_EQ(textOf(shown().array("comments").at(0).as_object(), "text"), "Ünwell said");
    EXPECT_EQ(server_.changesSince(before),
              (std::vector<std::string>{"comments.created", "comments.created", "comments.edited"}));
}

TEST_P(Comments, AreApprovedByRolesThatMayPublishAndRemovedByAdmins) {
    const std::string id = add("first");
    const std::string bucketComments = base() + "/comments";
    send("POST", "/object-types", {{"title", "Pages"}});
    const TestServer::User contributor =
        server_.makeUser(bucket_, "contributor", {{"object_types", JsonArray{"pages"}}});
    const TestServer::User editor = server_.makeUser(bucket_, "editor");
    const TestServer::User admin = server_.makeUser(bucket_, "admin");
    const Reply refused = approve(id, contributor.token);
    EXPECT_EQ(refused.status, 403);
    EXPECT_NE(refused.message().find("your role in this bucket does not"), std::string::npos) << refused.body;
    EXPECT_EQ(server_.get(bucketComments + "?read_key=" + bucket_.readKey).status, 401) << "the read key is no member";
    const Reply waiting = server_.send("GET", bucketComments, contributor.token, nullptr);
    EXPECT_EQ(waiting.json().at("total"), 1) << waiting.body;
    EXPECT_EQ(approve(id, editor.token).status, 200);
    EXPECT_EQ(send("DELETE", "/comments/" + id, nullptr, editor.token).status, 403);
    EXPECT_EQ(rows(), 1);
    EXPECT_EQ(send("DELETE", "/comments/" + id, nullptr, admin.token).status, 200);
    EXPECT_EQ(rows(), 0);
}

TEST_P(Comments, LeaveCachedObjectsInMemory) {
    const std::string object = base() + "/objects/" + id_ + "?read_key=" + bucket_.readKey;
    EXPECT_EQ(server_.get(object).status, 200);
    const auto costOf = [&](const std::function<void()>& read) {
        return server_.statementsOf([&] {
            add("one more");
            read();
        });
    };
    const std::int64_t ofAnEntry = costOf([] {});
    EXPECT_EQ(costOf([&] { EXPECT_EQ(server_.get(object).status, 200); }), ofAnEntry);
    EXPECT_GT(costOf([&] { EXPECT_EQ(shown().status, 200); }), ofAnEntry);
}

TEST_P(Comments, GoWithTheObjectAndTheBucket) {
    add("first");
    add("second");
    EXPECT_EQ(rows(), 2);
    EXPECT_EQ(send("DELETE", "/objects/" + id_, nullptr).status, 200);
    EXPECT_EQ(rows(), 0);
    EXPECT_EQ(shown().status, 404);

    id_ = addPost("Another");
    add("third");
    const TestServer::User owner = server_.makeUser(bucket_, "admin");
    EXPECT_EQ(server_.send("DELETE", base(), owner.token, nullptr).status, 200);
    EXPECT_EQ(rows(), 0);
}

TEST_P(Comments, TravelWithTheBucketsFile) {
    EXPECT_EQ(approve(add("first")).status, 200);
    const JsonObject file = exportOf(server_.server(), bucket_.slug);
    ASSERT_EQ(file.at("bucket").at("comments").as_array().size(), 1u);
    const auto import = [&] {
        const kernel::BucketImported summary =
            kernel::importBucket(server_.server(), file, "copy", "", [](auto&&...) {});
        for (const auto& [section, counts] : summary.sections) {
            if (section == "comments") return std::pair(counts.created, counts.unchanged);
        }
        throw std::logic_error("the section is missing");
    };
    EXPECT_EQ(import().first, 1);
    EXPECT_EQ(import().second, 1);
}

TEST_P(Comments, OfAFileAreShownAtOnce) {
    const std::string id = add("first");
    EXPECT_EQ(approve(id).status, 200);
    const JsonObject file = exportOf(server_.server(), bucket_.slug);
    EXPECT_EQ(send("PATCH", "/comments/" + id, {{"approved", false}}).status, 200);
    EXPECT_EQ(shown().json().at("total"), 0);
    kernel::importBucket(server_.server(), file, bucket_.slug, "", [](auto&&...) {});
    EXPECT_EQ(shown().json().at("total"), 1) << "a cached response";
}

}  // namespace
}  // namespace inkwell::test
