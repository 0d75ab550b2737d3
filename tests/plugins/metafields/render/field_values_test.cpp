#include "render/field_values.h"

#include <gtest/gtest.h>

#include "engine.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using Values = std::vector<std::string>;

/// `path=value` of every value, "->" for a reference.
std::vector<std::string> valuesOf(std::string_view metafields) {
    World world;
    Engine engine{world, false};
    std::vector<std::string> all;
    for (const FieldValue& value : engine.fieldValues(parseJson(metafields).as_array())) {
        all.push_back(value.path + (value.isReference ? "->" : "=") + writeJson(value.value));
    }
    return all;
}

/// The objects that stand under a path.
std::vector<std::string> objectsAt(std::string_view path, std::string_view metafields) {
    World world;
    Engine engine{world, false};
    std::vector<std::string> all;
    engine.anyObject(parseJson(metafields).as_array(), path, [&](const Json& object) {
        all.push_back(writeJson(object));
        return false;
    });
    return all;
}

TEST(FieldValues, OfJsonAreWholeObjectsToo) {
    constexpr const char* kJson =
        R"([{"type": "json", "key": "j", "value": {"a": {"b": 1}, "a.b": {}, "l": [{"c": 1}, 2, [{"c": 3}]]}}])";
    EXPECT_EQ(objectsAt("j", kJson), Values{R"({"a":{"b":1},"a.b":{},"l":[{"c":1},2,[{"c":3}]]})"});
    EXPECT_EQ(objectsAt("j.a", kJson), Values{R"({"b":1})"});
    EXPECT_EQ(objectsAt("j.a.b", kJson), Values{"{}"});
    EXPECT_EQ(objectsAt("j.l", kJson), (Values{R"({"c":1})", R"({"c":3})"}));
    EXPECT_EQ(objectsAt("j.l.c", kJson), Values{});
    EXPECT_EQ(objectsAt("jj", kJson), Values{});
}

TEST(FieldValues, OfGroupsAreObjectsOfTheirValues) {
    constexpr const char* kGroups =
        R"([{"type": "parent", "key": "p", "children": [{"type": "text", "key": "t", "value": "a"},
               {"type": "json", "key": "j", "value": {"n": 1}},
               {"type": "select-dropdown", "key": "s", "value": "Red", "options": [{"key": "r", "value": "Red"}]}]},
            {"type": "repeater", "key": "r", "repeater_fields": [], "children": [
               {"type": "repeating_item", "children": [{"type": "number", "key": "n", "value": 1}]},
               {"type": "repeating_item", "children": [{"type": "parent", "key": "q", "children": []}]}]}])";
    EXPECT_EQ(objectsAt("p", kGroups), Values{R"({"t":"a","j":{"n":1},"s":"Red"})"});
    EXPECT_EQ(objectsAt("p.j", kGroups), Values{R"({"n":1})"});
    EXPECT_EQ(objectsAt("p.s", kGroups), Values{});
    EXPECT_EQ(objectsAt("r", kGroups), (Values{R"({"n":1})", R"({"q":{}})"}));
    EXPECT_EQ(objectsAt("r.q", kGroups), Values{"{}"});
}

TEST(FieldValues, InGroupsAreNullWhereNoneIsSetAsReadsShowThem) {
    constexpr const char* kUnset =
        R"([{"type": "parent", "key": "p", "children": [{"type": "text", "key": "t", "value": ""},
               {"type": "number", "key": "n", "value": ""}, {"type": "json", "key": "j", "value": ""},
               {"type": "check-boxes", "key": "c", "value": "", "options": [{"value": "Red"}]},
               {"type": "select-dropdown", "key": "s", "value": "", "options": [{"key": "r", "value": "Red"}]},
               {"type": "object", "key": "o", "value": ""}, {"type": "objects", "key": "os", "value": ""},
               {"type": "file", "key": "f", "value": ""}]}])";
    EXPECT_EQ(objectsAt("p", kUnset),
              Values{R"({"t":"","n":null,"j":null,"c":[],"s":null,"o":null,"os":[],"f":null})"});
    constexpr const char* kRelated = R"([{"type": "parent", "key": "p", "children": [
        {"type": "objects", "key": "os", "value": "00000000000000000000000a, 00000000000000000000000b"}]}])";
    EXPECT_EQ(objectsAt("p", kRelated), Values{R"({"os":["00000000000000000000000a","00000000000000000000000b"]})"});
}

TEST(FieldValues, KeepTheTypesOfScalars) {
    EXPECT_EQ(valuesOf(R"([{"type": "text", "key": "t", "value": "a"}, {"type": "number", "key": "n", "value": 1.5},
                           {"type": "switch", "key": "s", "value": false}, {"type": "date", "key": "d", "value": "2026-01-31"},
                           {"type": "file", "key": "f", "value": "a.png"}])"),
              (Values{"t=\"a\"", "n=1.5", "s=false", "d=\"2026-01-31\"", "f=\"a.png\""}));
}

TEST(FieldValues, OfWhatIsUnsetAreThoseOfTextsOnly) {
    EXPECT_EQ(valuesOf(R"([{"type": "text", "key": "t", "value": ""}, {"type": "number", "key": "n", "value": ""},
                           {"type": "markdown", "key": "m"}, {"type": "json", "key": "j", "value": null},
                           {"type": "object", "key": "o", "value": ""}])"),
              (Values{"t=\"\"", "m=\"\""}));
}

TEST(FieldValues, OfChoicesAreWhatWasChosen) {
    EXPECT_EQ(
        valuesOf(R"([{"type": "select-dropdown", "key": "s", "value": "Red", "options": [{"key": "r", "value": "Red"}]},
                           {"type": "check-boxes", "key": "c", "value": ["a", "b"]}])"),
        (Values{"s=\"Red\"", "c=\"a\"", "c=\"b\""}));
}

TEST(FieldValues, OfRelationsAreIds) {
    EXPECT_EQ(
        valuesOf(
            R"([{"type": "object", "key": "o", "value": "1"}, {"type": "objects", "key": "os", "value": "1, 2"}])"),
        (Values{"o->\"1\"", "o.id=\"1\"", "os->\"1\"", "os.id=\"1\"", "os->\"2\"", "os.id=\"2\""}));
}

TEST(FieldValues, ReachThroughParentsRepeatersAndJson) {
    EXPECT_EQ(valuesOf(R"([{"type": "parent", "key": "p", "children": [{"type": "text", "key": "t", "value": "a"}]},
                           {"type": "repeater", "key": "r", "children": [
                               {"type": "repeating_item", "children": [{"type": "number", "key": "n", "value": 1}]},
                               {"type": "repeating_item", "children": [{"type": "number", "key": "n", "value": 2}]}]},
                           {"type": "json", "key": "j", "value": {"a": [{"b": 1}, {"b": null}, [true]]}}])"),
              (Values{"p.t=\"a\"", "r.n=1", "r.n=2", "j.a.b=1", "j.a=true"}));
}

TEST(FieldValues, OfAnUnknownTypeAreItsStoredScalar) {
    EXPECT_EQ(valuesOf(R"([{"type": "color", "key": "c", "value": "#fff"}])"), Values{"c=\"#fff\""});
}

}  // namespace

}  // namespace inkwell::metafields::test
