// interface/errors-and-limits.md, "Query strings": what is ignored is named.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class IgnoredParameters : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        id_ = makeId("posts", "Hello");
    }
    static std::string ignoredOf(const Reply& reply) {
        const auto header = reply.headers.find("inkwell-ignored");
        return header == reply.headers.end() ? "nothing" : header->second;
    }
    std::string ignored(const std::string& rest) { return ignoredOf(get(rest)); }

    std::string id_;
};
INKWELL_ON_BOTH_ENGINES(IgnoredParameters);

TEST_P(IgnoredParameters, AreNamedInAHeader) {
    EXPECT_EQ(ignored("/objects?type=pages&page=2&props=id,nope"), "type, page, props=nope");
    EXPECT_EQ(ignored("/objects/" + id_ + "?query={}&props=title,metadata.any.key"), "query");
    EXPECT_EQ(ignored("/object-types?limit=1"), "limit");
    EXPECT_EQ(ignored("/media?after=1&sort=size&props=name,width"), "after, props=width");
    EXPECT_EQ(ignored("/media?status=any&page=2"), "page, status");
    EXPECT_EQ(ignored("/media?status=nonsense"), "status");
    EXPECT_EQ(ignored("/media?status=any&uses=true"), "nothing");
    EXPECT_EQ(ignored("/objects?a%2C%0D%0AX-Evil%3A=1"), "a%2C%0D%0AX-Evil%3A");
}

TEST_P(IgnoredParameters, AreNotThoseThatARouteKnows) {
    EXPECT_EQ(ignored("/objects?query={}&props=id,metadata.x,metafields&status=any&sort=order&limit=5&skip=0"
                      "&show_metafields=true&depth=1&pretty=true&use_cache=false"),
              "nothing");
    EXPECT_EQ(ignored("/objects/" + id_ + "/metafields?status=any&depth=0"), "nothing");
    EXPECT_EQ(ignored("/objects/" + id_ + "/revisions?limit=1&status=any"), "nothing");
    EXPECT_EQ(ignored("/media-folders"), "nothing");
    EXPECT_EQ(ignoredOf(post("/objects?type=posts", {{"type", "posts"}, {"title", "Two"}})), "nothing");
}

TEST_P(IgnoredParameters, AreNamedWhenTheAnswerComesFromMemory) {
    const std::string wrong = "/objects/" + id_ + "?props=title&page=2";
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(ignored(wrong), "page");
        EXPECT_EQ(ignored("/objects/" + id_ + "?props=title"), "nothing");
        EXPECT_EQ(ignored("/objects/" + id_ + "?props=title,nope"), "props=nope");
    }
}

TEST_P(IgnoredParameters, AreNamedInEveryAnswerToAGet) {
    const std::string wrong = path("/objects/" + id_) + "?read_key=" + bucket().readKey + "&page=2";
    const Reply reply = api().get(wrong);
    EXPECT_EQ(ignoredOf(api().get(wrong, {{"If-None-Match", reply.headers.at("etag")}})), "page");
    EXPECT_EQ(ignoredOf(sendRequest(api().port(), "HEAD", wrong)), "page");
    EXPECT_EQ(ignored("/objects?limit=0&page=2"), "page");  // 400
    EXPECT_EQ(ignoredOf(api().get("/v2/status?page=2")), "page");
    EXPECT_EQ(ignoredOf(api().get("/v2/nowhere?page=2")), "nothing");
}

TEST_P(IgnoredParameters, AReadBySlugIsToldHow) {
    const Reply reply = get("/objects/hello");
    EXPECT_EQ(reply.status, 404);
    EXPECT_EQ(reply.message(),
              "object 'hello' was not found: an id has 24 hex digits; by slug, ask the list of objects "
              "with query={\"slug\":\"hello\"}");
    EXPECT_EQ(get("/objects/0123456789abcdef01234567").message(), "object '0123456789abcdef01234567' was not found");
    EXPECT_EQ(get("/objects?query={\"slug\":\"hello\"}").json().at("total"), 1);
}

}  // namespace
}  // namespace inkwell::test
