#include "types/types.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "metafield_type_suite.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using testkit::FakeCheckLookup;
using testkit::FakeRenderLookup;
using testkit::MetafieldTypeCase;
using testkit::metafieldTypeCaseName;
using testkit::MetafieldTypeSuite;

const std::string kPath = "metafields[0]";

const JsonObject kSelectOptions{
    {"options", JsonArray{{{"key", "Small"}, {"value", "s"}}, {{"key", "L"}, {"value", "l"}}}}};
const JsonObject kRadioOptions{{"options", JsonArray{{{"value", "s"}}, {{"value", "l"}}}}};

FakeCheckLookup bucketWithPosts() {
    FakeCheckLookup bucket;
    bucket.objectTypes = {"posts"};
    bucket.objects = {{idOf(1), "posts"}, {idOf(2), "posts"}};
    return bucket;
}

FakeCheckLookup bucketWithMedia() {
    FakeCheckLookup bucket;
    bucket.mediaNames = {"cat.png"};
    return bucket;
}

std::vector<MetafieldTypeCase> cases() {
    const std::vector<Json> texts{"x", "zwei\nZeilen", "\xF0\x9F\x90\x88"};
    const std::vector<Json> noTexts{1, true, JsonArray{"x"}, JsonObject{{"a", 1}}};
    return {
        {.make = [] { return makeTextType("text"); }, .good = texts, .bad = noTexts, .unset = ""},
        {.make = [] { return makeTextType("textarea"); }, .good = texts, .bad = noTexts, .unset = ""},
        {.make = [] { return makeTextType("html-textarea"); }, .good = texts, .bad = noTexts, .unset = ""},
        {.make = [] { return makeTextType("markdown"); }, .good = texts, .bad = noTexts, .unset = ""},
        {.make = makeSelectType,
         .definition = kSelectOptions,
         .badDefinitions = {{},
                            {{"options", "s,l"}},
                            {{"options", JsonArray{"s"}}},
                            kRadioOptions,
                            {{"options", JsonArray{{{"key", "S"}, {"value", 1}}}}}},
         .good = {"s", "l"},
         .bad = {"xl", "Small", 1, JsonArray{"s"}}},
        {.make = makeRadioType,
         .definition = kRadioOptions,
         .badDefinitions = {{}, {{"options", "s,l"}}, kSelectOptions, {{"options", JsonArray{{{"value", nullptr}}}}}},
         .good = {"s", "l"},
         .bad = {"xl", 1, false}},
        {.make = makeCheckBoxesType,
         .definition = kRadioOptions,
         .badDefinitions = {{}, {{"options", JsonObject{}}}, {{"options", JsonArray{JsonObject{}}}}},
         .good = {JsonArray{}, JsonArray{"l"}, JsonArray{"s", "l"}},
         .bad = {"s", JsonArray{"s", "xl"}, JsonArray{1}},
         .unset = JsonArray{}},
        {.make = makeSwitchType,
         .definition = {{"options", "true,false"}},
         .badDefinitions = {{}, {{"options", "on,off"}}, {{"options", JsonArray{}}}},
         .good = {true, false},
         .bad = {"true", 1, 0}},
        {.make = makeNumberType, .good = {0, -1, 2.5, 1e300}, .bad = {"1", true, JsonArray{1}}},
        {.make = makeDateType,
         .good = {"2024-02-29", "1999-12-31"},
         .bad = {"2023-02-29", "2024-2-9", "2024-02-29T00:00:00Z", 20240229}},
        {.make = makeJsonType, .good = {1, "x", true, JsonArray{1, nullptr}, JsonObject{{"a", JsonObject{{"b", 1}}}}}},
        {.make = makeObjectType,
         .definition = {{"object_type", "posts"}},
         .badDefinitions = {{}, {{"object_type", ""}}},
         .good = {jsonId(1)},
         .bad = {"1", 1, JsonArray{jsonId(1)}},
         .bucket = bucketWithPosts()},
        {.make = makeObjectsType,
         .definition = {{"object_type", "posts"}},
         .badDefinitions = {{}},
         .good = {jsonId(1), Json(boost::json::string(idOf(2) + "," + idOf(1)))},
         .bad = {"x", Json(boost::json::string(idOf(1) + ",x")), JsonArray{}},
         .unset = JsonArray{},
         .bucket = bucketWithPosts()},
        {.make = makeFileType, .good = {"cat.png"}, .bad = {1, JsonObject{{"name", "x"}}}, .bucket = bucketWithMedia()},
        {.make = makeParentType},
        {.make = makeRepeaterType},
    };
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, MetafieldTypeSuite, testing::ValuesIn(cases()), metafieldTypeCaseName);

TEST(Types, AreTheSixteenOfTheInterface) {
    std::vector<std::string> names;
    for (const auto& type : makeBuiltInTypes()) names.push_back(type->name());
    const std::vector<std::string> expected{
        "text",          "textarea",    "html-textarea", "select-dropdown", "object",   "objects", "file",   "date",
        "radio-buttons", "check-boxes", "repeater",      "parent",          "markdown", "json",    "switch", "number"};
    EXPECT_EQ(names, expected);
}

TEST(SelectType, RendersTheKeyOfTheChosenOptionToo) {
    const JsonObject json = field("select-dropdown", "size", "s", kSelectOptions);
    const Json expected{{"key", "Small"}, {"value", "s"}};
    EXPECT_EQ(makeSelectType()->render({json, kPath}, FakeRenderLookup()), expected);
}

TEST(SelectType, RendersAValueWhoseOptionHasGoneUnderItsOwnName) {
    const JsonObject json = field("select-dropdown", "size", "xxl", kSelectOptions);
    const Json expected{{"key", "xxl"}, {"value", "xxl"}};
    EXPECT_EQ(makeSelectType()->render({json, kPath}, FakeRenderLookup()), expected);
}

TEST(JsonType, RendersTheValueAsItIs) {
    const Json value{{"a", JsonArray{1, "x", nullptr}}};
    const JsonObject json = field("json", "data", value);
    EXPECT_EQ(makeJsonType()->render({json, kPath}, FakeRenderLookup()), value);
}

TEST(ObjectsType, KeepsTheOrderAndDropsWhatIsNotVisible) {
    FakeRenderLookup lookup;
    lookup.objects[idOf(1)] = "one";
    lookup.objects[idOf(3)] = "three";
    const JsonObject json = relations("all", {3, 2, 1});
    const Json expected(JsonArray{"three", "one"});
    EXPECT_EQ(makeObjectsType()->render({json, kPath}, lookup), expected);
    JsonObject decorated = json;
    makeObjectsType()->decorate(decorated, lookup);
    EXPECT_EQ(decorated["objects"], expected);
}

TEST(ObjectsType, AllowsBlanksAroundIdsAndEmptyEntries) {
    FakeRenderLookup lookup;
    lookup.objects[idOf(1)] = "one";
    lookup.objects[idOf(2)] = "two";
    const JsonObject json =
        field("objects", "all", Json(boost::json::string(" " + idOf(2) + " ,," + idOf(1) + ",")), {});
    Problems problems;
    makeObjectsType()->checkValue({json, kPath}, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(makeObjectsType()->render({json, kPath}, lookup), Json(JsonArray{"two", "one"}));
}

TEST(ObjectsType, NamesAtMostTenWrongIdsOfAValue) {
    std::string ids;
    for (int i = 0; i < 50; ++i) ids += "x,";
    const JsonObject json = field("objects", "all", Json(boost::json::string(ids)), {});
    Problems problems;
    makeObjectsType()->checkValue({json, kPath}, problems);
    EXPECT_EQ(problems.list().size(), 10U);
}

TEST(ObjectType, RefusesAnObjectOfAnotherType) {
    FakeCheckLookup bucket = bucketWithPosts();
    bucket.objects[idOf(1)] = "pages";
    Problems problems;
    const JsonObject json = relation("author", 1);
    makeObjectType()->checkReferences({json, kPath}, bucket, problems);
    EXPECT_EQ(linesOf(problems), std::vector<std::string>{"metafields[0].value: object '" + idOf(1) +
                                                          "' is of the type 'pages', not of 'posts'"});
}

TEST(FileType, RendersAndDecoratesWithTheMediaRecord) {
    FakeRenderLookup lookup;
    const Json record{{"name", "cat.png"}, {"url", "/media/cat.png"}};
    lookup.mediaRecords["cat.png"] = record;
    JsonObject json = field("file", "image", "cat.png");
    EXPECT_EQ(makeFileType()->render({json, kPath}, lookup), record);
    makeFileType()->decorate(json, lookup);
    EXPECT_EQ(json["metadata"], record);
    EXPECT_EQ(json["value"], "cat.png");
}

TEST(BuiltInTypes, HaveNamesThatNoNewPluginIsGiven) {
    std::ifstream file(INKWELL_PLUGIN_KINDS);
    const Json kinds = parseStoredJson(std::string(std::istreambuf_iterator<char>(file), {}));
    const JsonArray& taken = kinds.at("metafield_type").at("taken").as_array();
    for (const auto& type : makeBuiltInTypes()) {
        EXPECT_NE(std::find(taken.begin(), taken.end(), Json(type->name())), taken.end()) << type->name();
    }
}

TEST(CheckBoxesType, TakesWhatIsChosenTwiceAndRefusesWhatIsNoOption) {
    const JsonObject options{{"options", JsonArray{JsonObject{{"value", "red"}}, JsonObject{{"value", ""}}}}};
    const JsonObject json = field("check-boxes", "a", JsonArray{"red", "red", "", "blue", 7, "grey"}, options);
    Problems problems;
    makeCheckBoxesType()->checkValue({json, kPath}, problems);
    EXPECT_EQ(linesOf(problems),
              (std::vector<std::string>{"metafields[0].value[3]: 'blue' is not one of the options: 'red', ''",
                                        "metafields[0].value[4]: must be a string, not a number",
                                        "metafields[0].value[5]: 'grey' is not one of the options"}))
        << "they are named once, because thousands may be wrong";
}

TEST(SelectType, NamesTheFirstTenOptionsWhereTheValueIsNone) {
    JsonArray options;
    for (int i = 1; i <= 12; ++i)
        options.push_back({{"key", "k" + std::to_string(i)}, {"value", "v" + std::to_string(i)}});
    const JsonObject json = field("select-dropdown", "a", "k1", {{"options", options}});
    Problems problems;
    makeSelectType()->checkValue({json, kPath}, problems);
    EXPECT_EQ(linesOf(problems),
              std::vector<std::string>{"metafields[0].value: 'k1' is not one of the options: 'v1', 'v2', 'v3', 'v4', "
                                       "'v5', 'v6', 'v7', 'v8', 'v9', 'v10' and 2 more"});
}

}  // namespace

}  // namespace inkwell::metafields::test
