// What stores slugs of object types, and renames and deletions while it is off.
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

const std::vector<std::string> kFollowers = {"bucket_tokens", "users", "views",   "search",
                                             "revisions",     "trash", "webhooks"};

class TypeFollowersApi : public testing::TestWithParam<Engine> {
protected:
    TypeFollowersApi() : server_(std::make_unique<TestServer>(GetParam(), optionsOf())), bucket_(api().makeBucket()) {
        admin_ = api().makeUser(bucket_, "admin");
        makeType("Posts");
        makeType("Pages");
        writer_ = api().makeUser(bucket_, "contributor", {{"object_types", JsonArray{"posts"}}});
    }

    static TestServerOptions optionsOf() {
        TestServerOptions options;
        options.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};
        return options;
    }
    /// Another one of the same database.
    TestServerOptions optionsBeside(std::vector<std::string> disabled) {
        TestServerOptions options = optionsOf();
        options.database = api().database();
        options.disabled = std::move(disabled);
        return options;
    }
    static int renameAt(TestServer& server, const std::string& url, const std::string& key, const std::string& to) {
        return server.send("PATCH", url, key, JsonObject{{"slug", to}}).status;
    }

    TestServer& api() { return *server_; }
    std::string url(const std::string& rest) const { return "/v2/buckets/" + bucket_.slug + rest; }
    JsonObject ask(const std::string& method, const std::string& rest, const std::string& key, const Json& body = {}) {
        const Reply reply = api().send(method, url(rest), key, body);
        EXPECT_EQ(reply.status, 200) << method << " " << rest << ": " << reply.body;
        return reply.json();
    }
    void makeType(const std::string& title) {
        ask("POST", "/object-types", bucket_.writeKey, JsonObject{{"title", title}});
    }
    void rename(const std::string& from, const std::string& to) {
        ask("PATCH", "/object-types/" + from, bucket_.writeKey, JsonObject{{"slug", to}});
    }
    void remove(const std::string& type) { ask("DELETE", "/object-types/" + type, bucket_.writeKey); }
    std::string makeObject(const std::string& type, const std::string& title) {
        const JsonObject body{{"type", type}, {"title", title}};
        return std::string(textOf(ask("POST", "/objects", bucket_.writeKey, body).at("object").as_object(), "id"));
    }
    std::string makeToken(const std::string& type) {
        const JsonObject body{{"title", "T"}, {"permissions", {{"write", JsonArray{Json(type)}}}}};
        return std::string(textOf(ask("POST", "/tokens", admin_.token, body).at("token").as_object(), "token"));
    }
    Reply write(const std::string& key, const std::string& type) {
        return api().send("POST", url("/objects"), key, JsonObject{{"type", type}, {"title", "x"}});
    }
    bool mayWrite(const std::string& key, const std::string& type) { return write(key, type).status == 200; }
    /// A token and a member.
    void expectNobodyWrites(const std::string& type) {
        EXPECT_EQ(refusalOf(write(token_, type)),
                  "403: this token does not allow to write objects of the type '" + type + "'");
        EXPECT_EQ(refusalOf(write(writer_.token, type)), noWriting(type));
    }
    std::string typeOf(const std::string& list, const std::string& member) {
        const Json all = ask("GET", list, admin_.token).at(member);
        EXPECT_EQ(all.as_array().size(), 1U) << writeJson(all);
        return std::string(textOf(all.at(0).as_object(), "type"));
    }
    std::string hooked() {
        const Json all = ask("GET", "/webhooks", admin_.token).at("webhooks");
        return writeJson(all.at(0).at("object_types"));
    }
    void switchAll(bool on) {
        for (const std::string& id : kFollowers) {
            on ? api().server().enablePlugin(id) : api().server().disablePlugin(id);
        }
    }
    void fill() {
        token_ = makeToken("posts");
        ask("POST", "/views", admin_.token, JsonObject{{"title", "V"}, {"type", "posts"}});
        ask("POST", "/webhooks", admin_.token,
            JsonObject{{"title", "W"},
                       {"endpoint", "http://127.0.0.1:8080/"},
                       {"events", JsonArray{"object.created.published"}},
                       {"object_types", JsonArray{"posts"}}});
        object_ = makeObject("posts", "Winter");
        ask("POST", "/objects/" + object_ + "/revisions", bucket_.writeKey, JsonObject{{"title", "Before"}});
        deleted_ = makeObject("posts", "Gone");
        ask("DELETE", "/objects/" + deleted_, admin_.token);
    }
    void expectAllAt(const std::string& type) {
        EXPECT_TRUE(mayWrite(token_, type));
        EXPECT_TRUE(mayWrite(writer_.token, type));
        EXPECT_EQ(typeOf("/views", "views"), type);
        EXPECT_EQ(hooked(), "[\"" + type + "\"]");
        EXPECT_EQ(typeOf("/objects/" + object_ + "/revisions?read_key=" + bucket_.readKey, "revisions"), type);
        EXPECT_EQ(typeOf("/search?q=winter&read_key=" + bucket_.readKey, "results"), type);
        EXPECT_EQ(typeOf("/trash", "trash"), type);
    }

    std::unique_ptr<TestServer> server_;
    TestServer::Bucket bucket_;
    TestServer::User admin_, writer_;
    std::string token_, object_, deleted_;
};
INKWELL_ON_BOTH_ENGINES(TypeFollowersApi);

TEST_P(TypeFollowersApi, FollowWhatWasRenamedWhileTheyWereOff) {
    fill();
    switchAll(false);
    rename("posts", "articles");
    makeType("Posts");
    switchAll(true);
    expectAllAt("articles");
    expectNobodyWrites("posts");  // that is another one
    ask("POST", "/trash/" + deleted_ + "/restore", admin_.token);
    EXPECT_EQ(ask("GET", "/objects/" + deleted_, admin_.token).at("object").at("type"), "articles");
}

TEST_P(TypeFollowersApi, TakeRightsToATypeThatWasDeletedWhileTheyWereOff) {
    fill();
    switchAll(false);
    remove("posts");
    makeType("Posts");
    switchAll(true);
    expectNobodyWrites("posts");
    EXPECT_EQ(typeOf("/views", "views"), "posts") << "it shows the objects, which the new type has now";
    EXPECT_EQ(typeOf("/trash", "trash"), "posts");
}

TEST_P(TypeFollowersApi, FollowEachRenameOnce) {
    fill();
    switchAll(false);
    rename("posts", "articles");
    switchAll(true);
    makeType("Posts");
    const std::string fresh = makeToken("posts");
    switchAll(false);
    rename("pages", "sites");
    switchAll(true);
    expectAllAt("articles");
    EXPECT_TRUE(mayWrite(fresh, "posts"));
    EXPECT_FALSE(mayWrite(fresh, "articles"));
}

TEST_P(TypeFollowersApi, FollowATypeThatTwoOthersPassed) {
    fill();
    switchAll(false);
    rename("posts", "passing");
    rename("pages", "posts");
    rename("passing", "pages");
    switchAll(true);
    expectAllAt("pages");
    expectNobodyWrites("posts");
}

TEST_P(TypeFollowersApi, FollowWhatAFileOfTypesHasRenamedAndDeleted) {
    token_ = makeToken("posts");
    const std::string pages = makeToken("pages");
    api().server().disablePlugin("bucket_tokens");
    const JsonObject file{
        {"slug", "articles"}, {"title", "Articles"}, {"renamed_from", "posts"}, {"metafields", JsonArray()}};
    const JsonObject body{{"files", {{"articles.json", file}}}, {"allow_destructive", true}};
    ask("POST", "/schema", bucket_.writeKey, body);
    makeType("Posts");
    makeType("Pages");
    api().server().enablePlugin("bucket_tokens");
    EXPECT_TRUE(mayWrite(token_, "articles"));
    EXPECT_FALSE(mayWrite(token_, "posts"));
    EXPECT_FALSE(mayWrite(pages, "pages"));
}

TEST_P(TypeFollowersApi, FollowWhatAnotherServerRenamesWithoutThem) {
    fill();
    TestServer other(GetParam(), optionsBeside(kFollowers));
    ASSERT_TRUE(mayWrite(token_, "posts")) << "remembered";
    ASSERT_EQ(renameAt(other, url("/object-types/posts"), bucket_.writeKey, "articles"), 200);
    EXPECT_TRUE(eventually([&] { return mayWrite(token_, "articles"); }));
    EXPECT_TRUE(eventually([&] { return typeOf("/trash", "trash") == "articles"; }));
    EXPECT_TRUE(eventually([&] { return hooked() == R"(["articles"])"; }));
    EXPECT_TRUE(eventually([&] { return mayWrite(writer_.token, "articles"); }));
    EXPECT_TRUE(eventually([&] { return typeOf("/views", "views") == "articles"; }));
    expectNobodyWrites("posts");
}

TEST_P(TypeFollowersApi, TakeUpWhatTheyMissedBeforeTheirServerAnswers) {
    if (GetParam() == Engine::Sqlite) GTEST_SKIP() << "its file goes with the first server";
    fill();
    const TestServerOptions again = optionsBeside({});
    TestServer other(GetParam(), optionsBeside(kFollowers));
    server_.reset();
    ASSERT_EQ(renameAt(other, url("/object-types/posts"), bucket_.writeKey, "notes"), 200);
    ASSERT_EQ(other.send("POST", url("/object-types"), bucket_.writeKey, JsonObject{{"title", "Posts"}}).status, 200);
    server_ = std::make_unique<TestServer>(GetParam(), again);
    expectNobodyWrites("posts");
    expectAllAt("notes");
}

}  // namespace
}  // namespace inkwell::test
