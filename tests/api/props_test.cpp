// interface/reads-and-queries.md, "Choosing properties": the parameter props, what it returns and what it spares.
#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class PropsOfReads : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        const Json file = parseJson(R"({"format": "inkwell-bucket/1", "bucket": {"media": [
            {"name": "1-small.png", "original_name": "small.png", "size": 10, "type": "image/png",
             "created": "2024-01-01T00:00:00.000Z", "folder": null, "location": "", "metadata": {"alt": "Small"}}]}})");
        kernel::importBucket(api().server(), file, bucket().slug, "", [](auto&&...) {});
        makeType("nodes");
        city_ = node("City", {field("text", "country", "Norway")});
        author_ = node("Author", {to("city", city_), field("text", "bio", "Short")});
        other_ = node("Other", {to("city", city_)});
        JsonObject parent =
            field("parent", "seo", nullptr,
                  {{"children", {field("text", "title", "Seo"), field("file", "image", "1-small.png")}}});
        parent.erase("value");
        post_ =
            node("Post", {to("author", author_), field("text", "teaser", "About"), parent,
                          field("json", "data", {{"a", {{{"x", 1}, {"y", 2}}}}}), field("file", "hero", "1-small.png"),
                          field("objects", "all", author_ + "," + other_, {{"object_type", "nodes"}})});
    }
    std::string node(const std::string& title, const JsonArray& metafields) {
        return makeId("nodes", title, {{"metafields", metafields}});
    }
    JsonObject to(const std::string& key, const std::string& id) {
        return field("object", key, id, {{"object_type", "nodes"}});
    }
    std::string read(const std::string& props, const std::string& more = "") {
        return writeJson(made(get("/objects/" + post_ + "?use_cache=false" + more + "&props=" + props), "object"));
    }
    std::int64_t statementsOf(const std::string& props) {
        return api().statementsOf([&] { read(props); });
    }
    std::string city_, author_, other_, post_;
};
INKWELL_ON_BOTH_ENGINES(PropsOfReads);

TEST_P(PropsOfReads, ReachIntoEveryKindOfValue) {
    EXPECT_EQ(read("title,slug,"), R"({"slug":"post","title":"Post"})");
    EXPECT_EQ(read("nowhere"), "{}");
    EXPECT_EQ(read("metadata.author.title"), R"({"metadata":{"author":{"title":"Author"}}})");
    EXPECT_EQ(read("metadata.author.metadata.city.metadata.country"),
              R"({"metadata":{"author":{"metadata":{"city":{"metadata":{"country":"Norway"}}}}}})");
    EXPECT_EQ(read("metadata.all.title"), R"({"metadata":{"all":[{"title":"Author"},{"title":"Other"}]}})");
    EXPECT_EQ(read("metadata.seo.title"), R"({"metadata":{"seo":{"title":"Seo"}}})");
    EXPECT_EQ(read("metadata.seo.image.name,metadata.hero.size"),
              R"({"metadata":{"seo":{"image":{"name":"1-small.png"}},"hero":{"size":10}}})");
    EXPECT_EQ(read("metadata.data.a.x"), R"({"metadata":{"data":{"a":[{"x":1}]}}})");
    EXPECT_EQ(read("metafields.key"), "{}");
    EXPECT_EQ(read("metafields.key", "&show_metafields=true").substr(0, 33), R"({"metafields":[{"key":"author"},{)");
    EXPECT_EQ(read(""), writeJson(made(get("/objects/" + post_), "object")));
}

// The same objects are reached by two branches that ask for different things of them.
TEST_P(PropsOfReads, ARelatedObjectShowsWhatItsOwnBranchAsksFor) {
    EXPECT_EQ(read("metadata.author.metadata.bio,metadata.all.metadata.city.title"),
              R"({"metadata":{"author":{"metadata":{"bio":"Short"}},"all":[{"metadata":{"city":{"title":"City"}}},)"
              R"({"metadata":{"city":{"title":"City"}}}]}})");
    EXPECT_EQ(patch("/objects/" + city_, {{"metafields", {to("mayor", author_)}}}).status, 200);
    // The author comes first as a leaf, then again two levels below with more of it.
    EXPECT_EQ(
        read("metadata.all.title,metadata.author.title,metadata.all.metadata.city.metadata.mayor.metadata.bio"),
        R"({"metadata":{"author":{"title":"Author"},"all":[{"title":"Author","metadata":{"city":{"metadata":{}}}},)"
        R"({"title":"Other","metadata":{"city":{"metadata":{"mayor":{"metadata":{"bio":"Short"}}}}}}]}})");
}

TEST_P(PropsOfReads, SpareTheStatementsOfWhatIsNotAskedFor) {
    const std::int64_t bare = statementsOf("id,title");
    EXPECT_EQ(statementsOf("id,metadata.teaser"), bare);
    EXPECT_EQ(statementsOf("metadata.author.title"), bare + 1);
    EXPECT_EQ(statementsOf("metadata.author.metadata.bio,metadata.all.title"), bare + 1);
    EXPECT_EQ(statementsOf("metadata.author.metadata.city.title"), bare + 2);
    EXPECT_EQ(statementsOf("metadata.hero.name"), bare + 1);
    // What the whole object is related to is read with it, once that is known (ReadCost); the media are not.
    EXPECT_EQ(statementsOf(""), bare + 1);
    EXPECT_EQ(statementsOf("metadata.author.title"), bare + 1) << "nothing is read that is not asked for";
    EXPECT_EQ(statementsOf(""), bare + 1);
}

TEST_P(PropsOfReads, ShapeListsAndMedia) {
    for (const Json& one : get("/objects?props=title,metadata.city.title").array("objects"))
        EXPECT_EQ(one.as_object().size(), 2U) << one;
    EXPECT_EQ(writeJson(get("/media?props=name,metadata.alt").array("media")),
              R"([{"name":"1-small.png","metadata":{"alt":"Small"}}])");
    const std::string id(textOf(get("/media").array("media").at(0).as_object(), "id"));
    EXPECT_EQ(writeJson(get("/media/" + id + "?props=size").object("media")), R"({"size":10})");
}

TEST_P(PropsOfReads, BeyondTheLimitsAreRefusedByName) {
    const std::string deep = [] {
        std::string path = "a";
        for (int i = 0; i < 100; ++i) path += ".a";
        return path;
    }();
    for (const std::string& url :
         {"/objects?props=" + deep, "/objects/" + post_ + "?props=" + deep, "/media?props=" + deep}) {
        const Reply reply = get(url);
        EXPECT_EQ(reply.status, 400) << url;
        EXPECT_NE(reply.message().find("'props'"), std::string::npos) << reply.body;
    }
}

}  // namespace
}  // namespace inkwell::test
