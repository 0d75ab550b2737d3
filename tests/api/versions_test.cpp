// interface/errors-and-limits.md, "Lost updates".
#include <atomic>
#include <thread>

#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Versions : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        admin_ = api().makeUser(bucket(), "admin");
    }
    /// As a holder of the write key, or of `token`.
    Reply send(const std::string& method, const std::string& rest, const std::string& ifMatch,
               const JsonObject& body = {}, const std::string& token = "") {
        Headers headers{bearer(token.empty() ? bucket().writeKey : token)};
        if (!ifMatch.empty()) headers.emplace_back("If-Match", ifMatch);
        return sendRequest(api().port(), method, path(rest), headers, method == "DELETE" ? "" : writeJson(body));
    }
    /// The ETag without its quotes.
    static std::string tagOf(const Reply& reply) {
        EXPECT_EQ(reply.status, 200) << reply.body;
        const auto found = reply.headers.find("etag");
        return found == reply.headers.end() ? "" : found->second.substr(1, found->second.size() - 2);
    }
    /// What stands in front of the digest.
    static std::string versionOf(const Reply& reply) {
        const std::string tag = tagOf(reply);
        return tag.find('-') == std::string::npos ? "none" : tag.substr(0, tag.find('-'));
    }
    static std::string mismatch(const std::string& thing, int version) {
        return "412: " + thing + " has been changed since: it is at version " + std::to_string(version) +
               " and If-Match names another; `current` is what it is now, where that may be read";
    }

    TestServer::User admin_;
};
INKWELL_ON_BOTH_ENGINES(Versions);

TEST_P(Versions, StandInFrontOfTheDigestHoweverAnObjectIsRead) {
    const Reply created = send("POST", "/objects", "", {{"type", "posts"}, {"title", "One"}});
    const std::string object = "/objects/" + std::string(textOf(created.object("object"), "id"));
    EXPECT_EQ(versionOf(created), "1");
    for (const char* parameters : {"", "?props=title", "?pretty=true", "?depth=0", "?status=any", "?use_cache=false"}) {
        const Reply first = get(object + parameters);
        EXPECT_EQ(versionOf(first), "1") << parameters;
        EXPECT_EQ(tagOf(get(object + parameters)), tagOf(first)) << "the answer from memory, " << parameters;
    }
    EXPECT_NE(tagOf(get(object)), tagOf(get(object + "?props=title")));
    const Reply edited = send("PATCH", object, "", {{"title", "Two"}});
    EXPECT_EQ(versionOf(edited), "2");
    EXPECT_EQ(versionOf(get(object)), "2");
    EXPECT_EQ(get(object).object("object").contains("version"), false);
}

TEST_P(Versions, AskAgainWithTheWholeTag) {
    const std::string object = "/objects/" + makeId("posts", "One");
    const std::string tag = get(object).headers.at("etag");
    for (int i = 0; i < 2; ++i) {
        const Reply again =
            sendRequest(api().port(), "GET", path(object) + "?read_key=" + bucket().readKey, {{"If-None-Match", tag}});
        EXPECT_EQ(again.status, 304) << again.body;
        EXPECT_EQ(again.headers.at("etag"), tag);
    }
    EXPECT_EQ(
        sendRequest(api().port(), "GET", path(object) + "?read_key=" + bucket().readKey, {{"If-None-Match", "\"1\""}})
            .status,
        200);
}

TEST_P(Versions, LetOnlyTheOneWriteWhoHasSeenTheLatest) {
    const std::string id = makeId("posts", "One", {{"content", "a"}});
    const std::string object = "/objects/" + id;
    const std::string seen = get(object + "?props=id").headers.at("etag");
    EXPECT_EQ(send("PATCH", object, seen, {{"content", "b"}}).status, 200);
    const std::int64_t change = api().lastChange();
    const Reply refused = send("PATCH", object, seen, {{"title", "Lost"}});
    EXPECT_EQ(refusalOf(refused), mismatch("object '" + id + "'", 2));
    EXPECT_EQ(refused.json().at("code"), "precondition_failed");
    EXPECT_EQ(refused.object("current").at("content"), "b");
    EXPECT_EQ(refused.object("current"), get(object + "?status=any&show_metafields=true").object("object"));
    EXPECT_TRUE(refused.headers.at("etag").starts_with("\"2-")) << refused.headers.at("etag");
    EXPECT_EQ(refusalOf(send("DELETE", object, seen)), mismatch("object '" + id + "'", 2));
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{});
    EXPECT_EQ(send("PATCH", object, refused.headers.at("etag"), {{"title", "Mine"}}).status, 200);
    EXPECT_EQ(send("DELETE", object, "\"3\"").status, 200);
}

TEST_P(Versions, AreComparedAloneInAnyFormOfTag) {
    const std::string object = "/objects/" + makeId("posts", "One");
    int version = 1;
    for (const char* form : {"\"?\"", "\"?-0123abcd\"", "W/\"?-0123abcd\"", "\"99\", \"?-x-gzip\"", "*", ""}) {
        std::string ifMatch(form);
        if (const std::size_t at = ifMatch.find('?'); at != std::string::npos)
            ifMatch.replace(at, 1, std::to_string(version));
        EXPECT_EQ(send("PATCH", object, ifMatch, {{"content", form}}).status, 200) << form;
        ++version;
    }
    for (const char* bad :
         {"7", "\"\"", "\"abc\"", "\"7", "\"7\" \"8\"", "\"7\",", "\"-7\"", "\"99999999999999999999\""}) {
        const Reply refused = send("PATCH", object, bad, {{"content", "x"}});
        EXPECT_EQ(
            refusalOf(refused),
            "400: If-Match is not valid: it holds * or the ETags of earlier answers, such as \"7\" or "
            "\"7-1f0c\", separated by commas; If-Match: must be * or a list of entity tags that begin with a version")
            << bad;
        EXPECT_EQ(refused.problems(),
                  std::vector<std::string>{"If-Match: must be * or a list of entity tags that begin with a version"});
    }
}

TEST_P(Versions, AreRaisedByDraftsAndTheirEnd) {
    const std::string id = makeId("posts", "One");
    const std::string object = "/objects/" + id;
    const auto prepare = [&](const std::string& title) {
        made(post(object + "/revisions", {{"title", title}, {"status", "draft"}}), "revision");
    };
    prepare("Two");
    EXPECT_EQ(versionOf(get(object)), "2");
    EXPECT_EQ(versionOf(get(object + "?status=any")), "2");
    const Reply refused = send("PATCH", object, "\"1\"", {{"title", "Lost"}});
    EXPECT_EQ(refused.object("current").at("title"), "Two");
    made(post(object + "/revisions", {{"title", "History"}, {"status", "published"}}), "revision");
    EXPECT_EQ(versionOf(get(object)), "2");
    EXPECT_EQ(refusalOf(send("DELETE", object + "/draft", "\"1\"")), mismatch("object '" + id + "'", 2));
    EXPECT_EQ(send("DELETE", object + "/draft", "\"2\"").status, 200);
    EXPECT_EQ(versionOf(get(object + "?status=any")), "3");
    prepare("Three");
    EXPECT_EQ(refusalOf(send("POST", object + "/draft/publish", "\"3\"")), mismatch("object '" + id + "'", 4));
    EXPECT_EQ(versionOf(send("POST", object + "/draft/publish", "\"4\"")), "5");
    EXPECT_EQ(get(object).object("object").at("title"), "Three");
}

TEST_P(Versions, OfAnObjectCountForItsRevisions) {
    const std::string id = makeId("posts", "One");
    const std::string object = "/objects/" + id;
    const auto prepare = [&](const std::string& title, const std::string& ifMatch, const std::string& token = "") {
        return send("POST", object + "/revisions", ifMatch, {{"title", title}, {"status", "draft"}}, token);
    };
    EXPECT_EQ(versionOf(prepare("Two", "\"1\"")), "2");
    const std::int64_t change = api().lastChange();
    const Reply refused = prepare("Lost", "\"1\"");
    EXPECT_EQ(refusalOf(refused), mismatch("object '" + id + "'", 2));
    EXPECT_EQ(refused.json().at("code"), "precondition_failed");
    EXPECT_EQ(refused.object("current"), get(object + "?status=any&show_metafields=true").object("object"));
    EXPECT_TRUE(refused.headers.at("etag").starts_with("\"2-")) << refused.headers.at("etag");
    EXPECT_EQ(api().changesSince(change), std::vector<std::string>{});
    EXPECT_EQ(get(object + "/revisions?status=any").json().at("total"), 1);
    EXPECT_EQ(versionOf(prepare("Three", refused.headers.at("etag"))), "3");
    EXPECT_EQ(versionOf(send("POST", object + "/revisions", "\"3\"", {{"title", "History"}})), "3");
    EXPECT_EQ(refusalOf(prepare("x", "seven")).substr(0, 26), "400: If-Match is not valid");
    makeType("pages");
    const TestServer::User other = api().makeUser(bucket(), "contributor", {{"object_types", {"pages"}}});
    EXPECT_EQ(refusalOf(prepare("x", "\"1\"", other.token)), noWriting("posts"));
}

TEST_P(Versions, LetExactlyOneOfManyPrepareADraft) {
    const std::string object = "/objects/" + makeId("posts", "One");
    std::atomic<int> won{0};
    std::atomic<int> lost{0};
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
        writers.emplace_back([&, i] {
            const JsonObject body{{"title", std::to_string(i)}, {"status", "draft"}};
            const Reply reply = sendRequest(api().port(), "POST", path(object + "/revisions"),
                                            {bearer(bucket().writeKey), {"If-Match", "\"1\""}}, writeJson(body));
            (reply.status == 200 ? won : lost) += 1;
            EXPECT_TRUE(reply.status == 200 || reply.status == 412) << reply.body;
        });
    }
    for (std::thread& writer : writers) writer.join();
    EXPECT_EQ(won.load(), 1);
    EXPECT_EQ(lost.load(), 3);
    EXPECT_EQ(get(object + "/revisions?status=any").json().at("total"), 1);
}

TEST_P(Versions, OfAnObjectCountForItsMetafields) {
    const std::string id = makeId("posts", "One", {{"metafields", {field("text", "a", "1"), field("text", "b", "1")}}});
    const std::string metafields = "/objects/" + id + "/metafields";
    EXPECT_EQ(versionOf(get(metafields)), "1");
    EXPECT_EQ(versionOf(get(metafields + "/a")), "1");
    EXPECT_EQ(versionOf(send("PATCH", metafields + "/a", "\"1\"", {{"value", "2"}})), "2");
    const Reply refused = send("PATCH", metafields + "/b", "\"1\"", {{"value", "2"}});
    EXPECT_EQ(refusalOf(refused), mismatch("object '" + id + "'", 2));
    EXPECT_EQ(refused.object("current").at("metadata"), (Json{{"a", "2"}, {"b", "1"}}));
    EXPECT_EQ(refusalOf(send("DELETE", metafields + "/b", "\"1\"")), mismatch("object '" + id + "'", 2));
    EXPECT_EQ(send("DELETE", metafields + "/b", "\"2\"").status, 200);
    EXPECT_EQ(refusalOf(send("POST", metafields, "\"2\"", field("text", "c", "1"))),
              mismatch("object '" + id + "'", 3));
    EXPECT_EQ(send("POST", metafields, "\"3\"", field("text", "c", "1")).status, 200);
    EXPECT_EQ(versionOf(get("/objects/" + id)), "4");
}

TEST_P(Versions, OfObjectTypesAndOfTheBucketAreTheirOwn) {
    const std::string type = "/object-types/posts";
    EXPECT_EQ(versionOf(get(type)), "1");
    EXPECT_EQ(versionOf(send("PATCH", type, "\"1\"", {{"title", "Articles"}})), "2");
    const Reply refused = send("PATCH", type, "\"1\"", {{"title", "Lost"}});
    EXPECT_EQ(refusalOf(refused), mismatch("object type 'posts'", 2));
    EXPECT_EQ(refused.object("current"), get(type).object("object_type"));
    EXPECT_EQ(refusalOf(send("DELETE", type, "\"1\"")), mismatch("object type 'posts'", 2));
    EXPECT_EQ(send("DELETE", type, "\"2\"").status, 200);

    EXPECT_EQ(versionOf(send("PATCH", "", "\"1\"", {{"title", "Renamed"}}, admin_.token)), "2");
    const Reply kept = send("PATCH", "", "\"1\"", {{"title", "Lost"}}, admin_.token);
    EXPECT_EQ(refusalOf(kept), mismatch("bucket '" + bucket().slug + "'", 2));
    EXPECT_EQ(kept.object("current").at("title"), "Renamed");
    EXPECT_EQ(kept.object("current"), api().send("GET", path(""), admin_.token, nullptr).object("bucket"));
    EXPECT_EQ(refusalOf(send("DELETE", "", "\"1\"", {}, admin_.token)), mismatch("bucket '" + bucket().slug + "'", 2));
}

TEST_P(Versions, AreToldToThoseAloneWhoMayWrite) {
    const std::string object = "/objects/" + makeId("posts", "One");
    makeType("pages");
    const TestServer::User other = api().makeUser(bucket(), "contributor", {{"object_types", {"pages"}}});
    const Reply refused = send("PATCH", object, "\"9\"", {{"title", "x"}}, other.token);
    EXPECT_EQ(refusalOf(refused), noWriting("posts"));
    EXPECT_FALSE(refused.json().contains("current"));
    EXPECT_EQ(refusalOf(send("PATCH", "/objects/0123456789abcdef01234567", "\"1\"", {{"title", "x"}})),
              "404: object '0123456789abcdef01234567' was not found");
}

TEST_P(Versions, LetExactlyOneOfManyWritersWin) {
    const std::string object = "/objects/" + makeId("posts", "One");
    for (int round = 1; round <= 5; ++round) {
        const std::string seen = "\"" + std::to_string(round) + "\"";
        std::atomic<int> won{0};
        std::atomic<int> lost{0};
        std::vector<std::thread> writers;
        for (int i = 0; i < 4; ++i) {
            writers.emplace_back([&, i] {
                const Reply reply =
                    sendRequest(api().port(), "PATCH", path(object), {bearer(bucket().writeKey), {"If-Match", seen}},
                                writeJson(JsonObject{{"content", std::to_string(i)}}));
                (reply.status == 200 ? won : lost) += 1;
                EXPECT_TRUE(reply.status == 200 || reply.status == 412) << reply.body;
            });
        }
        for (std::thread& writer : writers) writer.join();
        EXPECT_EQ(won.load(), 1);
        EXPECT_EQ(lost.load(), 3);
    }
}

}  // namespace
}  // namespace inkwell::test
