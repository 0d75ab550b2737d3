#include "read/value_service.h"

#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

class ValueServiceTest : public ObjectsTest, public testing::WithParamInterface<test::Engine> {
protected:
    ValueServiceTest() : ObjectsTest(GetParam()) {}
    void SetUp() override {
        makeType({{"title", "Posts"}});
        makeType({{"title", "Pages"}});
    }
    void add(const std::string& type, const Json& color, const std::string& status = "published") {
        make({{"type", type},
              {"title", "T"},
              {"status", status},
              {"metafields", {{{"key", "color"}, {"value", color}}}}});
    }
    /// "\"red\" 2;7 1;"
    std::string values(std::vector<std::pair<std::string, std::string>> query) {
        RequestParts parts;
        parts.query = std::move(query);
        parts.query.emplace_back("field", "metadata.color");
        parts.access = Access::writeKey();
        std::string all;
        const JsonObject answer = call(Method::Get, "objects/values", std::move(parts));
        for (const Json& one : answer.at("values").as_array())
            all += writeJson(one.at("value")) + " " + writeJson(one.at("count")) + ";";
        return all;
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, ValueServiceTest, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(ValueServiceTest, CountsTheMostFrequentFirst) {
    for (const char* color : {"red", "blue", "red"}) add("posts", color);
    add("pages", "red");
    add("posts", 7);
    EXPECT_EQ(values({}), "\"red\" 3;7 1;\"blue\" 1;");
    EXPECT_EQ(values({{"type", "posts"}}), "\"red\" 2;7 1;\"blue\" 1;");
    EXPECT_EQ(values({{"type", "posts"}, {"limit", "1"}}), "\"red\" 2;");
    EXPECT_EQ(values({{"type", "nobody"}}), "");
}

TEST_P(ValueServiceTest, WhatIsUnsetDoesNotCount) {
    add("posts", "red");
    add("posts", "");
    EXPECT_EQ(values({}), "\"red\" 1;");
}

TEST_P(ValueServiceTest, ShowsLongTextsWhole) {
    const std::string text = "a text that is far longer than what the index keeps of it, and then some more";
    add("posts", Json(text));
    EXPECT_EQ(values({}), writeJson(Json(text)) + " 1;");
}

TEST_P(ValueServiceTest, OfAnObjectWithSeveralNumbersEachCounts) {
    add("posts", {5, 7.5});
    add("posts", {7.5, true, false});
    EXPECT_EQ(values({}), "7.5 2;5 1;false 1;true 1;");
}

TEST_P(ValueServiceTest, OfAnObjectWithTextsOfOneBeginningEachCounts) {
    const std::string begin(60, 'x');
    add("posts", {begin + "1", begin + "2", "a long beginning, one", "a long beginning, two"});
    const std::string found = values({});
    for (const std::string& text :
         {begin + "1", begin + "2", std::string("a long beginning, one"), std::string("a long beginning, two")}) {
        EXPECT_NE(found.find(writeJson(Json(text)) + " 1;"), std::string::npos) << found;
    }
}

TEST_P(ValueServiceTest, CountsDraftsForThoseWhoAskForThem) {
    add("posts", "red");
    add("posts", "secret", "draft");
    EXPECT_EQ(values({}), "\"red\" 1;");
    EXPECT_EQ(values({{"status", "any"}}), "\"red\" 1;\"secret\" 1;");
}

TEST_P(ValueServiceTest, HasNoneWithoutMetafields) {
    add("posts", "red");
    fixture_.setService<MetafieldEngine>(nullptr);
    EXPECT_EQ(values({}), "");
}

}  // namespace
}  // namespace inkwell::objects
