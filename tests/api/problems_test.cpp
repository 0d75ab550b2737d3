// interface/errors-and-limits.md, "Errors": all problems of a body come at once, those that are looked up too.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class ProblemsOfABody : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
        before_ = api().lastChange();
    }
    void TearDown() override { EXPECT_EQ(api().lastChange(), before_) << "something was stored"; }
    std::string refusal(const std::string& method, const std::string& address, const JsonObject& body) {
        return refusalOf(api().send(method, address, admin_.token, body));
    }
    std::string inBucket() const { return "' in bucket '" + bucket().slug + "'"; }

    TestServer::User admin_;
    std::int64_t before_ = 0;
};
INKWELL_ON_BOTH_ENGINES(ProblemsOfABody);

TEST_P(ProblemsOfABody, ThatIsABucket) {
    const std::string blank = "title: must not be empty (and 1 more); ";
    EXPECT_EQ(refusal("POST", "/v2/buckets", {{"title", " "}, {"cluster", "moon"}}),
              "400: the bucket cannot be created: " + blank + "cluster: there is no cluster 'moon'");
    EXPECT_EQ(refusal("PATCH", path(""), {{"title", " "}, {"thumbnail", "nope.png"}}),
              "400: the bucket cannot be edited: " + blank + "thumbnail: there is no media 'nope.png' in this bucket");
}

TEST_P(ProblemsOfABody, ThatIsAUser) {
    const JsonObject body{{"email", "no address"},
                          {"role", "contributor"},
                          {"object_types", {"nope"}},
                          {"first_name", "Ann"},
                          {"last_name", "Ann"}};
    const std::string type = "object_types[0]: there is no object type 'nope" + inBucket();
    EXPECT_EQ(refusal("POST", path("/users"), body),
              "400: the user cannot be added: email: is not an e-mail address (and 1 more); " + type);
    EXPECT_EQ(refusal("PATCH", path("/users/" + admin_.id), {{"role", "king"}, {"object_types", {"nope"}}}),
              "400: the user cannot be edited: role: must be one of 'admin', 'developer', 'editor', 'contributor' (and "
              "1 more); " +
                  type);
}

TEST_P(ProblemsOfABody, ThatIsAToken) {
    const JsonObject permissions{{"read", "all"}, {"write", {"nope"}}};
    const std::string rest =
        "permissions.read: must be one of 'none', 'published', 'any' (and 1 more); permissions.write[0]: there is no "
        "object type 'nope" +
        inBucket();
    EXPECT_EQ(refusal("POST", path("/tokens"), {{"title", "Site"}, {"permissions", permissions}}),
              "400: the token cannot be made: " + rest);
    EXPECT_EQ(refusal("PATCH", path("/tokens/" + bucket().id), {{"permissions", permissions}}),
              "400: the token cannot be edited: " + rest);
}

TEST_P(ProblemsOfABody, ThatIsAView) {
    const JsonObject body{{"title", " "}, {"type", "nope"}, {"query", {{"colour", "red"}}}};
    for (const auto& [method, rest] : {std::pair("POST", "/views"), std::pair("PATCH", "/views/1")}) {
        const Reply reply = api().send(method, path(rest), admin_.token, body);
        const std::vector<std::string> problems = reply.problems();
        ASSERT_EQ(problems.size(), 3U) << refusalOf(reply);
        EXPECT_EQ(problems[0], "title: must not be empty");
        EXPECT_EQ(problems[1], "type: object type 'nope' was not found in bucket '" + bucket().slug + "'");
        EXPECT_TRUE(problems[2].starts_with("query: ")) << problems[2];
    }
}

TEST_P(ProblemsOfABody, ThatIsAMergeRequest) {
    JsonObject body{{"title", "Spring"}, {"source_bucket", "nope"}, {"objects", {bucket().id}}};
    EXPECT_EQ(refusal("POST", path("/merge-requests"), body), missing("bucket", "nope")) << "all else is right";
    body["title"] = " ";
    body["objects"] = {"short"};
    EXPECT_EQ(refusal("POST", path("/merge-requests"), body),
              "400: the merge request cannot be opened: title: must not be empty (and 2 more); objects[0]: 'short' is "
              "not an object id (24 lower-case hex digits); source_bucket: bucket 'nope' was not found");
}

TEST_P(ProblemsOfABody, ThatIsAnUpload) {
    const auto part = [](const std::string& name, const std::string& value) {
        return "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    };
    const std::string texts = part("metadata", "[]") + part("folder", "gone");
    const std::string file = part("media\"; filename=\"a.txt", "hello");
    for (const std::string& form : {texts + file, file + texts}) {
        const Reply reply =
            sendRequest(api().port(), "POST", path("/media"),
                        {bearer(bucket().writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}},
                        form + "--limit--\r\n");
        EXPECT_EQ(refusalOf(reply),
                  "400: the media cannot be created: metadata: must be a JSON object, not an array (and 1 more); "
                  "folder: media folder 'gone' was not found");
    }
}

// interface/resources.md, "Ids, times and slugs".
TEST_P(ProblemsOfABody, WithATitleThatShowsNothing) {
    makeType("posts");
    before_ = api().lastChange();
    for (const char* title : {" ", "\u00A0", "\u3000", "\u200B", "\u2003 \uFEFF"}) {
        const std::string blank = "title: must not be empty";
        for (const auto& [rest, body] : {std::pair<std::string, JsonObject>("/objects", {{"type", "posts"}}),
                                         std::pair<std::string, JsonObject>("/object-types", {}),
                                         std::pair<std::string, JsonObject>("/media-folders", {})}) {
            JsonObject titled = body;
            titled["title"] = title;
            EXPECT_EQ(post(rest, titled).problems(), std::vector<std::string>{blank}) << rest << title;
        }
        EXPECT_EQ(refusal("POST", path("/tokens"), {{"title", title}, {"permissions", {{"read", "any"}}}}),
                  "400: the token cannot be made: " + blank);
        EXPECT_EQ(refusal("PATCH", path(""), {{"title", title}}), "400: the bucket cannot be edited: " + blank);
    }
}

TEST_P(ProblemsOfABody, AreTheFirstThousand) {
    JsonObject body{{"title", "A"}};
    for (int i = 0; i < 1500; ++i) body["unknown" + std::to_string(i)] = 1;
    const Reply reply = api().send("POST", "/v2/buckets", admin_.token, body);
    EXPECT_EQ(reply.problems().size(), 1001U);
    EXPECT_EQ(reply.problems().back(), ": there are more problems; only the first 1000 are listed");
    EXPECT_TRUE(reply.message().ends_with(" (and at least 1000 more)")) << reply.message();
}

}  // namespace
}  // namespace inkwell::test
