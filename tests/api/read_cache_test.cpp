// Reads answered from memory: never older than the last write of this server, never somebody else's.
#include <Poco/URI.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>

#include "kernel/app/admin_requests.h"
#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class ReadCache : public testing::TestWithParam<Engine> {
protected:
    static std::string makeObject(TestServer& api, const TestServer::Bucket& bucket, const std::string& title) {
        const std::string base = "/v2/buckets/" + bucket.slug;
        api.send("POST", base + "/object-types", bucket.writeKey,
                 JsonObject{{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
        const Reply made = api.send("POST", base + "/objects", bucket.writeKey,
                                    JsonObject{{"type", "posts"}, {"title", title}, {"metafields", JsonArray()}});
        EXPECT_EQ(made.status, 200) << made.body;
        return std::string(textOf(made.object("object"), "id"));
    }
    static void makeType(TestServer& api, const TestServer::Bucket& bucket, const std::string& slug) {
        const Reply made =
            api.send("POST", "/v2/buckets/" + bucket.slug + "/object-types", bucket.writeKey,
                     JsonObject{{"title", slug}, {"singular", slug}, {"slug", slug}, {"metafields", JsonArray()}});
        EXPECT_EQ(made.status, 200) << made.body;
    }
    static std::string make(TestServer& api, const TestServer::Bucket& bucket, const JsonObject& body) {
        const Reply made = api.send("POST", "/v2/buckets/" + bucket.slug + "/objects", bucket.writeKey, body);
        EXPECT_EQ(made.status, 200) << made.body;
        return std::string(textOf(made.object("object"), "id"));
    }
    /// A post that shows the author.
    static std::string makePost(TestServer& api, const TestServer::Bucket& bucket, const std::string& authorId) {
        const JsonObject author = field("object", "author", authorId, {{"object_type", "authors"}});
        return make(api, bucket, {{"type", "posts"}, {"title", "Post"}, {"metafields", JsonArray{author}}});
    }
    /// What its operator sees of the memory that it takes.
    static std::int64_t cacheBytes(TestServer& api) {
        const std::string page = sendRequest(api.server().adminPort(), "GET", "/metrics").body;
        const std::string name = "\ninkwell_cache_bytes ";
        const std::size_t at = page.find(name);
        return at == std::string::npos ? -1 : std::stoll(page.substr(at + name.size()));
    }
    static std::int64_t totalOf(const Reply& reply) { return reply.json().at("total").to_number<std::int64_t>(); }
    static Json authorOf(const Reply& reply) { return reply.object("object").at("metadata").at("author"); }
    static std::string queryFor(const std::string& json) { return "?query=" + encoded(json) + "&"; }
    static std::string encoded(const std::string& text) {
        std::string result;
        Poco::URI::encode(text, "{}\"$:,[]", result);
        return result;
    }
    static std::string titleOf(const Reply& reply) {
        return reply.status == 200 ? std::string(textOf(reply.object("object"), "title")) : reply.body;
    }
    static std::string address(const TestServer::Bucket& bucket, const std::string& rest) {
        return "/v2/buckets/" + bucket.slug + "/objects" + rest + "read_key=" + bucket.readKey;
    }
    static int edit(TestServer& api, const TestServer::Bucket& bucket, const std::string& id, const JsonObject& body) {
        return api.send("PATCH", "/v2/buckets/" + bucket.slug + "/objects/" + id, bucket.writeKey, body).status;
    }
    /// SQL statements that answering `url` takes.
    static std::int64_t leastCost(TestServer& api, const std::string& url, const Headers& headers = {}) {
        return api.statementsOf([&] { EXPECT_EQ(api.get(url, headers).status, headers.empty() ? 200 : 304); });
    }
};
INKWELL_ON_BOTH_ENGINES(ReadCache);

class ReadCacheOfTwoServers : public ReadCache {
protected:
    static TestServerOptions besides(const TestServer& other) {
        TestServerOptions options;
        options.database = other.database();
        return options;
    }
    TestServer one_{Engine::Mysql};
    TestServer two_{Engine::Mysql, besides(one_)};
};

TEST_P(ReadCache, TheSecondReadAsksNoDatabaseAndUseCacheFalseDoes) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string id = makeObject(api, bucket, "One");
    for (const std::string& url : {address(bucket, "/" + id + "?"), address(bucket, "?limit=20&")}) {
        const Reply first = api.get(url);
        EXPECT_EQ(leastCost(api, url), 0) << url;
        EXPECT_EQ(api.get(url).body, first.body);
        EXPECT_EQ(leastCost(api, url, {{"If-None-Match", first.headers.at("etag")}}), 0);
        EXPECT_GT(leastCost(api, url + "&use_cache=false"), 0);
        EXPECT_EQ(api.get(url + "&use_cache=false").body, first.body);
    }
    EXPECT_EQ(refusalOf(api.get(address(bucket, "?use_cache=maybe&"))),
              "400: use_cache must be true or false, not 'maybe'");
    EXPECT_GT(leastCost(api, address(bucket, "?sort=random&")), 0);
}

TEST_P(ReadCache, SharesNothingBetweenKeysBucketsStatusAndForm) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    const TestServer::Bucket other = api.makeBucket();
    const std::string id = makeObject(api, bucket, "One");
    ASSERT_EQ(edit(api, bucket, id, {{"status", "draft"}}), 200);
    const std::string path = "/v2/buckets/" + bucket.slug + "/objects/" + id;
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(api.get(address(bucket, "/" + id + "?status=any&")).status, 200);
        EXPECT_EQ(refusalOf(api.get(address(bucket, "/" + id + "?"))), missing("object", id));
        EXPECT_EQ(refusalOf(api.get(path + "?status=any")), kNoReadKey);
        EXPECT_EQ(refusalOf(api.get(path + "?status=any&read_key=" + other.readKey)), badReadKey(bucket.slug));
        EXPECT_EQ(refusalOf(api.get(path + "?status=any&read_key=" + bucket.writeKey)), badReadKey(bucket.slug));
        EXPECT_EQ(refusalOf(api.get(address(other, "/" + id + "?status=any&"))), missing("object", id));
        const std::string pretty = api.get(address(bucket, "/" + id + "?status=any&pretty=true&")).body;
        EXPECT_NE(pretty, api.get(address(bucket, "/" + id + "?status=any&")).body);
    }
    ASSERT_EQ(edit(api, bucket, id, {{"status", "published"}}), 200);
    EXPECT_EQ(api.get(address(bucket, "/" + id + "?")).status, 200);
}

TEST_P(ReadCache, AWriteToAnotherTypeLeavesAnswersInMemory) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    makeType(api, bucket, "authors");
    const std::string post = makeObject(api, bucket, "Post");
    const std::string author = make(api, bucket, {{"type", "authors"}, {"title", "Ann"}});
    const std::vector<std::string> ofPosts = {
        address(bucket, "/" + post + "?"),
        address(bucket, "/" + post + "/metafields?"),
        address(bucket, queryFor(R"({"type": "posts"})")),
        address(bucket, queryFor(R"({"type": {"$in": ["posts", "pages"]}, "title": {"$ne": "x"}})")),
        address(bucket, queryFor(R"({"$and": [{"type": "posts"}, {"metadata.price": {"$exists": false}}]})")),
    };
    const std::vector<std::string> ofAny = {
        address(bucket, "?"),
        address(bucket, queryFor(R"({"$or": [{"type": "posts"}, {"title": "Ben"}]})")),
        address(bucket, queryFor(R"({"type": {"$ne": "posts"}})")),
    };
    for (const std::string& url : ofPosts) ASSERT_EQ(api.get(url).status, 200) << url;
    for (const std::string& url : ofAny) ASSERT_EQ(api.get(url).body.find("Ben"), std::string::npos) << url;
    ASSERT_EQ(edit(api, bucket, author, {{"title", "Ben"}}), 200);
    for (const std::string& url : ofAny) EXPECT_NE(api.get(url).body.find("Ben"), std::string::npos) << url;

    // Each is asked for once after each write: what was not kept would cost a statement every time.
    for (const std::string& url : ofPosts) {
        EXPECT_EQ(api.statementsOf([&] { EXPECT_EQ(api.get(url).status, 200); }), 0) << url;
        const std::int64_t written = api.statementsOf([&] { edit(api, bucket, author, {{"title", "Cleo"}}); });
        const std::int64_t both = api.statementsOf([&] {
            edit(api, bucket, author, {{"title", "Cleo"}});
            api.get(url);
        });
        EXPECT_EQ(both, written) << url;
    }
    ASSERT_EQ(edit(api, bucket, post, {{"title", "News"}}), 200);
    for (const std::string& url : {ofPosts[0], ofPosts[2], ofPosts[3], ofPosts[4], ofAny[0]}) {
        EXPECT_NE(api.get(url).body.find("News"), std::string::npos) << url;
    }
}

TEST_P(ReadCache, AWriteToARelatedObjectReachesWhatShowsIt) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    makeType(api, bucket, "posts");
    makeType(api, bucket, "authors");
    const std::string author = make(api, bucket, {{"type", "authors"}, {"title", "Ann"}});
    const std::string post = makePost(api, bucket, author);
    const std::string whole = address(bucket, "/" + post + "?");
    const std::string list = address(bucket, queryFor(R"({"type": "posts"})"));
    const std::string filtered = address(bucket, queryFor(R"({"type": "posts", "metadata.author.title": "Ben"})"));
    const std::string fields = address(bucket, "/" + post + "/metafields?");
    const std::string without = address(bucket, "/" + post + "?props=id,title&");
    for (const std::string& url : {whole, list, fields}) {
        ASSERT_NE(api.get(url).body.find("Ann"), std::string::npos) << url;
    }
    ASSERT_EQ(totalOf(api.get(filtered)), 0);
    ASSERT_EQ(api.get(without).status, 200);
    ASSERT_EQ(edit(api, bucket, author, {{"title", "Ben"}}), 200);
    for (const std::string& url : {whole, list, fields}) {
        EXPECT_NE(api.get(url).body.find("Ben"), std::string::npos) << url;
    }
    EXPECT_EQ(totalOf(api.get(filtered)), 1);

    const auto editAuthor = [&] { edit(api, bucket, author, {{"title", "Cleo"}}); };
    const std::int64_t written = api.statementsOf(editAuthor);
    const auto withRead = [&](const std::string& url) {
        return api.statementsOf([&] {
            editAuthor();
            api.get(url);
        });
    };
    EXPECT_EQ(withRead(without), written);
    EXPECT_GT(withRead(whole), written);
}

TEST_P(ReadCache, AnObjectsAnswerStaysInMemoryWhileOthersOfItsTypesChange) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    makeType(api, bucket, "posts");
    makeType(api, bucket, "authors");
    const std::string ann = make(api, bucket, {{"type", "authors"}, {"title", "Ann"}});
    const std::string ben = make(api, bucket, {{"type", "authors"}, {"title", "Ben"}});
    const std::string ours = makePost(api, bucket, ann);
    const std::string other = makePost(api, bucket, ben);
    const std::vector<std::string> kept = {address(bucket, "/" + ours + "?"),
                                           address(bucket, "/" + ours + "/metafields?")};
    const std::string list = address(bucket, queryFor(R"({"type": "posts"})"));
    const std::string base = "/v2/buckets/" + bucket.slug + "/objects/";
    const std::vector<std::function<Reply()>> writes = {
        [&] {
            return api.send("PATCH", base + other, bucket.writeKey, JsonObject{{"title", "News"}});
        },
        [&] {
            return api.send("PATCH", base + ben, bucket.writeKey, JsonObject{{"title", "Cleo"}});
        },
        [&] {
            return api.send("PATCH", base + other, bucket.writeKey, JsonObject{{"status", "draft"}});
        },
        [&] { return api.send("DELETE", base + other, bucket.writeKey, nullptr); },
    };
    for (const std::function<Reply()>& write : writes) {
        for (const std::string& url : kept) ASSERT_EQ(api.get(url).status, 200) << url;
        ASSERT_EQ(api.get(list).status, 200);
        ASSERT_EQ(write().status, 200);
        for (const std::string& url : kept)
            EXPECT_EQ(api.statementsOf([&] { EXPECT_EQ(api.get(url).status, 200); }), 0) << url;
        const std::int64_t before = api.server().database().requestStatementCount();
        ASSERT_EQ(api.get(list).status, 200);
        EXPECT_GT(api.server().database().requestStatementCount(), before);
    }
    ASSERT_EQ(totalOf(api.get(list)), 1);
    ASSERT_EQ(edit(api, bucket, ann, {{"title", "Anna"}}), 200);
    for (const std::string& url : kept) EXPECT_NE(api.get(url).body.find("Anna"), std::string::npos) << url;
}

TEST_P(ReadCache, ARevisionReachesTheDraftThatItIsShownAs) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string id = makeObject(api, bucket, "Old");
    const std::string url = address(bucket, "/" + id + "?status=any&");
    ASSERT_EQ(titleOf(api.get(url)), "Old");
    const Reply revised = api.send("POST", "/v2/buckets/" + bucket.slug + "/objects/" + id + "/revisions",
                                   bucket.writeKey, JsonObject{{"title", "New"}, {"status", "draft"}});
    ASSERT_EQ(revised.status, 200) << revised.body;
    EXPECT_EQ(titleOf(api.get(url)), "New");
}

TEST_P(ReadCache, ARelationAppearsAndGoesWithItsObject) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    makeType(api, bucket, "posts");
    makeType(api, bucket, "authors");
    const std::string author = make(api, bucket, {{"type", "authors"}, {"title", "Ann"}, {"status", "draft"}});
    const std::string post = makePost(api, bucket, author);
    const std::string whole = address(bucket, "/" + post + "?");
    const std::string flat = address(bucket, "/" + post + "?depth=0&");
    for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(authorOf(api.get(whole)).is_null());
        EXPECT_TRUE(authorOf(api.get(flat)).is_null());
        ASSERT_EQ(edit(api, bucket, author, {{"status", "published"}}), 200);
        EXPECT_EQ(authorOf(api.get(whole)).at("title"), Json("Ann"));
        EXPECT_EQ(authorOf(api.get(flat)), Json(author));
        ASSERT_EQ(edit(api, bucket, author, {{"status", "draft"}}), 200);
    }
    const std::string removal = "/v2/buckets/" + bucket.slug + "/objects/" + author;
    ASSERT_EQ(edit(api, bucket, author, {{"status", "published"}}), 200);
    ASSERT_EQ(authorOf(api.get(flat)), Json(author));
    ASSERT_EQ(api.send("DELETE", removal, bucket.writeKey, nullptr).status, 200);
    EXPECT_TRUE(authorOf(api.get(whole)).is_null());
    EXPECT_TRUE(authorOf(api.get(flat)).is_null());
}

TEST_P(ReadCache, APageAfterAnObjectFollowsThatObjectWhateverItsType) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    makeType(api, bucket, "authors");
    const std::string author = make(api, bucket, {{"type", "authors"}, {"title", "Ann"}});
    makeObject(api, bucket, "Post");
    const std::string url = address(bucket, queryFor(R"({"type": "posts"})") + "after=" + author + "&");
    ASSERT_EQ(api.get(url).array("objects").size(), 1U);
    ASSERT_EQ(edit(api, bucket, author, {{"status", "draft"}}), 200);
    EXPECT_EQ(refusalOf(api.get(url)), "400: the parameter 'after' names the object '" + author +
                                           "', which was not found; begin again without it");
}

TEST_P(ReadCache, AnEditOfATypeForgetsTheWholeBucket) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string id = makeObject(api, bucket, "One");
    const std::string url = address(bucket, "/" + id + "?");
    const std::string list = address(bucket, queryFor(R"({"type": "news"})"));
    ASSERT_EQ(api.get(url).object("object").at("type"), Json("posts"));
    ASSERT_EQ(totalOf(api.get(list)), 0);
    const Reply renamed = api.send("PATCH", "/v2/buckets/" + bucket.slug + "/object-types/posts", bucket.writeKey,
                                   JsonObject{{"slug", "news"}});
    ASSERT_EQ(renamed.status, 200) << renamed.body;
    EXPECT_EQ(api.get(url).object("object").at("type"), Json("news"));
    EXPECT_EQ(totalOf(api.get(list)), 1);
}

// Before the change feed has told the other server.
TEST_F(ReadCacheOfTwoServers, IsPassedByReadsOfTheDatabaseWithTheirTotalsAndPlaces) {
    const TestServer::Bucket bucket = one_.makeBucket();
    makeObject(one_, bucket, "0");
    const std::string list = address(bucket, "?use_cache=false&sort=-created_at&limit=1&skip=1&");
    for (int written = 1; written <= 20; ++written) {
        make(one_, bucket, {{"type", "posts"}, {"title", std::to_string(written)}});
        const Reply found = two_.get(list);
        EXPECT_EQ(totalOf(found), written + 1);
        EXPECT_EQ(found.array("objects").at(0).at("title"), Json(std::to_string(written - 1)));
    }
}

TEST_P(ReadCache, TheMemoryBoundHoldsUnderManyDifferentReads) {
    TestServerOptions options;
    options.cacheBytes = 64 * 1024;
    TestServer api(GetParam(), options);
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string id = makeObject(api, bucket, std::string(500, 'x'));
    std::int64_t highest = 0;
    for (int i = 0; i < 300; ++i) {
        const Headers headers = i % 2 == 0 ? Headers{} : Headers{{"Accept-Encoding", "gzip"}};
        ASSERT_EQ(api.get(address(bucket, "/" + id + "?depth=" + std::to_string(i) + "&"), headers).status, 200);
        highest = std::max(highest, cacheBytes(api));
        ASSERT_LE(highest, options.cacheBytes) << i;
    }
    EXPECT_GT(highest, options.cacheBytes / 2);
}

TEST_P(ReadCache, WritersAndReadersRacingNeverSeeAnOlderTitleThanTheirOwn) {
    constexpr int kObjects = 4;
    constexpr int kEdits = 25;
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    std::vector<std::string> ids;
    for (int i = 0; i < kObjects; ++i) ids.push_back(makeObject(api, bucket, "0"));
    std::array<std::mutex, kObjects> turns;
    std::array<std::atomic<int>, kObjects> answered{};  // the highest title whose writer has been answered
    std::atomic<int> writing{8};
    std::atomic<int> stale{0};
    std::atomic<int> reads{0};
    const auto check = [&](int object) {
        const int least = answered[object];
        const Reply reply = api.get(address(bucket, "/" + ids[object] + "?"));
        ++reads;
        if (reply.status != 200 || std::stoi(titleOf(reply)) < least) ++stale;
    };
    std::vector<std::thread> threads;
    for (int w = 0; w < 8; ++w) {
        threads.emplace_back([&, w] {
            const int object = w % kObjects;
            for (int i = 0; i < kEdits; ++i) {
                {
                    const std::lock_guard turn(turns[object]);
                    const int next = answered[object] + 1;
                    if (edit(api, bucket, ids[object], {{"title", std::to_string(next)}}) != 200) ++stale;
                    answered[object] = next;
                }
                check(object);
            }
            --writing;
        });
        threads.emplace_back([&, w] {
            while (writing > 0) check(w % kObjects);
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(stale, 0);
    EXPECT_GT(reads, 8 * kEdits);
    for (int i = 0; i < kObjects; ++i) {
        EXPECT_EQ(titleOf(api.get(address(bucket, "/" + ids[i] + "?"))), std::to_string(2 * kEdits));
    }
}

TEST_P(ReadCache, ASecondServerOnTheDatabaseFollows) {
    TestServer one(GetParam());
    TestServerOptions options;
    options.database = one.database();
    TestServer two(GetParam(), options);
    const TestServer::Bucket bucket = one.makeBucket();
    const std::string id = makeObject(one, bucket, "Old");
    const std::string url = address(bucket, "/" + id + "?");
    ASSERT_EQ(titleOf(one.get(url)), "Old");
    const auto awaited = [&url](TestServer& api, const std::string& title) {
        return eventually([&] { return titleOf(api.get(url)) == title; }, std::chrono::seconds(20));
    };
    ASSERT_TRUE(awaited(two, "Old"));
    for (const std::string& title : {std::string("New"), std::string("Newer")}) {
        ASSERT_EQ(edit(one, bucket, id, {{"title", title}}), 200);
        EXPECT_EQ(titleOf(one.get(url)), title);
        EXPECT_TRUE(awaited(two, title));
    }
    ASSERT_EQ(edit(two, bucket, id, {{"title", "Back"}}), 200);
    EXPECT_EQ(titleOf(two.get(url)), "Back");
    EXPECT_TRUE(awaited(one, "Back"));
}

TEST_P(ReadCache, SwitchingAPluginChangesAnswersAtOnce) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string base = "/v2/buckets/" + bucket.slug;
    const std::string id = makeObject(api, bucket, "One");
    const JsonObject field{{"type", "text"}, {"title", "Teaser"}, {"key", "teaser"}, {"value", "Hello"}};
    ASSERT_EQ(edit(api, bucket, id, {{"metafields", JsonArray{field}}}), 200);
    const std::string url = address(bucket, "/" + id + "?");
    const auto metadata = [&] { return writeJson(api.get(url).object("object").at("metadata")); };
    const std::string with = metadata();
    EXPECT_NE(with.find("Hello"), std::string::npos);
    const auto ask = [&](const std::string& command) {
        kernel::answerAdminRequest(api.server(), {{"command", command}, {"id", "metafields"}});
    };
    for (int i = 0; i < 3; ++i) {
        ask("disable");
        EXPECT_EQ(metadata(), "{}");
        ask("enable");
        EXPECT_EQ(metadata(), with);
    }
}

}  // namespace
}  // namespace inkwell::test
