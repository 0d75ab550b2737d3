// What caches between server and readers are told: which answers they may keep, under which keys, and which of them a
// change makes outdated. interface/errors-and-limits.md, "Caches between".
#include <set>

#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"
#include "tests/support/http_receiver.h"

namespace inkwell::test {
namespace {

using Keys = std::set<std::string>;

class SurrogateKeys : public testing::TestWithParam<Engine> {
protected:
    static TestServerOptions options() {
        TestServerOptions made;
        made.sharedCacheSeconds = 600;
        made.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};
        return made;
    }
    explicit SurrogateKeys(const TestServerOptions& made = options())
        : api_(GetParam(), made), bucket_(api_.makeBucket()), admin_(api_.makeUser(bucket_, "admin")) {
        send(
            "POST", "/object-types",
            JsonObject{{"title", "Authors"}, {"singular", "Author"}, {"slug", "authors"}, {"metafields", JsonArray()}});
        send("POST", "/object-types",
             JsonObject{{"title", "Posts"}, {"singular", "Post"}, {"slug", "posts"}, {"metafields", JsonArray()}});
        author_ = idOf(send("POST", "/objects", {{"type", "authors"}, {"title", "Ann"}}), "object");
        other_ = idOf(send("POST", "/objects", {{"type", "posts"}, {"title", "Other"}}), "object");
        post_ =
            idOf(send("POST", "/objects",
                      {{"type", "posts"},
                       {"title", "Post"},
                       {"metafields", JsonArray{field("object", "author", author_, {{"object_type", "authors"}})}}}),
                 "object");
    }

    Reply send(const std::string& method, const std::string& rest, const Json& body) {
        const Reply reply = api_.send(method, base() + rest, bucket_.writeKey, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply;
    }
    std::string base() const { return "/v2/buckets/" + bucket_.slug; }
    static std::string idOf(const Reply& reply, const std::string& name) {
        return std::string(textOf(reply.object(name), "id"));
    }
    std::string address(const std::string& rest) const {
        const char* const separator = rest.find('?') == std::string::npos ? "?" : "&";
        return base() + rest + separator + "read_key=" + bucket_.readKey;
    }
    static Keys wordsOf(const std::string& text) {
        Keys words;
        std::istringstream in(text);
        for (std::string word; in >> word;) words.insert(word);
        return words;
    }
    Keys keysOf(const std::string& rest) {
        const Reply reply = api_.get(address(rest));
        EXPECT_EQ(reply.status, 200) << reply.body;
        EXPECT_EQ(reply.headers.at("cache-control"), "public, max-age=0, s-maxage=600, stale-while-revalidate=60");
        return wordsOf(reply.headers.at("surrogate-key"));
    }
    JsonObject upload(const std::string& rest = "/media", const std::string& bytes = "hello") {
        const std::string form =
            "--limit\r\nContent-Disposition: form-data; name=\"media\"; "
            "filename=\"a.txt\"\r\n\r\n" +
            bytes + "\r\n--limit--\r\n";
        const Reply reply =
            sendRequest(api_.port(), "POST", base() + rest,
                        {bearer(bucket_.writeKey), {"Content-Type", "multipart/form-data; boundary=limit"}}, form);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.object("media");
    }
    /// Where everybody reads a file, and a picture of it.
    std::vector<std::string> addressesOf(const JsonObject& media) const {
        const std::string place = bucket_.slug + "/" + std::string(textOf(media, "name"));
        return {"/v2/media-files/" + place, "/v2/images/" + place};
    }
    std::string hook(const std::string& endpoint) {
        const Reply reply = api_.send("POST", base() + "/webhooks", admin_.token,
                                      {{"endpoint", endpoint}, {"events", JsonArray{"cache.purge"}}});
        EXPECT_EQ(reply.status, 200) << reply.body;
        return idOf(reply, "webhook");
    }

    /// What purges name that come once `change` was made.
    Keys purgedBy(const std::function<void()>& change) {
        const auto fresh = [this] {
            Keys keys;
            for (const auto& request : receiver_.requests()) {
                if (seen_.count(request.header("webhook-id")) > 0) continue;
                const JsonObject body = request.json();
                EXPECT_EQ(body.at("type"), Json("cache.purge"));
                for (const Json& key : body.at("data").at("keys").as_array()) keys.emplace(key.as_string());
            }
            return keys;
        };
        for (const auto& request : receiver_.requests()) seen_.insert(request.header("webhook-id"));
        change();
        EXPECT_TRUE(eventually([&] { return !fresh().empty(); }));
        return fresh();
    }
    static bool meet(const Keys& some, const Keys& others) {
        return std::any_of(some.begin(), some.end(), [&](const std::string& key) { return others.count(key) > 0; });
    }

    TestServer api_;
    TestServer::Bucket bucket_;
    TestServer::User admin_;
    HttpReceiver receiver_;
    std::set<std::string> seen_;
    std::string author_, other_, post_;
};
INKWELL_ON_BOTH_ENGINES(SurrogateKeys);

TEST_P(SurrogateKeys, APurgeNamesAKeyOfEveryAnswerThatShowsWhatHasChanged) {
    const std::string media(textOf(upload(), "id"));
    hook(receiver_.url());
    const Keys object = keysOf("/objects/" + post_);
    const Keys list = keysOf("/objects?query=%7B%22type%22%3A%22posts%22%7D");
    const Keys all = keysOf("/objects");
    const Keys file = keysOf("/media/" + media), files = keysOf("/media");
    const Keys types = keysOf("/object-types");

    Keys purged = purgedBy([&] { send("PATCH", "/objects/" + other_, {{"title", "Another"}}); });
    EXPECT_TRUE(meet(list, purged) && meet(all, purged) && meet(types, purged));
    EXPECT_FALSE(meet(object, purged) || meet(file, purged) || meet(files, purged)) << "they do not show it";
    purged = purgedBy([&] { send("PATCH", "/objects/" + post_, {{"title", "Edited"}}); });
    EXPECT_TRUE(meet(object, purged) && meet(list, purged) && meet(all, purged));
    purged = purgedBy([&] { send("PATCH", "/objects/" + author_, {{"title", "Anna"}}); });
    EXPECT_TRUE(meet(object, purged) && meet(list, purged) && meet(all, purged)) << "a related object";
    purged = purgedBy([&] { send("PATCH", "/media/" + media, {{"metadata", {{"alt", "A"}}}}); });
    EXPECT_TRUE(meet(file, purged) && meet(files, purged));
    purged = purgedBy([&] { send("PATCH", "/object-types/posts", {{"title", "Articles"}}); });
    EXPECT_TRUE(meet(object, purged) && meet(list, purged) && meet(types, purged) && meet(file, purged));
    purged = purgedBy([&] { send("DELETE", "/objects/" + author_, nullptr); });
    EXPECT_TRUE(meet(object, purged) && meet(list, purged) && meet(all, purged));
}

TEST_P(SurrogateKeys, AFileAndItsPicturesArePurgedWhenTheyAreReplacedOrDeletedAndNotWithTypes) {
    const JsonObject media = upload();
    const std::string id(textOf(media, "id"));
    hook(receiver_.url());
    const Keys purgedByType = purgedBy([&] { send("PATCH", "/object-types/posts", {{"title", "Articles"}}); });
    const Keys purgedByReplacing = purgedBy([&] { upload("/media/" + id + "/replace", "other"); });
    Keys keys;
    for (const std::string& url : addressesOf(media)) {
        const Reply reply = api_.get(url);
        EXPECT_EQ(reply.body, "other");
        keys = wordsOf(reply.headers.at("surrogate-key"));
        EXPECT_EQ(keys.size(), 2U);
        EXPECT_TRUE(meet(keys, purgedByReplacing));
        EXPECT_FALSE(meet(keys, purgedByType));
        const Reply same = api_.get(url, {{"If-None-Match", reply.headers.at("etag")}});
        EXPECT_EQ(same.status, 304);
        EXPECT_EQ(same.headers.at("surrogate-key"), reply.headers.at("surrogate-key"));
    }
    EXPECT_TRUE(meet(keys, purgedBy([&] { send("DELETE", "/media/" + id, nullptr); })));
    const std::string name(textOf(media, "name"));
    const std::vector<std::string> kinds = {"media file", "media"};
    for (std::size_t n = 0; n < kinds.size(); ++n) {
        const Reply gone = api_.get(addressesOf(media)[n]);
        EXPECT_EQ(refusalOf(gone), missing(kinds[n], name));
        EXPECT_EQ(gone.headers.count("surrogate-key"), 0U);
    }
}

TEST_P(SurrogateKeys, AnAnswerFromMemoryAnd304SayTheSame) {
    const std::string url = address("/objects/" + post_);
    const Reply first = api_.get(url), second = api_.get(url);
    const Reply unchanged = api_.get(url, {{"If-None-Match", first.headers.at("etag")}});
    EXPECT_EQ(unchanged.status, 304);
    for (const char* const name : {"surrogate-key", "cache-control"}) {
        EXPECT_EQ(second.headers.at(name), first.headers.at(name));
        EXPECT_EQ(unchanged.headers.at(name), first.headers.at(name));
    }
    EXPECT_TRUE(wordsOf(first.headers.at("surrogate-key")).count(author_)) << first.headers.at("surrogate-key");
}

TEST_P(SurrogateKeys, WhatIsNotForEverybodyCarriesNone) {
    const std::string object = "/objects/" + post_;
    ASSERT_FALSE(keysOf(object).empty()) << "so that it is in memory";
    const Reply made = api_.send("POST", base() + "/tokens", admin_.token,
                                 {{"title", "Reader"}, {"permissions", {{"read", "published"}}}});
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string token(textOf(made.object("token"), "token"));
    const std::vector<std::pair<std::string, Headers>> reads = {
        {base() + object, {{"X-Read-Key", bucket_.readKey}}},
        {address(object), {bearer(bucket_.writeKey)}},
        {base() + object, {bearer(admin_.token)}},
        {base() + object + "?read_key=" + token, {}},
        {base() + object, {bearer(token)}},
        {address(object + "?status=any"), {}},
        {address(object + "?use_cache=false"), {}},
        {address("/objects?sort=random"), {}},
    };
    for (const auto& [url, headers] : reads) {
        const Reply reply = api_.get(url, headers);
        EXPECT_EQ(reply.status, 200) << url << reply.body;
        EXPECT_EQ(reply.headers.count("surrogate-key"), 0U) << url;
        EXPECT_EQ(reply.headers.at("cache-control"), "private, no-cache") << url;
    }
    const Reply missing = api_.get(address("/objects/nothing"));
    EXPECT_EQ(missing.headers.count("surrogate-key"), 0U);
    EXPECT_EQ(missing.headers.at("cache-control"), "no-store");
}

class SurrogateKeysByDefault : public SurrogateKeys {
protected:
    static TestServerOptions off() {
        TestServerOptions made = options();
        made.sharedCacheSeconds = 0;
        return made;
    }
    SurrogateKeysByDefault() : SurrogateKeys(off()) {}
};
INKWELL_ON_BOTH_ENGINES(SurrogateKeysByDefault);

TEST_P(SurrogateKeysByDefault, NothingIsSharedAndNothingPurged) {
    const std::string webhook = hook(receiver_.url());
    const Reply reply = api_.get(address("/objects/" + post_));
    EXPECT_EQ(reply.headers.count("surrogate-key"), 0U);
    EXPECT_EQ(reply.headers.at("cache-control"), "private, no-cache");
    for (const std::string& url : addressesOf(upload())) EXPECT_EQ(api_.get(url).headers.count("surrogate-key"), 0U);
    send("PATCH", "/objects/" + post_, {{"title", "Edited"}});
    const Reply deliveries = api_.send("GET", base() + "/webhooks/" + webhook + "/deliveries", admin_.token, nullptr);
    EXPECT_EQ(deliveries.json().at("total"), Json(0)) << deliveries.body;
}

}  // namespace
}  // namespace inkwell::test
