#include <gtest/gtest.h>

#include "engine.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using Subject = MetafieldEngine::Subject;
using Lines = std::vector<std::string>;

JsonObject without(JsonObject json, std::string_view name) {
    json.stable_erase(json.find(name));
    return json;
}

JsonObject with(JsonObject json, std::string_view name, Json value) {
    json[name] = std::move(value);
    return json;
}

class Check : public testing::Test {
protected:
    JsonArray check(const Json& given, Subject subject = Subject::Object, const JsonArray& defaults = {},
                    const std::set<std::string>& trustedTypes = {}) {
        Problems problems;
        JsonArray stored =
            engine.check(world.bucket, given, {&defaults, true}, subject, "metafields", problems, before, trustedTypes);
        lines = linesOf(problems);
        return stored;
    }
    Lines problemsOf(const JsonObject& one, Subject subject = Subject::Object) {
        check(JsonArray{one}, subject);
        return lines;
    }

    World world;
    Engine engine{world, false};
    const JsonArray* before = nullptr;
    Lines lines;
};

TEST_F(Check, StoresAMetafieldWithANewId) {
    const JsonArray stored =
        check(JsonArray{field("text", "headline", "Hello", {{"required", true}, {"maxlength", 20}})});
    EXPECT_EQ(lines, Lines{});
    const JsonArray expected{{{"id", idOf(1)},
                              {"type", "text"},
                              {"title", "Title of headline"},
                              {"key", "headline"},
                              {"value", "Hello"},
                              {"required", true},
                              {"maxlength", 20}}};
    EXPECT_EQ(writeJson(stored), writeJson(expected));
}

TEST_F(Check, RefusesWhatIsNoArrayOfMetafields) {
    check(JsonObject{});
    EXPECT_EQ(lines, Lines{"metafields: must be an array of metafields, not an object"});
    check(JsonArray{1});
    EXPECT_EQ(lines, Lines{"metafields[0]: must be a metafield, not a number"});
}

TEST_F(Check, RefusesAFieldOutsideTheListedOnes) {
    const Lines found = problemsOf(field("text", "a", "", {{"helptext", "x"}}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].rfind("metafields[0].helptext: ", 0), 0U) << found[0];
}

TEST_F(Check, DropsResponseOnlyMembersAndKeepsAnId) {
    const JsonArray stored = check(JsonArray{
        field("text", "a", "x", {{"id", idOf(77)}, {"object", nullptr}, {"objects", JsonArray{}}, {"metadata", 1}})});
    EXPECT_EQ(lines, Lines{});
    const JsonObject& one = stored[0].as_object();
    EXPECT_EQ(one.at("id"), jsonId(77));
    for (const char* name : {"object", "objects", "metadata"}) EXPECT_FALSE(one.contains(name)) << name;
}

TEST_F(Check, MakesANewIdForAMalformedOrRepeatedOne) {
    const JsonArray stored =
        check(JsonArray{field("text", "a", "", {{"id", "7"}}), field("text", "b", "", {{"id", 7}}),
                        field("text", "c", "", {{"id", idOf(9)}}), field("text", "d", "", {{"id", idOf(9)}})});
    EXPECT_EQ(lines, Lines{});
    std::vector<std::string> ids;
    for (const Json& one : stored) ids.emplace_back(textOf(one.as_object(), "id"));
    EXPECT_EQ(ids, (Lines{idOf(1), idOf(2), idOf(9), idOf(3)}));
}

TEST_F(Check, RequiresTypeTitleAndKey) {
    const JsonObject complete = field("text", "a", "x");
    for (const char* name : {"type", "title", "key"}) {
        const Lines found = problemsOf(without(complete, name));
        ASSERT_EQ(found.size(), 1U) << name;
        EXPECT_EQ(found[0].rfind("metafields[0]." + std::string(name) + ": ", 0), 0U) << found[0];
    }
}

TEST_F(Check, RequiresAValueOnEveryTypeThatHasOne) {
    EXPECT_EQ(problemsOf(without(field("text", "a", ""), "value")),
              Lines{"metafields[0].value: is required; an empty string means that it is not set"});
    EXPECT_EQ(problemsOf(without(field("text", "a", ""), "value"), Subject::ObjectType).size(), 1U);
}

TEST_F(Check, AllowsTemplatesWithoutAValueForClientsOfTheHostedService) {
    world.info.hostedClients = true;
    const JsonObject one = without(field("text", "a", ""), "value");
    EXPECT_EQ(problemsOf(one).size(), 1U);
    const JsonArray stored = check(JsonArray{one}, Subject::ObjectType);
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("value"), "");
}

TEST_F(Check, RefusesAValueOnAParentAndARepeater) {
    EXPECT_EQ(problemsOf(with(parent("p", {}), "value", "")),
              Lines{"metafields[0].value: must be absent for the type 'parent'"});
    EXPECT_EQ(problemsOf(with(repeater("r", {}), "value", nullptr)),
              Lines{"metafields[0].value: must be absent for the type 'repeater'"});
}

TEST_F(Check, RefusesNullExceptForJson) {
    EXPECT_EQ(problemsOf(field("number", "a", nullptr)),
              Lines{"metafields[0].value: must not be null; an empty string means that it is not set"});
    EXPECT_EQ(problemsOf(field("json", "a", nullptr)), Lines{});
}

TEST_F(Check, AcceptsAnEmptyStringForEveryTypeWithAValue) {
    const JsonArray options{{{"value", "s"}}};
    const JsonArray pairs{{{"key", "S"}, {"value", "s"}}};
    check(JsonArray{field("text", "a", ""), field("textarea", "b", ""), field("html-textarea", "c", ""),
                    field("markdown", "d", ""), field("select-dropdown", "e", "", {{"options", pairs}}),
                    field("radio-buttons", "f", "", {{"options", options}}),
                    field("check-boxes", "g", "", {{"options", options}}),
                    field("switch", "h", "", {{"options", "yes,no"}}), field("number", "i", ""), field("date", "j", ""),
                    field("json", "k", ""), field("object", "l", "", {{"object_type", "posts"}}),
                    field("objects", "m", "", {{"object_type", "posts"}}), field("file", "n", "")});
    EXPECT_EQ(lines, Lines{});
}

TEST_F(Check, RefusesAnUnknownTypeByName) {
    EXPECT_EQ(problemsOf(field("color", "a", "red")), Lines{"metafields[0].type: " + unknownType("color")});
    EXPECT_EQ(problemsOf(field("txet", "a", "red")).front().substr(0, 78),
              "metafields[0].type: unknown metafield type 'txet' (did you mean 'text'?); the ");
    EXPECT_EQ(problemsOf(field("repeating_item", "a", "")),
              Lines{"metafields[0].type: a repeating_item belongs into the children of a repeater"});
}

TEST_F(Check, RefusesAKeyTwiceInAGroupButNotInTwoGroups) {
    check(JsonArray{field("text", "a", ""), field("text", "a", "")});
    EXPECT_EQ(lines, Lines{"metafields[1].key: 'a' is already the key of another metafield of this group"});
    check(JsonArray{field("text", "a", ""), parent("p", {field("text", "a", "")}),
                    repeater("r", {{field("text", "a", "")}, {field("text", "a", "")}})});
    EXPECT_EQ(lines, Lines{});
    check(JsonArray{parent("p", {field("text", "a", ""), field("text", "a", "")})});
    EXPECT_EQ(lines, Lines{"metafields[0].children[1].key: 'a' is already the key of another metafield of this group"});
    check(JsonArray{repeater("r", {{field("text", "a", ""), field("text", "a", "")}})});
    EXPECT_EQ(lines, Lines{"metafields[0].children[0].children[1].key: 'a' is already the key of another metafield of "
                           "this group"});
}

TEST_F(Check, RefusesAKeyThatNoQueryCouldName) {
    EXPECT_EQ(problemsOf(field("text", "", "")), Lines{"metafields[0].key: must not be empty"});
    EXPECT_EQ(problemsOf(field("text", "a.b", "")),
              Lines{"metafields[0].key: must not contain '.', which separates levels in 'query' and 'props'"});
    EXPECT_EQ(problemsOf(with(field("text", "a", ""), "key", Json(boost::json::string("a\0b", 3)))),
              Lines{"metafields[0].key: must not contain a NUL character"});
    EXPECT_EQ(problemsOf(field("text", std::string(200, 'k'), "")), Lines{});
    EXPECT_EQ(problemsOf(field("text", std::string(201, 'k'), "")).size(), 1U);
}

TEST_F(Check, LimitsTitlesToAThousandCharacters) {
    const Json fits(boost::json::string(1000, 't'));
    const Json tooLong(boost::json::string(1001, 't'));
    EXPECT_EQ(problemsOf(with(field("text", "a", ""), "title", fits)), Lines{});
    EXPECT_EQ(problemsOf(with(field("text", "a", ""), "title", tooLong)).size(), 1U);
}

TEST_F(Check, ChecksTheKindsOfTheEditorsMembers) {
    const Lines found = problemsOf(field("text", "a", "",
                                         {{"required", 1},
                                          {"help", 1},
                                          {"regex", 1},
                                          {"regex_message", false},
                                          {"minlength", "1"},
                                          {"maxlength", -1},
                                          {"options", 1},
                                          {"object_type", 1}}));
    EXPECT_EQ(found.size(), 8U);
    EXPECT_EQ(std::count(found.begin(), found.end(), "metafields[0].maxlength: must not be negative"), 1);
    EXPECT_EQ(std::count(found.begin(), found.end(), "metafields[0].minlength: must be a number, not a string"), 1);
}

TEST_F(Check, KeepsTheEditorsMembersAndDoesNotEnforceThem) {
    const JsonArray stored = check(JsonArray{
        field("text", "a", "", {{"required", true}, {"regex", "(["}, {"regex_message", "No"}, {"minlength", 5}})});
    EXPECT_EQ(lines, Lines{});
    for (const char* name : {"required", "regex", "regex_message", "minlength"}) {
        EXPECT_TRUE(stored[0].as_object().contains(name)) << name;
    }
}

TEST_F(Check, ReportsEverythingThatIsWrongAtOnce) {
    const JsonArray badOptions{JsonObject{{"key", "S"}, {"value", 1}}};
    check(JsonArray{field("number", "a", "1"), parent("p", {field("date", "b", "x"), field("number", "a", true)}),
                    field("select-dropdown", "c", "", {{"options", badOptions}}), field("color", "d", "")});
    EXPECT_EQ(lines, (Lines{"metafields[0].value: must be a number, not a string",
                            "metafields[1].children[0].value: 'x' is not a calendar date in the form YYYY-MM-DD",
                            "metafields[1].children[1].value: must be a number, not a boolean",
                            "metafields[2].options[0].value: must be a string, not a number",
                            "metafields[3].type: " + unknownType("color")}));
}

TEST_F(Check, StoresParentsAndRepeatersWithIdsAtEveryLevel) {
    JsonObject items = repeater("r", {{field("text", "x", "1")}, {}});
    items["repeater_fields"] = JsonArray{field("text", "x", "")};
    const JsonArray stored = check(JsonArray{parent("p", {parent("q", {items})})});
    EXPECT_EQ(lines, Lines{});
    const Json& inner = stored[0].at("children").at(0).at("children").at(0);
    EXPECT_EQ(inner.at("children").as_array().size(), 2U);
    EXPECT_EQ(inner.at("children").at(0).at("type"), "repeating_item");
    for (const Json* one : {&inner, &inner.at("repeater_fields").at(0), &inner.at("children").at(0),
                            &inner.at("children").at(0).at("children").at(0), &inner.at("children").at(1)}) {
        EXPECT_EQ(textOf(one->as_object(), "id").size(), 24U);
        EXPECT_EQ(one->as_object().begin()->key(), "id");
    }
}

TEST_F(Check, TakesAbsentChildrenAsNone) {
    const JsonArray stored =
        check(JsonArray{without(parent("p", {}), "children"), without(repeater("r", {}), "children")});
    EXPECT_EQ(lines, Lines{});
    for (const Json& one : stored) EXPECT_EQ(one.at("children"), JsonArray());
}

TEST_F(Check, RequiresTemplatesOfARepeaterAndChecksThem) {
    EXPECT_EQ(problemsOf(without(repeater("r", {}), "repeater_fields")),
              Lines{"metafields[0].repeater_fields: is required: an array of the metafields of each item"});
    EXPECT_EQ(problemsOf(with(repeater("r", {}), "repeater_fields", JsonArray{field("number", "n", "x")})),
              Lines{"metafields[0].repeater_fields[0].value: must be a number, not a string"});
}

TEST_F(Check, AcceptsOnlyItemsInARepeater) {
    JsonObject json = repeater("r", {});
    json["children"] = JsonArray{
        field("text", "x", ""),
        {{"type", "repeating_item"}},
        {{"type", "repeating_item"}, {"children", JsonArray{}}, {"value", "x"}},
        {{"type", "repeating_item"}, {"children", JsonArray{}}, {"color", "x"}},
        {{"type", "repeating_item"}, {"children", JsonArray{}}, {"value", ""}, {"title", "Item"}, {"id", idOf(7)}},
        7};
    const Lines found = problemsOf(json);
    ASSERT_EQ(found.size(), 6U);
    const std::string item = "metafields[0].children[";
    EXPECT_EQ(found[0], item + "0].children: is required: the metafields of the item");
    EXPECT_EQ(found[1].rfind(item + "0].type: ", 0), 0U) << found[1];
    EXPECT_EQ(found[2], item + "1].children: is required: the metafields of the item");
    EXPECT_EQ(found[3], item + "2].value: must be absent: an item of a repeater has children only");
    EXPECT_EQ(found[4].rfind(item + "3].color: ", 0), 0U) << found[4];
    EXPECT_EQ(found[5], item + "5]: must be an entry of the type repeating_item, not a number");
}

TEST_F(Check, RefusesChildrenOnTypesWithoutAny) {
    EXPECT_EQ(problemsOf(with(field("text", "a", ""), "children", JsonArray{field("text", "b", "")})),
              Lines{"metafields[0].children: must be absent for the type 'text'"});
    EXPECT_EQ(problemsOf(with(parent("p", {}), "repeater_fields", JsonArray{field("text", "b", "")})),
              Lines{"metafields[0].repeater_fields: must be absent for the type 'parent'"});
    const JsonArray stored = check(JsonArray{with(field("text", "a", ""), "children", JsonArray())});
    EXPECT_EQ(lines, Lines{});
    EXPECT_FALSE(stored[0].as_object().contains("children"));
}

TEST_F(Check, AsksOncePerKindForAllReferences) {
    world.add(1);
    world.add(2);
    world.addMedia("cat.png");
    check(JsonArray{relation("a", 1), relations("b", {2, 1}),
                    parent("p", {relation("c", 2), field("file", "d", "cat.png")}), field("file", "e", "cat.png")});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(world.catalog.summaryCalls, 1);
    EXPECT_EQ(world.catalog.typeCalls, 1);
    EXPECT_EQ(world.media.calls, (std::vector<Lines>{{"cat.png"}}));
}

TEST_F(Check, AsksForNothingWithoutReferences) {
    check(JsonArray{field("text", "a", "x"), field("file", "b", "")});
    EXPECT_EQ(world.catalog.summaryCalls + world.catalog.typeCalls, 0);
    EXPECT_TRUE(world.media.calls.empty());
}

TEST_F(Check, RefusesReferencesToWhatIsNotInTheBucket) {
    world.add(1);
    JsonObject ofNoType = relation("c", 1);
    ofNoType["object_type"] = "nowhere";
    check(JsonArray{relation("a", 9), relations("b", {1, 8}), ofNoType, field("file", "d", "dog.png")});
    EXPECT_EQ(lines, (Lines{"metafields[0].value: object '" + idOf(9) + "' was not found in this bucket",
                            "metafields[1].value: object '" + idOf(8) + "' was not found in this bucket",
                            "metafields[2].object_type: object type 'nowhere' was not found in this bucket",
                            "metafields[2].value: object '" + idOf(1) + "' is of the type 'posts', not of 'nowhere'",
                            "metafields[3].value: media 'dog.png' was not found in this bucket"}));
}

TEST_F(Check, AcceptsReferencesThatWereStoredBeforeTheyWereDeletedAndNoOthers) {
    world.add(1);
    const JsonArray stored{relation("a", 9), parent("p", {field("file", "d", "dog.png")}),
                           repeater("r", {JsonArray{relations("b", {7, 8})}})};
    before = &stored;
    check(stored);
    EXPECT_EQ(lines, Lines{});
    check(JsonArray{relations("b", {8, 1, 9, 6}), field("file", "d", "dog.png"), field("file", "e", "cat.png")});
    EXPECT_EQ(lines, (Lines{"metafields[0].value: object '" + idOf(6) + "' was not found in this bucket",
                            "metafields[2].value: media 'cat.png' was not found in this bucket"}));
}

TEST_F(Check, AcceptsADraftAsARelatedObject) {
    world.add(1).status = "draft";
    EXPECT_EQ(problemsOf(relation("a", 1)), Lines{});
}

TEST_F(Check, AcceptsMediaNamesUnverifiedWhileTheMediaPluginIsOff) {
    world.mediaIsOn = false;
    EXPECT_EQ(problemsOf(field("file", "a", "dog.png")), Lines{});
}

TEST_F(Check, LetsATypeReferToItselfBeforeItExists) {
    JsonObject self = field("objects", "related", "", {{"object_type", "news"}});
    JsonObject items = repeater("r", {});
    items["repeater_fields"] = JsonArray{self};
    check(JsonArray{self, items}, Subject::ObjectType, {}, {"news"});
    EXPECT_EQ(lines, Lines{});
    check(JsonArray{self}, Subject::ObjectType, {}, {"other"});
    EXPECT_EQ(lines, Lines{"metafields[0].object_type: object type 'news' was not found in this bucket"});
}

TEST_F(Check, ShortensWhatItRepeatsOfABody) {
    const Lines found = problemsOf(field("date", "a", Json(boost::json::string(5000, 'x'))));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_LT(found[0].size(), 250U);
}

TEST_F(Check, TakesNoTextForABoolean) {
    check(JsonArray{field("text", "a", "", {{"required", "true"}})});
    EXPECT_EQ(lines, Lines{"metafields[0].required: must be true or false, not a string"});
}

// What an edit of an object is checked with: the type's metafields, which are no defaults.
class ByKey : public Check {
protected:
    ByKey() {
        JsonObject size = field("select-dropdown", "size", "", {{"options", {{{"key", "S"}, {"value", "s"}}}}});
        JsonObject seo = parent("seo", {field("text", "title", "none"), field("number", "weight", "")});
        JsonObject links = repeater("links", {});
        links["repeater_fields"] = JsonArray{field("text", "label", ""), parent("more", {field("date", "day", "")})};
        templates = {std::move(size), std::move(seo), std::move(links)};
    }
    JsonArray edit(const JsonArray& given) {
        Problems problems;
        JsonArray stored = engine.check(world.bucket, given, {&templates}, Subject::Object, "metafields", problems);
        lines = linesOf(problems);
        return stored;
    }

    JsonArray templates;
};

TEST_F(ByKey, TheRestComesFromTheType) {
    const JsonArray stored = edit({{{"key", "size"}, {"value", "s"}}, field("text", "own", "x")});
    EXPECT_EQ(lines, Lines{});
    ASSERT_EQ(stored.size(), 2U);
    EXPECT_EQ(without(stored[0].as_object(), "id"), with(templates[0].as_object(), "value", "s"));
    EXPECT_EQ(stored[1].at("key"), "own");
}

TEST_F(ByKey, WhatIsGivenGoesBeforeTheType) {
    const JsonArray stored = edit({{{"key", "size"}, {"title", "Mine"}, {"required", true}, {"value", ""}}});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("title"), "Mine");
    EXPECT_EQ(stored[0].at("required"), true);
    EXPECT_EQ(stored[0].at("options"), templates[0].at("options"));
}

TEST_F(ByKey, TheValueIsCheckedByTheTypesDefinition) {
    edit({{{"key", "size"}, {"value", "xl"}}});
    EXPECT_EQ(lines, Lines{"metafields[0].value: 'xl' is not one of the options: 's'"});
    edit({{{"key", "size"}}});
    EXPECT_EQ(lines, Lines{"metafields[0].value: is required; an empty string means that it is not set"});
}

TEST_F(ByKey, WorksInParentsAndRepeatersAtEveryLevel) {
    const JsonArray stored =
        edit({{{"key", "seo"}, {"children", {{{"key", "title"}, {"value", "T"}}}}},
              {{"key", "links"},
               {"children",
                {{{"type", "repeating_item"},
                  {"children",
                   {{{"key", "label"}, {"value", "L"}},
                    {{"key", "more"}, {"children", {{{"key", "day"}, {"value", "2026-01-31"}}}}}}}}}}}});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("type"), "parent");
    ASSERT_EQ(stored[0].at("children").as_array().size(), 1U);  // given children replace those of the type
    EXPECT_EQ(stored[0].at("children").at(0).at("type"), "text");
    EXPECT_EQ(stored[1].at("repeater_fields").as_array().size(), 2U);
    const Json& item = stored[1].at("children").at(0);
    EXPECT_EQ(item.at("children").at(0).at("value"), "L");
    EXPECT_EQ(item.at("children").at(1).at("children").at(0).at("type"), "date");
}

TEST_F(ByKey, WithoutChildrenAParentTakesThoseOfTheType) {
    const JsonArray stored = edit({{{"key", "seo"}}});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("children").at(0).at("value"), "none");
}

TEST_F(ByKey, InAWholeParentOrRepeaterItsOwnKeysCountAsWell) {
    JsonObject own = repeater("own", {{JsonObject{{"key", "n"}, {"value", 1}}}});
    own["repeater_fields"] = JsonArray{field("number", "n", "")};
    const JsonArray stored = edit({std::move(own), parent("seo", {JsonObject{{"key", "weight"}, {"value", 2}}})});
    EXPECT_EQ(lines, Lines{});
    EXPECT_EQ(stored[0].at("children").at(0).at("children").at(0).at("type"), "number");
    EXPECT_EQ(stored[1].at("children").at(0).at("type"), "number");
}

TEST_F(ByKey, AnUnknownKeyNamesThoseOfTheType) {
    edit({{{"key", "sise"}, {"value", "s"}}, {{"key", "seo"}, {"children", {{{"key", "x"}, {"value", ""}}}}}});
    EXPECT_EQ(lines,
              (Lines{"metafields[0].type: is required: the type of the object defines no metafield 'sise' here; it "
                     "defines 'size', 'seo', 'links'",
                     "metafields[1].children[0].type: is required: the type of the object defines no metafield 'x' "
                     "here; it defines 'title', 'weight'"}));
    templates.clear();
    edit({{{"key", "size"}, {"value", "s"}}});
    EXPECT_EQ(lines, Lines{"metafields[0].type: is required: the type of the object defines no metafield 'size' here"});
}

TEST_F(ByKey, TemplatesThemselvesAreWrittenInFull) {
    const JsonArray shortened{JsonObject{{"key", "size"}, {"value", "s"}}};
    check(shortened, Subject::ObjectType);
    EXPECT_EQ(lines, (Lines{"metafields[0].title: is required", "metafields[0].type: is required"}));
}

TEST_F(ByKey, ANewObjectTakesTheOtherDefaultsToo) {
    const JsonArray stored = check({{{"key", "size"}, {"value", "s"}}}, Subject::Object, templates);
    EXPECT_EQ(lines, Lines{});
    ASSERT_EQ(stored.size(), 3U);
    EXPECT_EQ(stored[0].at("value"), "s");
    EXPECT_EQ(stored[1].at("children").at(0).at("value"), "none");
}

TEST_F(ByKey, ManyUnknownKeysNameTheFirstOfManyThatThereAre) {
    templates.clear();
    for (int i = 0; i < 40; ++i) templates.push_back(field("text", "k" + std::to_string(i), ""));
    edit({{{"key", "x"}, {"value", ""}}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines[0].ends_with("'k28', 'k29' and 10 more")) << lines[0];
}

TEST_F(ByKey, MakesAtMostAHundredThousandMetafieldsAtOnce) {
    const auto itemsOf = [](std::size_t count, const Json& value) {
        JsonArray items;
        for (std::size_t i = 0; i < count; ++i) {
            items.push_back(JsonObject{{"type", "repeating_item"}, {"children", {{{"key", "n"}, {"value", value}}}}});
        }
        return items;
    };
    templates = {repeater("list", {})};
    templates[0].as_object()["repeater_fields"] = JsonArray{field("number", "n", "")};
    edit({{{"key", "list"}, {"children", itemsOf(20'000, 1)}}});
    EXPECT_EQ(lines, Lines{});
    edit({{{"key", "list"}, {"children", itemsOf(100'000, 1)}}});
    const std::string tooMany =
        ": is one metafield too many: what is written at once has at most 100000, and takes at most 67108864 bytes "
        "from the object type";
    EXPECT_EQ(lines, Lines{"metafields[0].children[99999].children[0]" + tooMany}) << "the repeater counts";
    JsonArray options;
    for (int i = 0; i < 100; ++i) options.push_back(JsonObject{{"value", std::string(1000, 'x')}});
    templates[0].as_object()["repeater_fields"] = JsonArray{field("radio-buttons", "n", "", {{"options", options}})};
    edit({{{"key", "list"}, {"children", itemsOf(1000, "")}}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines[0].ends_with(tooMany)) << lines[0];
}

TEST_F(ByKey, TakesAtMostAHundredThousandItemsAtOnce) {
    templates = {repeater("list", {}), repeater("more", {})};
    templates[0].as_object()["repeater_fields"] = JsonArray();
    templates[1].as_object()["repeater_fields"] = JsonArray();
    const auto itemsOf = [](std::size_t count) {
        return JsonArray(count, JsonObject{{"type", "repeating_item"}, {"children", JsonArray()}});
    };
    edit({{{"key", "list"}, {"children", itemsOf(60'000)}}, {{"key", "more"}, {"children", itemsOf(40'001)}}});
    EXPECT_EQ(lines, Lines{"metafields[1].children[40000]: is one too many: repeaters that are written at once have at "
                           "most 100000 items"});
}

}  // namespace

}  // namespace inkwell::metafields::test
