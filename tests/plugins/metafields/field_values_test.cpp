#include "field_values.h"

#include <gtest/gtest.h>

#include "engine.h"
#include "world.h"

namespace inkwell::metafields::test {

namespace {

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

using Values = std::vector<std::string>;

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
