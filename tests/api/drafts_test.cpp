// interface/drafts-and-revisions.md, "What readers see": default reads know nothing of what is not published.
#include <Poco/URI.h>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

/// "Seen" and "Other" are published; "Seen" is by "Secret", a draft. "Hidden" is a draft too.
class Drafts : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("authors");
        makeType("posts");
        secret_ = make("authors", "Secret", {{"status", "draft"}, {"metafields", {field("text", "code", "x1")}}});
        const JsonArray bySecret{field("object", "author", secret_, {{"object_type", "authors"}})};
        seen_ = make("posts", "Seen", {{"metafields", bySecret}});
        hidden_ = make("posts", "Hidden", {{"status", "draft"}, {"metafields", {field("text", "code", "x2")}}});
        other_ = make("posts", "Other", {});
    }
    std::string make(const std::string& type, const std::string& title, const JsonObject& more) {
        return makeId(type, title, more);
    }
    static std::string query(const std::string& text) {
        std::string encoded;
        Poco::URI::encode(text, "{}[]\":$^,", encoded);
        return "/objects?query=" + encoded;
    }
    static std::string etagOf(const Reply& reply) {
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.headers.at("etag");
    }
    /// The answer's members without the request's own id, with `id` replaced.
    static std::string refusal(const Reply& reply, const std::string& id) {
        JsonObject json = reply.json();
        json.stable_erase("request_id");
        std::string text = writeJson(json);
        for (std::size_t at = text.find(id); at != std::string::npos; at = text.find(id)) {
            text.replace(at, id.size(), "ID");
        }
        return text;
    }
    std::string secret_, seen_, hidden_, other_;
};
INKWELL_ON_BOTH_ENGINES(Drafts);

TEST_P(Drafts, CountInNoTotal) {
    for (const std::string& url :
         {std::string("/objects"), std::string("/objects?limit=1"), std::string("/objects?skip=7"),
          std::string("/objects?sort=random&limit=1"), "/objects?limit=1&after=" + seen_, "/objects?after=" + other_,
          query(R"({"title": {"$regex": "e"}})"), query(R"({"title": {"$ne": "x"}})") + "&limit=1",
          query(R"({"title": {"$regex": "e"}})") + "&limit=1&after=" + seen_}) {
        EXPECT_EQ(get(url).json().at("total"), 2) << url;
        EXPECT_EQ(get(url + (url.find('?') == std::string::npos ? "?" : "&") + "status=any").json().at("total"), 4)
            << url;
    }
}

TEST_P(Drafts, AnswerToNoFilterOnWhatRelatesToThem) {
    for (const char* condition :
         {R"("metadata.author.title": "Secret")", R"("metadata.author.title": {"$exists": true})",
          R"("metadata.author.title": {"$gt": ""})", R"("metadata.author.title": {"$regex": "."})",
          R"("metadata.author.title": {"$not": {"$ne": "Secret"}})", R"("metadata.author.slug": {"$in": ["secret"]})",
          R"("metadata.author.metadata.code": {"$gte": "x"})",
          R"("metadata.author.status": {"$nin": ["published", null]})",
          R"("$nor": [{"metadata.author.title": null}])"}) {
        const std::string text = "{" + std::string(condition) + "}";
        EXPECT_EQ(get(query(text)).json().at("total"), 0) << text;
        EXPECT_EQ(get(query(text) + "&status=any&props=id").json().at("total").as_int64() > 0, true) << text;
    }
}

TEST_P(Drafts, ShowInNoAnswer) {
    for (const std::string& url :
         {std::string("/objects"), std::string("/objects?show_metafields=true"), "/objects/" + seen_,
          "/objects/" + seen_ + "?show_metafields=true", "/objects/" + seen_ + "/metafields",
          "/objects/" + seen_ + "?props=metadata.author.title", std::string("/objects?use_cache=false")}) {
        const Reply reply = get(url);
        EXPECT_EQ(reply.status, 200) << url;
        for (const char* word : {"Secret", "secret", "Hidden", "hidden", "x1", "x2"})
            EXPECT_EQ(reply.body.find(word), std::string::npos) << url << ": " << reply.body;
    }
}

TEST_P(Drafts, AreRefusedInTheWordsForWhatNeverWas) {
    const std::string nobody = "0123456789abcdef01234567";
    for (const char* rest : {"/objects/ID", "/objects/ID?props=title", "/objects/ID/metafields",
                             "/objects/ID/metafields/code", "/objects?after=ID"}) {
        const auto url = [&](const std::string& id) {
            return std::string(rest).replace(std::string(rest).find("ID"), 2, id);
        };
        const Reply reply = get(url(hidden_));
        EXPECT_EQ(reply.status, std::string(rest).find("after") == std::string::npos ? 404 : 400) << rest;
        EXPECT_EQ(refusal(reply, hidden_), refusal(get(url(nobody)), nobody)) << rest;
    }
}

TEST_P(Drafts, ChangeNoEtag) {
    for (const std::string& more : {std::string(""), std::string("use_cache=false")}) {
        const std::vector<std::string> urls = {"/objects?" + more, "/objects/" + seen_ + "?" + more,
                                               query(R"({"metadata.author.title": {"$ne": "x"}})") + "&" + more};
        std::vector<std::string> before;
        for (const std::string& url : urls) before.push_back(etagOf(get(url)));
        EXPECT_EQ(patch("/objects/" + secret_, {{"title", "Secret " + more}}).status, 200);
        const std::string another = make("posts", "Another", {{"status", "draft"}});
        EXPECT_EQ(patch("/objects/" + another, {{"content", "More"}}).status, 200);
        EXPECT_EQ(del("/objects/" + another).status, 200);
        for (std::size_t i = 0; i < urls.size(); ++i) {
            EXPECT_EQ(etagOf(get(urls[i])), before[i]) << urls[i];
            const std::string url = path(urls[i]) + "&read_key=" + bucket().readKey;
            EXPECT_EQ(api().get(url, {{"If-None-Match", before[i]}}).status, 304) << url;
        }
    }
}

TEST_P(Drafts, OverAnObjectAreToldNobodyByItsTagWhoMayReadNone) {
    ASSERT_EQ(asAdmin("PATCH", "", {{"read_key_reads_drafts", false}}).status, 200);
    const Headers key{{"X-Read-Key", bucket().readKey}};
    for (const std::string& rest : {std::string(""), std::string("/metafields")}) {
        const std::string url = path("/objects/" + seen_ + rest);
        const std::string tag = etagOf(api().get(url, key));
        EXPECT_EQ(tag.find('-'), std::string::npos) << tag;
        for (const bool isDiscarded : {false, true}) {
            const Reply done = isDiscarded
                                   ? del("/objects/" + seen_ + "/draft")
                                   : post("/objects/" + seen_ + "/revisions", {{"title", "x"}, {"status", "draft"}});
            ASSERT_EQ(done.status, 200) << done.body;
            EXPECT_EQ(etagOf(api().get(url, key)), tag);
        }
        EXPECT_EQ(
            refusalOf(sendRequest(api().port(), "PATCH", path("/objects/" + seen_),
                                  {bearer(bucket().writeKey), {"If-Match", tag}}, R"({"title": "x"})")),
            "400: If-Match names no version: that ETag is of a read that may see no drafts; send the one of an "
            "answer to a write, of a 412, or of a read with the right to read drafts; If-Match: must be * or a list "
            "of entity tags that begin with a version");
        EXPECT_NE(etagOf(api().get(url, {bearer(bucket().writeKey), key.front()})).find('-'), std::string::npos)
            << "whoever reads drafts sends it back with an edit";
    }
}

TEST_P(Drafts, LeaveAnswersInMemoryOnceTheyAreUnpublished) {
    EXPECT_EQ(patch("/objects/" + secret_, {{"status", "published"}}).status, 200);
    const auto author = [&] { return made(get("/objects/" + seen_), "object").at("metadata").at("author"); };
    const std::string filtered = query(R"({"metadata.author.title": "Secret"})");
    EXPECT_EQ(author().at("title"), "Secret");
    EXPECT_EQ(get("/objects/" + secret_ + "?status=any").status, 200);
    EXPECT_EQ(get("/objects/" + secret_).status, 200);
    EXPECT_EQ(get("/objects").json().at("total"), 3);
    EXPECT_EQ(get(filtered).json().at("total"), 1);
    EXPECT_EQ(patch("/objects/" + secret_, {{"status", "draft"}}).status, 200);
    EXPECT_TRUE(author().is_null());
    EXPECT_EQ(get("/objects/" + secret_ + "?status=any").status, 200);
    EXPECT_EQ(refusalOf(get("/objects/" + secret_)), missing("object", secret_));
    EXPECT_EQ(refusalOf(get("/objects/" + secret_ + "/metafields")), missing("object", secret_));
    EXPECT_EQ(get("/objects").json().at("total"), 2);
    EXPECT_EQ(get(filtered).json().at("total"), 0);
}

}  // namespace
}  // namespace inkwell::test
