#include <gtest/gtest.h>

#include "engine.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

using Subject = MetafieldEngine::Subject;
using Lines = std::vector<std::string>;

class EnforcedValidation : public testing::Test {
protected:
    Lines problemsOf(const JsonArray& given, const JsonArray& defaults = {}, Subject subject = Subject::Object) {
        Problems problems;
        engine.check(world.bucket, given, {&defaults, true}, subject, "metafields", problems);
        return linesOf(problems);
    }

    World world;
    Engine engine{world, true};
};

TEST_F(EnforcedValidation, RefusesAnUnsetRequiredValue) {
    EXPECT_EQ(problemsOf({field("number", "a", "", {{"required", true}})}), Lines{"metafields[0].value: is required"});
    EXPECT_EQ(problemsOf({field("number", "a", 0, {{"required", true}})}), Lines{});
    EXPECT_EQ(problemsOf({field("number", "a", "", {{"required", false}})}), Lines{});
}

TEST_F(EnforcedValidation, TakesAListOfNothingForAnUnsetValue) {
    const Lines missing{"metafields[0].value: is required"};
    const JsonObject boxes{{"required", true}, {"options", JsonArray{JsonObject{{"value", "Red"}}}}};
    EXPECT_EQ(problemsOf({field("check-boxes", "a", JsonArray(), boxes)}), missing);
    EXPECT_EQ(problemsOf({field("objects", "a", " , ", {{"required", true}, {"object_type", "posts"}})}), missing);
    EXPECT_EQ(problemsOf({field("text", "a", ",", {{"required", true}})}), Lines{});
    JsonObject items = repeater("r", {});
    EXPECT_EQ(problemsOf({items}), Lines{});
    items["required"] = true;
    EXPECT_EQ(problemsOf({items}), Lines{"metafields[0].children: is required"});
}

TEST_F(EnforcedValidation, IsForTheTypeToSayBeforeTheServer) {
    const JsonArray given{field("text", "a", "", {{"required", true}})};
    Engine lenient{world, false};
    for (Engine* one : {&engine, &lenient}) {
        const auto problemsWith = [&](std::optional<bool> ofType) {
            Problems problems;
            one->check(world.bucket, given, {nullptr, false, ofType}, Subject::Object, "metafields", problems);
            Problems alone;
            one->checkOne(world.bucket, given[0].as_object(), {nullptr, false, ofType}, alone);
            EXPECT_EQ(problems.empty(), alone.empty());
            return problems.list().size();
        };
        EXPECT_EQ(problemsWith(true), 1U);
        EXPECT_EQ(problemsWith(false), 0U);
        EXPECT_EQ(problemsWith(std::nullopt), one == &engine ? 1U : 0U);
    }
}

TEST_F(EnforcedValidation, RefusesAnUnsetRequiredDefaultThatIsNotGiven) {
    EXPECT_EQ(problemsOf({}, {parent("p", {field("text", "a", "", {{"required", true}})})}),
              Lines{"metafields: metafield 'p.a': is required"});
}

TEST_F(EnforcedValidation, LooksAtTheChildrenOfAParentThatIsGivenWithoutThem) {
    const JsonArray defaults{parent("p", {field("text", "a", "", {{"required", true}}),
                                          parent("q", {field("text", "b", "x", {{"minlength", 2}})})})};
    const JsonArray given{JsonObject{{"key", "p"}}};
    EXPECT_EQ(problemsOf(given, defaults), (Lines{"metafields[0]: metafield 'p.a': is required",
                                                  "metafields[0]: metafield 'p.q.b': is shorter than minlength (2)"}));
    Problems ofOne;
    engine.checkOne(world.bucket, given[0].as_object(), {&defaults, false}, ofOne);
    EXPECT_EQ(ofOne.list().size(), 2U);
    Problems lenient;
    Engine(world, false).check(world.bucket, given, {&defaults, true}, Subject::Object, "metafields", lenient);
    EXPECT_EQ(linesOf(lenient), Lines{});
}

TEST_F(EnforcedValidation, LooksAtTheDefaultItemsOfARepeater) {
    const JsonArray defaults{repeater("r", {{field("text", "a", "x", {{"minlength", 2}})}})};
    const std::string problem = "metafield 'r[0].a': is shorter than minlength (2)";
    EXPECT_EQ(problemsOf({JsonObject{{"key", "r"}}}, defaults), Lines{"metafields[0]: " + problem});
    EXPECT_EQ(problemsOf({}, defaults), Lines{"metafields: " + problem});
}

TEST_F(EnforcedValidation, RefusesARequiredRepeaterWithoutItemsThatIsNotGiven) {
    JsonObject items = repeater("r", {});
    items["required"] = true;
    EXPECT_EQ(problemsOf({}, {items}), Lines{"metafields: metafield 'r': is required"});
    EXPECT_EQ(problemsOf({}, {parent("p", {items})}), Lines{"metafields: metafield 'p.r': is required"});
    EXPECT_EQ(problemsOf({JsonObject{{"key", "p"}}}, {parent("p", {items})}),
              Lines{"metafields[0]: metafield 'p.r': is required"});
    EXPECT_EQ(problemsOf({JsonObject{{"key", "r"}}}, {items}), Lines{"metafields[0].children: is required"});
}

TEST_F(EnforcedValidation, LeavesTemplatesOfATypeAlone) {
    EXPECT_EQ(problemsOf({field("text", "a", "", {{"required", true}})}, {}, Subject::ObjectType), Lines{});
    JsonObject items = repeater("r", {});
    items["repeater_fields"] = JsonArray{field("text", "a", "", {{"required", true}})};
    EXPECT_EQ(problemsOf({items}), Lines{});
}

TEST_F(EnforcedValidation, RefusesATextThatDoesNotMatch) {
    EXPECT_EQ(problemsOf({field("text", "a", "x1", {{"regex", "^[a-z]+$"}})}),
              Lines{"metafields[0].value: does not match the regular expression '^[a-z]+$'"});
    EXPECT_EQ(problemsOf({field("text", "a", "x1", {{"regex", "^[a-z]+$"}, {"regex_message", "Letters only"}})}),
              Lines{"metafields[0].value: Letters only"});
    EXPECT_EQ(problemsOf({field("text", "a", "x1", {{"regex", "[a-z]"}})}), Lines{});
    EXPECT_EQ(problemsOf({field("text", "a", "", {{"regex", "[a-z]"}})}), Lines{});
}

TEST_F(EnforcedValidation, RefusesAPatternThatCannotRun) {
    for (const char* pattern : {"([", "(a)\\1"}) {
        const Lines found = problemsOf({field("text", "a", "x", {{"regex", pattern}})});
        ASSERT_EQ(found.size(), 1U) << pattern;
        EXPECT_EQ(found[0].rfind("metafields[0].regex: is not a regular expression that can run", 0), 0U) << found[0];
    }
}

TEST_F(EnforcedValidation, CountsTheLengthOfTextsInCharacters) {
    const JsonObject limits{{"minlength", 2}, {"maxlength", 3}};
    EXPECT_EQ(problemsOf({field("text", "a", "\xC3\xA4", limits)}),
              Lines{"metafields[0].value: is shorter than minlength (2)"});
    EXPECT_EQ(problemsOf({field("textarea", "a", "\xC3\xA4\xC3\xA4\xC3\xA4", limits)}), Lines{});
    EXPECT_EQ(problemsOf({field("textarea", "a", "abcd", limits)}),
              Lines{"metafields[0].value: is longer than maxlength (3)"});
    EXPECT_EQ(problemsOf({field("markdown", "a", "abcd", limits)}), Lines{});
}

TEST_F(EnforcedValidation, SaysWhatAPatternThatIsTooLargeNeedsAndWhereToChangeIt) {
    const std::string told =
        "metafields[0].regex: is not a regular expression that can run: pattern too large - compile failed; it needs "
        "more than 1 MiB of memory: fewer or shorter repetitions need less. Where the object type has it, change it "
        "there";
    const JsonObject large{{"regex", "(\\pL{100})?"}};
    EXPECT_EQ(problemsOf({field("text", "a", "x", large)}), Lines{told});
    const JsonArray defaults{field("text", "a", "", large)};
    EXPECT_EQ(problemsOf({JsonObject{{"key", "a"}, {"value", "x"}}}, defaults), Lines{told});
    EXPECT_EQ(problemsOf({}, defaults), Lines{}) << "what is not written is not held up";
}

TEST_F(EnforcedValidation, BoundsTheDifferentPatternsOfOneWrite) {
    const auto patterns = [](int count, const std::string& more) {
        JsonArray all;
        for (int i = 0; i < count; ++i) {
            const std::string key = "k" + std::to_string(i);
            all.push_back(field("text", key, Json(key), {{"regex", "^" + key + more}}));
        }
        return all;
    };
    const std::string tooMany =
        ": is one regular expression too many: the different ones that are checked at once may be 100, and have 16384 "
        "bytes together";
    EXPECT_EQ(problemsOf(patterns(100, "")), Lines{});
    EXPECT_EQ(problemsOf(patterns(101, "")), Lines{"metafields[100].regex" + tooMany});
    EXPECT_EQ(problemsOf(patterns(2, "(" + std::string(10'000, 'x') + ")?")), Lines{"metafields[1].regex" + tooMany});
    EXPECT_EQ(problemsOf({}, patterns(101, "")), Lines{"metafields: metafield 'k100'" + tooMany}) << "of defaults, too";
    JsonArray same;
    for (int i = 0; i < 1000; ++i) same.push_back(field("text", "k" + std::to_string(i), "x", {{"regex", "^x"}}));
    EXPECT_EQ(problemsOf(same), Lines{}) << "one that many have is one";
}

}  // namespace

}  // namespace inkwell::metafields::test
