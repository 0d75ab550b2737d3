#include "schema/field_steps.h"

#include <gtest/gtest.h>

#include "tests/plugins/objects/metafield_builders.h"

namespace inkwell::objects {
namespace {

std::vector<FieldStep> followed(const JsonArray& before, const JsonArray& after) {
    Problems problems;
    std::vector<FieldStep> steps = fieldSteps(before, after, "metafields", problems);
    for (const Problem& problem : problems.list()) ADD_FAILURE() << problem.path << ": " << problem.message;
    return steps;
}

std::vector<std::string> faultsOf(const JsonArray& before, const JsonArray& after) {
    Problems problems;
    fieldSteps(before, after, "metafields", problems);
    std::vector<std::string> told;
    for (const Problem& problem : problems.list()) told.push_back(problem.path + ": " + problem.message);
    return told;
}

JsonObject renamed(JsonObject field, const std::string& former) {
    field["renamed_from"] = former;
    return field;
}

std::vector<std::string> stepsOf(const JsonArray& before, const JsonArray& after) {
    static const char* const kNames[] = {"add", "remove", "rename", "retype", "change", "move"};
    std::vector<std::string> told;
    for (const FieldStep& step : followed(before, after)) {
        std::string text = kNames[static_cast<int>(step.kind)];
        text.append(" ").append(step.from).append(">").append(step.to);
        for (const std::string& member : step.members) text += " " + member;
        told.push_back(text + (step.isGuessed ? " guessed" : ""));
    }
    return told;
}

using Steps = std::vector<std::string>;

TEST(FieldSteps, SayNothingWhereNothingDiffers) {
    const JsonArray fields{field("a", "A"), group("g", {field("b", "B")}), repeater("r", {field("c", "C")})};
    EXPECT_EQ(stepsOf(fields, fields), Steps{});
}

TEST(FieldSteps, NameWhatIsAddedRemovedRetypedAndChangedAtEveryLevel) {
    JsonObject required = field("b", "B");
    required["required"] = true;
    const JsonArray before{field("a", "A"), group("g", {field("b", "B"), field("x", "X")}),
                           repeater("r", {field("c", "C")})};
    const JsonArray after{field("a", "A", "number"), group("g", {required}),
                          repeater("r", {field("c", "Other"), field("d", "D")})};
    EXPECT_EQ(stepsOf(before, after),
              (Steps{"retype a>a", "remove g.x>", "change g.b>g.b required", "change r.c>r.c title", "add >r.d"}));
}

TEST(FieldSteps, RecogniseAFieldByItsMarker) {
    JsonObject marked = field("lead", "Something else", "textarea");
    marked["renamed_from"] = "a";
    EXPECT_EQ(stepsOf({field("a", "A", "textarea")}, {marked}), (Steps{"rename a>lead", "change lead>lead title"}));
    EXPECT_EQ(stepsOf({field("lead", "Something else", "textarea")}, {marked}), Steps{}) << "it was done before";
    EXPECT_EQ(stepsOf({field("b", "B")}, {marked}), (Steps{"remove b>", "add >lead"})) << "there is no such field";
}

TEST(FieldSteps, RecogniseTheOnlyFieldOfTheSameTypeAndTitle) {
    EXPECT_EQ(stepsOf({field("a", "A")}, {field("b", "A")}), Steps{"rename a>b guessed"});
    EXPECT_EQ(stepsOf({field("a", "A")}, {field("b", "A", "number")}), (Steps{"remove a>", "add >b"}));
    EXPECT_EQ(stepsOf({field("a", "A"), field("b", "A")}, {field("c", "A")}),
              (Steps{"remove a>", "remove b>", "add >c"}))
        << "either could be meant";
    EXPECT_EQ(stepsOf({field("a", "A")}, {field("b", "A"), field("c", "A")}), (Steps{"remove a>", "add >b", "add >c"}));
    JsonObject none = field("b", "A");
    none["renamed_from"] = "";
    EXPECT_EQ(stepsOf({field("a", "A")}, {none}), (Steps{"remove a>", "add >b"}))
        << "the file says that it is another one";
}

TEST(FieldSteps, FindWhatStandsInARenamedGroupUnderItsNewKey) {
    JsonObject marked = group("h", {field("c", "B")});
    marked["renamed_from"] = "g";
    const std::vector<FieldStep> steps = followed({group("g", {field("b", "B")})}, {marked});
    ASSERT_EQ(steps.size(), 2U);
    EXPECT_EQ(steps[1].from, "h.b");
    EXPECT_EQ(steps[1].was, "g.b");
    EXPECT_EQ(steps[1].to, "h.c");
}

TEST(FieldSteps, TellOfTheOrderOfWhatStays) {
    const JsonArray before{field("a", "A"), field("b", "B"), field("c", "C")};
    EXPECT_EQ(stepsOf(before, {field("b", "B"), field("a", "A"), field("c", "C")}), Steps{"move >"});
    EXPECT_EQ(stepsOf(before, {field("a", "A"), field("new", "New"), field("b", "B"), field("c", "C")}),
              Steps{"add >new"});
    EXPECT_EQ(stepsOf({group("g", before)}, {group("g", {field("c", "C"), field("a", "A"), field("b", "B")})}),
              Steps{"move g>g"});
}

TEST(FieldSteps, RefuseAMarkerThatNamesWhatStaysOrGoesElsewhere) {
    const JsonArray before{field("first", "One"), field("second", "Two")};
    EXPECT_EQ(faultsOf(before, {renamed(field("second", "One"), "first"), renamed(field("third", "Two"), "second")}),
              Steps{"metafields[1].renamed_from: names 'second', which is there and described too: rename that one "
                    "first, or leave this out"});
    EXPECT_EQ(faultsOf(before, {renamed(field("second", "One"), "first"), renamed(field("first", "Two"), "second")}),
              (Steps{"metafields[0].renamed_from: leads back to 'second': names are not exchanged at once; give one of "
                     "them a new name first",
                     "metafields[1].renamed_from: leads back to 'first': names are not exchanged at once; give one of "
                     "them a new name first"}));
    EXPECT_EQ(faultsOf(before, {renamed(field("a", "A"), "first"), renamed(field("b", "B"), "first")}),
              Steps{"metafields[1].renamed_from: names 'first', as 'a' does: one alone can be it"});
    const JsonArray after{repeater("r", {field("b", "B"), renamed(field("c", "C"), "b")})};
    EXPECT_EQ(
        faultsOf({group("g", before), repeater("r", {field("b", "B")})}, after),
        Steps{"metafields[0].repeater_fields[1].renamed_from: names 'b', which is there and described too: rename "
              "that one first, or leave this out"});
}

TEST(FieldSteps, PassOverMarkersOfEarlierRenames) {
    const JsonArray after{renamed(field("lead", "Lead"), "line"), renamed(field("line", "Line"), "row")};
    EXPECT_EQ(stepsOf({field("lead", "Lead"), field("line", "Line")}, after), Steps{}) << "a new 'line' came later";
    EXPECT_EQ(stepsOf({}, after), (Steps{"add >lead", "add >line"})) << "in another bucket";
}

}  // namespace
}  // namespace inkwell::objects
