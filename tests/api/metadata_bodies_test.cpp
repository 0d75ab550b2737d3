// interface/metafields.md, "Writing values by key".
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class MetadataBodies : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("authors");
        JsonObject seo = field("parent", "seo", nullptr,
                               {{"children", {field("text", "title", "None"), field("text", "robots", "all")}}});
        JsonObject steps = field("repeater", "steps", nullptr,
                                 {{"repeater_fields", {field("text", "text", ""), field("number", "minutes", 1)}}});
        seo.erase("value");
        steps.erase("value");
        const Json levels = {{{"key", "e"}, {"value", "Easy"}}, {{"key", "h"}, {"value", "Hard"}}};
        makeType("posts", {field("text", "lead", "A lead"), field("number", "price", 1), field("json", "data", nullptr),
                           field("select-dropdown", "level", "", {{"options", levels}}),
                           field("object", "author", "", {{"object_type", "authors"}}),
                           field("objects", "readers", "", {{"object_type", "authors"}}), seo, steps});
        ada_ = std::string(textOf(makeObject("authors", "Ada"), "id"));
        bob_ = std::string(textOf(makeObject("authors", "Bob"), "id"));
    }
    std::string makePost(const JsonObject& metadata) {
        return std::string(textOf(makeObject("posts", "Post", {{"metadata", metadata}}), "id"));
    }
    Json read(const std::string& id) {
        return made(get("/objects/" + id + "?depth=0&status=any"), "object").at("metadata");
    }
    Json edit(const std::string& id, const JsonObject& metadata) {
        made(patch("/objects/" + id, {{"metadata", metadata}}), "object");
        return read(id);
    }
    std::string refusal(const JsonObject& body) {
        return refusalOf(post("/objects", JsonObject{{"type", "posts"}, {"title", "A"}, {"metadata", body}}));
    }

    std::string ada_;
    std::string bob_;
};
INKWELL_ON_BOTH_ENGINES(MetadataBodies);

TEST_P(MetadataBodies, ANewObjectHasTheValuesAndTheDefaultsOfItsType) {
    const Json metadata = read(makePost({{"price", 5},
                                         {"author", ada_},
                                         {"readers", JsonArray{ada_, bob_}},
                                         {"seo", {{"title", "Mine"}}},
                                         {"steps", JsonArray{{{"text", "Go"}}, {{"minutes", 3}}}}}));
    EXPECT_EQ(metadata, (Json{{"lead", "A lead"},
                              {"price", 5},
                              {"data", nullptr},
                              {"level", nullptr},
                              {"author", ada_},
                              {"readers", JsonArray{ada_, bob_}},
                              {"seo", {{"title", "Mine"}, {"robots", "all"}}},
                              {"steps", JsonArray{{{"text", "Go"}, {"minutes", 1}}, {{"text", ""}, {"minutes", 3}}}}}));
}

TEST_P(MetadataBodies, AnEditLeavesWhatItDoesNotName) {
    const std::string id = makePost({{"price", 5}, {"lead", "Mine"}, {"seo", {{"title", "Mine"}}}});
    const Json metadata = edit(id, {{"price", 6}, {"seo", {{"robots", "none"}}}});
    EXPECT_EQ(metadata.at("price"), 6);
    EXPECT_EQ(metadata.at("lead"), "Mine");
    EXPECT_EQ(metadata.at("seo"), (Json{{"title", "Mine"}, {"robots", "none"}}));
    const JsonObject emptied = edit(id, {{"price", nullptr}, {"lead", nullptr}}).as_object();
    EXPECT_TRUE(emptied.at("price").is_null());
    EXPECT_EQ(emptied.at("lead"), "");
}

TEST_P(MetadataBodies, WhatWasReadMayBeSentBack) {
    const std::string id = makePost({{"price", 5},
                                     {"level", "Hard"},
                                     {"data", {{"a", nullptr}}},
                                     {"author", ada_},
                                     {"readers", JsonArray{bob_, ada_}},
                                     {"steps", JsonArray{{{"text", "Go"}}}}});
    const Json before = made(get("/objects/" + id), "object").at("metadata");
    EXPECT_EQ(before.at("level"), (Json{{"key", "h"}, {"value", "Hard"}}));
    EXPECT_EQ(before.at("author").at("title"), "Ada");
    edit(id, before.as_object());
    EXPECT_EQ(made(get("/objects/" + id), "object").at("metadata"), before);
}

TEST_P(MetadataBodies, AnItemThatHasMoreThanTheTemplatesMayBeSentBack) {
    const JsonObject item{{"type", "repeating_item"},
                          {"children", {field("text", "text", "Go"), field("text", "note", "n")}}};
    JsonObject steps =
        field("repeater", "steps", nullptr, {{"repeater_fields", {field("text", "text", "")}}, {"children", {item}}});
    steps.erase("value");
    const JsonObject made = makeObject("posts", "Post", {{"metafields", {steps}}});
    const std::string id(textOf(made, "id"));
    const Json before = read(id);
    ASSERT_EQ(before.at("steps"), (Json(JsonArray{{{"text", "Go"}, {"note", "n"}}})));
    EXPECT_EQ(edit(id, {{"steps", before.at("steps")}}), before);
    EXPECT_EQ(edit(id, {{"steps", JsonArray{{{"text", "New"}}, {{"note", "m"}, {"text", "Go"}}}}}).at("steps"),
              (Json(JsonArray{{{"text", "New"}}, {{"text", "Go"}, {"note", "m"}}})));
}

TEST_P(MetadataBodies, ARevisionTakesThemToo) {
    const std::string id = makePost({{"price", 5}, {"lead", "Mine"}});
    const Reply revised =
        post("/objects/" + id + "/revisions", {{"title", "Later"}, {"status", "draft"}, {"metadata", {{"price", 9}}}});
    const Json metadata = made(revised, "revision").at("metadata");
    EXPECT_EQ(metadata.at("price"), 9);
    EXPECT_EQ(metadata.at("lead"), "Mine");
    EXPECT_EQ(made(get("/objects/" + id), "object").at("metadata").at("price"), 5);
}

TEST_P(MetadataBodies, TheMetafieldsHaveIdsOfTheirOwn) {
    const auto idsOf = [&](const std::string& id) {
        const JsonObject object = made(get("/objects/" + id + "?show_metafields=true"), "object");
        std::string ids;
        for (const Json& one : object.at("metafields").as_array()) ids += writeJson(one.at("id"));
        return ids;
    };
    const std::string id = makePost({{"price", 5}});
    const std::string before = idsOf(id);
    EXPECT_NE(before, idsOf(makePost({{"price", 5}})));
    edit(id, {{"price", 6}});
    EXPECT_EQ(idsOf(id), before);
}

TEST_P(MetadataBodies, AKeyThatNobodyKnowsIsNamedWithThoseThatThereAre) {
    const std::string known = "; it defines 'lead', 'price', 'data', 'level', 'author', 'readers', 'seo', 'steps'";
    EXPECT_EQ(
        refusal({{"auther", 1}}),
        "400: the object cannot be created: metadata.auther: the type of the object defines no metafield 'auther' "
        "here" +
            known);
    EXPECT_EQ(refusal({{"steps", JsonArray{{{"txt", "Go"}}}}}),
              "400: the object cannot be created: metadata.steps[0].txt: the type of the object defines no metafield "
              "'txt' here; it defines 'text', 'minutes'");
    EXPECT_EQ(refusal({{"level", "e"}}),
              "400: the object cannot be created: metadata.level: 'e' is not one of the options: 'Easy', 'Hard'");
}

TEST_P(MetadataBodies, AnObjectWhoseTypeIsGoneHearsWhereAKeyIsAdded) {
    const std::string id = makePost({{"price", 5}});
    ASSERT_EQ(del("/object-types/posts").status, 200);
    EXPECT_EQ(patch("/objects/" + id, {{"metadata", {{"colour", 1}}}}).problems(),
              std::vector<std::string>{"metadata.colour: is no metafield of this object, and no type defines it; "
                                       "'metafields' takes it with a type"});
    EXPECT_EQ(patch("/objects/" + id, {{"metadata", {{"price", 6}}}}).status, 200);
}

TEST_P(MetadataBodies, AProblemNamesTheKey) {
    EXPECT_EQ(refusal({{"lead", "x"}, {"price", "much"}}),
              "400: the object cannot be created: metadata.price: must be a number, not a string");
    EXPECT_EQ(refusal({{"seo", 1}}),
              "400: the object cannot be created: metadata.seo: must be an object with the "
              "values of the parent's metafields by their keys");
    EXPECT_EQ(refusal({{"steps", {{"text", 1}}}}),
              "400: the object cannot be created: metadata.steps: must be an array "
              "of objects, one for each item of the repeater");
    EXPECT_NE(refusal({{"colour", "red"}}).find("metadata.colour"), std::string::npos) << refusal({{"colour", "red"}});
    EXPECT_NE(refusal({{"author", bob_.substr(1) + "0"}}).find("metadata.author: "), std::string::npos);
    EXPECT_EQ(refusal({{"seo", {{"title", 7}}}}),
              "400: the object cannot be created: metadata.seo.title: must be a string, not a number");
    EXPECT_EQ(refusal({{"steps", JsonArray{JsonObject{{"text", "Go"}}, JsonObject{{"text", 7}}}}}),
              "400: the object cannot be created: metadata.steps[1].text: must be a string, not a number");
    const Reply both =
        post("/objects", {{"type", "posts"}, {"title", "A"}, {"metadata", JsonObject()}, {"metafields", JsonArray()}});
    EXPECT_EQ(refusalOf(both),
              "400: the object cannot be created: metadata: cannot stand beside 'metafields': both "
              "write the same");
}

}  // namespace
}  // namespace inkwell::test
