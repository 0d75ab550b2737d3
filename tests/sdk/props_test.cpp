// interface/reads-and-queries.md, "Choosing properties": the parameter props.
#include "inkwell/props.h"

#include <gtest/gtest.h>

#include <random>

#include "inkwell/error.h"

namespace inkwell {
namespace {

std::string projected(const std::string& props, const std::string& json) {
    JsonObject object = parseJson(json).as_object();
    Props::parse(props).value().project(object);
    return writeJson(object);
}

std::string refusal(const std::string& props) {
    try {
        Props::parse(props);
    } catch (const ApiError& error) {
        return std::to_string(error.status()) + ": " + error.what();
    }
    return "accepted";
}

TEST(Props, NothingButCommasAndBlanksIsAbsent) {
    for (const char* text : {"", ",", " , ,,", "  "}) EXPECT_FALSE(Props::parse(text).has_value()) << text;
    EXPECT_TRUE(Props::parse("id,").has_value());
}

TEST(Props, KeepsTheNamedMembersInTheirOwnOrder) {
    EXPECT_EQ(projected("title, id ,", R"({"id":"1","slug":"s","title":"T"})"), R"({"id":"1","title":"T"})");
    EXPECT_EQ(projected("nowhere", R"({"id":"1"})"), "{}");
    EXPECT_EQ(projected("id.below", R"({"id":"1"})"), "{}");
    EXPECT_EQ(projected(".", R"({"id":"1"})"), "{}");
}

TEST(Props, DotsReachThroughObjectsAndArrays) {
    const std::string json =
        R"({"metadata":{"authors":[{"title":"A","id":1},null,{"id":2},"id"],"deep":[[{"x":1,"y":2}]],"b":{"c":3}}})";
    EXPECT_EQ(projected("metadata.authors.title", json), R"({"metadata":{"authors":[{"title":"A"},null,{}]}})");
    EXPECT_EQ(projected("metadata.deep.x,metadata.b.none", json), R"({"metadata":{"deep":[[{"x":1}]],"b":{}}})");
    EXPECT_EQ(projected("metadata.none", json), R"({"metadata":{}})");
    EXPECT_EQ(projected("metadata.a.title", R"({"metadata":{"a":null}})"), R"({"metadata":{"a":null}})");
    EXPECT_EQ(projected("metadata.a", R"({"metadata":null})"), R"({"metadata":null})");
}

TEST(Props, TheWiderOfTwoPathsWinsInEitherOrder) {
    const std::string json = R"({"a":{"b":1,"c":2},"d":3})";
    EXPECT_EQ(projected("a,a.b", json), R"({"a":{"b":1,"c":2}})");
    EXPECT_EQ(projected("a.b,a", json), R"({"a":{"b":1,"c":2}})");
    EXPECT_EQ(projected("a.b,d,a.c,d", json), json);
}

TEST(Props, AGraphIsItsPaths) {
    const std::string json =
        R"({"id":"1","title":"T","metadata":{"author":{"title":"A","id":2},"b":3,"c":{"d":4,"e":5}}})";
    EXPECT_EQ(projected("{title metadata{author{title}}}", json),
              R"({"title":"T","metadata":{"author":{"title":"A"}}})");
    EXPECT_EQ(projected(" {\n  id,\n  metadata {\n    b\n    c { e }\n  }\n} ", json),
              R"({"id":"1","metadata":{"b":3,"c":{"e":5}}})");
    EXPECT_EQ(projected("{ metadata { author { id } } title metadata.c.d }", json),
              R"({"title":"T","metadata":{"author":{"id":2},"c":{"d":4}}})");
    for (const char* text : {"{}", "{ , }", "{ metadata { } }"}) EXPECT_FALSE(Props::parse(text).has_value()) << text;
}

TEST(Props, AGraphWhoseBracesDoNotMatchIsRefused) {
    for (const char* text : {"{", "{ title", "{ title { id }", "{ title } }", "{ { id } }", "{ id } title"})
        EXPECT_EQ(refusal(text),
                  "400: the parameter 'props' is a graph whose braces do not match: "
                  "write \"{ title metadata { author { title } } }\"")
            << text;
    std::string deep = "{";
    for (std::size_t i = 0; i < Props::kMaxDepth; ++i) deep += "a{";
    EXPECT_EQ(refusal(deep + "a" + std::string(Props::kMaxDepth + 1, '}')),
              "400: the parameter 'props' goes deeper than 100 levels");
    std::string many = "{ m {";
    for (std::size_t i = 0; i < Props::kMaxPaths; ++i) many += " p" + std::to_string(i);
    EXPECT_EQ(refusal(many + "}}"), "accepted");
    EXPECT_EQ(refusal(many + " x}}"), "400: the parameter 'props' has more than 500 names");
}

TEST(Props, TellsWhatIsWanted) {
    const Props props = Props::parse("id,metadata.author.title,metadata.seo").value();
    for (const char* path : {"id", "metadata", "metadata.author", "metadata.author.title", "metadata.seo.any.thing"})
        EXPECT_TRUE(props.wants(path)) << path;
    for (const char* path : {"title", "metadata.other", "metadata.author.id"}) EXPECT_FALSE(props.wants(path)) << path;
    EXPECT_EQ(props.find("id"), &Props::everything());
    EXPECT_TRUE(Props::everything().wants("any.thing"));
    EXPECT_TRUE(props.wantsParts());
    EXPECT_FALSE(Props::parse("title,metadata")->wantsParts());
    EXPECT_FALSE(Props::everything().wantsParts());
}

TEST(Props, RefusesMoreThanItsLimitsAndNamesTheParameter) {
    std::string deep = "a";
    for (std::size_t i = 1; i < Props::kMaxDepth; ++i) deep += ".a";
    EXPECT_EQ(refusal(deep), "accepted");
    EXPECT_EQ(refusal(deep + ".a"), "400: the parameter 'props' goes deeper than 100 levels");
    std::string many;
    for (std::size_t i = 0; i < Props::kMaxPaths; ++i) many += "p" + std::to_string(i) + ",";
    EXPECT_EQ(refusal(many), "accepted");
    EXPECT_EQ(refusal(many + "x"), "400: the parameter 'props' has more than 500 names");
    EXPECT_EQ(refusal(std::string(Props::kMaxLength + 1, ',')), "400: the parameter 'props' has more than 8192 bytes");
}

// Whether the paths ask for `at`, or for something below or above it: told without a tree.
bool isAsked(const std::vector<std::string>& paths, const std::string& at) {
    for (const std::string& path : paths) {
        const std::string shorter = path.size() < at.size() ? path : at;
        const std::string longer = path.size() < at.size() ? at : path;
        if (longer == shorter || longer.compare(0, shorter.size() + 1, shorter + ".") == 0) return true;
    }
    return false;
}

TEST(Props, AnyTextIsAnsweredAsItsPathsOneByOneSay) {
    std::mt19937 random(7);
    const std::string letters = "ab.,";
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (std::size_t length = random() % 24; length > 0; --length) text += letters[random() % letters.size()];
        const std::optional<Props> props = Props::parse(text);
        std::vector<std::string> paths;
        bool plain = true;  // empty names inside a path have no plain meaning
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find(',', at), text.size());
            const std::string path = text.substr(at, end - at);
            at = end + 1;
            if (path.empty()) continue;
            plain = plain && path.front() != '.' && path.back() != '.' && path.find("..") == std::string::npos;
            paths.push_back(path);
        }
        ASSERT_EQ(props.has_value(), !paths.empty()) << text;
        if (!props || !plain) continue;
        for (const char* at : {"a", "b", "aa", "a.a", "a.b", "b.a", "a.a.b", "b.b.b.b"})
            ASSERT_EQ(props->wants(at), isAsked(paths, at)) << text << " at " << at;
    }
}

}  // namespace
}  // namespace inkwell
