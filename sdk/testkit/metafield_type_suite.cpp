#include "metafield_type_suite.h"

#include <algorithm>
#include <cctype>
#include <thread>

namespace inkwell::testkit {

namespace {

constexpr const char* kResponseOnly[] = {"object", "objects", "metadata"};

bool isResponseOnly(std::string_view name) {
    return std::find(std::begin(kResponseOnly), std::end(kResponseOnly), name) != std::end(kResponseOnly);
}

std::string listOf(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems.list()) text += problem.path + " " + problem.message + "\n";
    return text;
}

}  // namespace

void PrintTo(const MetafieldTypeCase& one, std::ostream* out) { *out << one.make()->name(); }

std::string metafieldTypeCaseName(const testing::TestParamInfo<MetafieldTypeCase>& info) {
    std::string name = info.param.make()->name();
    std::replace_if(
        name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
    return name;
}

MetafieldTypeSuite::MetafieldTypeSuite() : type_(GetParam().make()) {}

JsonObject MetafieldTypeSuite::fieldOf(const JsonObject& definition) const {
    JsonObject field{{"type", type_->name()}, {"title", "Sample"}, {"key", "sample"}};
    for (const auto& [name, member] : definition) field[name] = member;
    return field;
}

JsonObject MetafieldTypeSuite::field(const Json& value) const {
    JsonObject field = fieldOf(GetParam().definition);
    if (type_->shape() == MetafieldShape::Value) field["value"] = value;
    return field;
}

Problems MetafieldTypeSuite::problemsOf(const JsonObject& field) const {
    Problems problems;
    const MetafieldView view{field, path_};
    type_->checkDefinition(view, problems);
    if (type_->shape() == MetafieldShape::Value && !view.isUnset()) type_->checkValue(view, problems);
    return problems;
}

Problems MetafieldTypeSuite::referenceProblemsOf(const JsonObject& field, const CheckLookup& lookup) const {
    Problems problems;
    type_->checkReferences({field, path_}, lookup, problems);
    return problems;
}

TEST_P(MetafieldTypeSuite, HasANameOfLowerCaseLettersDigitsAndHyphens) {
    const std::string name = type_->name();
    ASSERT_FALSE(name.empty());
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_"), std::string::npos) << name;
    EXPECT_EQ(name, GetParam().make()->name());
}

TEST_P(MetafieldTypeSuite, DescribesItselfInJson) {
    for (const std::string& schema : {type_->valueSchema(), type_->definitionSchema()}) {
        EXPECT_TRUE(parseJson(schema, "schema").is_object()) << schema;
    }
}

TEST_P(MetafieldTypeSuite, HasSamplesOfAcceptedAndRefusedValues) {
    if (type_->shape() != MetafieldShape::Value) GTEST_SKIP() << "a group has no value";
    EXPECT_FALSE(GetParam().good.empty());
}

TEST_P(MetafieldTypeSuite, AcceptsGoodValues) {
    for (const Json& value : GetParam().good) {
        const JsonObject sample = field(value);
        EXPECT_TRUE(problemsOf(sample).empty()) << writeJson(value) << "\n" << listOf(problemsOf(sample));
        const Problems missing = referenceProblemsOf(sample, GetParam().bucket);
        EXPECT_TRUE(missing.empty()) << writeJson(value) << "\n" << listOf(missing);
    }
}

TEST_P(MetafieldTypeSuite, RefusesBadValuesAndNamesThem) {
    for (const Json& value : GetParam().bad) {
        const Problems problems = problemsOf(field(value));
        EXPECT_FALSE(problems.empty()) << writeJson(value);
        for (const Problem& problem : problems.list()) {
            EXPECT_EQ(problem.path.rfind(path_ + ".value", 0), 0U) << problem.path;
            EXPECT_FALSE(problem.message.empty());
        }
    }
}

TEST_P(MetafieldTypeSuite, RefusesBadDefinitionsAndNamesThem) {
    for (const JsonObject& definition : GetParam().badDefinitions) {
        const Problems problems = problemsOf(fieldOf(definition));
        EXPECT_FALSE(problems.empty()) << writeJson(definition);
        for (const Problem& problem : problems.list()) {
            EXPECT_EQ(problem.path.rfind(path_ + ".", 0), 0U) << problem.path;
        }
    }
}

TEST_P(MetafieldTypeSuite, RendersAnUnsetFieldAsItsAuthorSays) {
    if (type_->shape() != MetafieldShape::Value) GTEST_SKIP() << "the engine renders groups";
    const FakeRenderLookup nothing;
    const JsonObject empty = field("");
    const JsonObject null = field(nullptr);
    const JsonObject absent = fieldOf(GetParam().definition);
    EXPECT_EQ(type_->render({empty, path_}, nothing), GetParam().unset);
    EXPECT_EQ(type_->render({null, path_}, nothing), GetParam().unset);
    EXPECT_EQ(type_->render({absent, path_}, nothing), GetParam().unset);
}

TEST_P(MetafieldTypeSuite, PointsAtNothingWhenUnset) {
    CollectedReferences found;
    const JsonObject empty = field("");
    type_->references({empty, path_}, found);
    EXPECT_TRUE(found.objects.empty());
    EXPECT_TRUE(found.mediaNames.empty());
}

TEST_P(MetafieldTypeSuite, RefusesWhatItPointsAtWhenThatIsMissing) {
    const FakeCheckLookup nothing;
    for (const Json& value : GetParam().good) {
        const JsonObject sample = field(value);
        CollectedReferences found;
        type_->references({sample, path_}, found);
        EXPECT_EQ(referenceProblemsOf(sample, nothing).empty(), found.empty()) << writeJson(value);
    }
}

TEST_P(MetafieldTypeSuite, SaysWhatItIsInTypeScript) {
    if (type_->shape() != MetafieldShape::Value) return;
    for (const JsonObject& definition : {fieldOf(GetParam().definition), fieldOf({})}) {
        const MetafieldTypeScript types = type_->typeScript({definition, path_});
        EXPECT_NE(types.shown, "");
        EXPECT_NE(types.value, "");
        const bool showsNull = types.shown == "Json" || types.shown.ends_with("null");
        EXPECT_TRUE(showsNull || !GetParam().unset.is_null()) << "an unset field is shown as null: " << types.shown;
    }
}

TEST_P(MetafieldTypeSuite, SurvivesStoredValuesThatItWouldRefuse) {
    const FakeRenderLookup nothing;
    const std::function<std::string(const std::string&)> same = [](const std::string& id) { return id; };
    for (const Json& value :
         {Json(17), Json("x, y"), Json(JsonArray{1, nullptr}), Json(JsonObject{{"a", 1}}), Json()}) {
        JsonObject stored = fieldOf({{"value", value}});
        CollectedReferences found;
        EXPECT_NO_THROW(type_->references({stored, path_}, found));
        EXPECT_NO_THROW(type_->render({stored, path_}, nothing));
        EXPECT_NO_THROW(type_->decorate(stored, nothing));
        EXPECT_NO_THROW(type_->remapObjects(stored, same));
    }
}

TEST_P(MetafieldTypeSuite, DecoratesOnlyWithResponseOnlyMembers) {
    const FakeRenderLookup nothing;
    for (const Json& value : GetParam().good) {
        const JsonObject before = field(value);
        JsonObject after = before;
        type_->decorate(after, nothing);
        for (const auto& [name, member] : after) {
            const Json* same = before.if_contains(name);
            EXPECT_TRUE(isResponseOnly(name) || (same != nullptr && *same == member)) << name;
        }
        EXPECT_GE(after.size(), before.size());
    }
}

TEST_P(MetafieldTypeSuite, RemapsExactlyTheObjectsItPointsAt) {
    const auto marked = [](const std::string& id) { return "new-" + id; };
    for (const Json& value : GetParam().good) {
        const JsonObject before = field(value);
        CollectedReferences expected;
        type_->references({before, path_}, expected);
        JsonObject after = before;
        type_->remapObjects(after, marked);
        if (expected.objects.empty()) {
            EXPECT_EQ(after, before);
            continue;
        }
        CollectedReferences found;
        type_->references({after, path_}, found);
        for (std::string& id : expected.objects) id = marked(id);
        EXPECT_EQ(found.objects, expected.objects);
    }
}

TEST_P(MetafieldTypeSuite, AnswersTheSameOnTwoThreads) {
    const FakeRenderLookup nothing;
    for (const Json& value : GetParam().good) {
        const JsonObject sample = field(value);
        const Json expected = type_->render({sample, path_}, nothing);
        int different = 0;
        const auto ask = [&](int& failures) {
            for (int i = 0; i < 100; ++i) failures += type_->render({sample, path_}, nothing) == expected ? 0 : 1;
        };
        int differentThere = 0;
        std::thread other([&] { ask(differentThere); });
        ask(different);
        other.join();
        EXPECT_EQ(different + differentThere, 0) << writeJson(value);
    }
}

// Linked in with the fakes by tests that have no type to ask.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MetafieldTypeSuite);

}  // namespace inkwell::testkit
