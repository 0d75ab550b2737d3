// A metafield type that fails takes its own value only, and is named.
#include "render/contained_render.h"

#include <gtest/gtest.h>

#include "engine.h"
#include "inkwell/database.h"
#include "tests/plugins/metafields/world.h"
#include "tests/support/error_text.h"

namespace inkwell::metafields::test {

namespace {

class FailingType : public MetafieldType {
public:
    std::string name() const override { return "failing"; }
    void checkDefinition(const MetafieldView& field, Problems&) const override {
        if (textOf(field.json, "key") == "unsaid") throw std::runtime_error("the scale is broken");
    }
    void checkValue(const MetafieldView&, Problems&) const override { throw 42; }
    Json render(const MetafieldView& field, const RenderLookup&) const override {
        const Json& value = field.value();
        if (value == "number") throw 42;
        if (value == "error") throw std::runtime_error("the scale is broken");
        if (value == "refusal") throw ApiError::notFound("scale", "s");
        if (value == "memory") throw std::bad_alloc();
        if (value == "busy") throw DatabaseError(DatabaseError::Kind::Unavailable, "no session became free");
        if (value == "text") return JsonArray{JsonObject{{"a", "\xC3"}}};
        if (value == "key") return JsonObject{{"\xFF", 1}};
        return value;
    }
    void references(const MetafieldView& field, References& found) const override {
        if (field.value() != "reference") return;
        found.media("cat.png");
        throw std::runtime_error("the scale is broken");
    }
    void decorate(JsonObject&, const RenderLookup&) const override { throw 42; }
};

class FailingTypes : public testing::Test {
protected:
    FailingTypes() { world.addType(std::make_unique<FailingType>()); }

    Json shown(const char* value) {
        const ObjectRecord& record = world.add(1, {field("failing", "weight", value), field("text", "note", "kept")});
        Json tree = engine.render(world.bucket, {record}, {}).objects.at(0).at("metadata");
        std::optional<ObjectText> text = textOfRecord(record, Props::everything());
        JsonText answer;
        EXPECT_TRUE(renderTexts(engine, world.bucket, {*text}, {}, answer).has_value());
        EXPECT_NE(answer.joined().find("\"metadata\":" + writeJson(tree)), std::string::npos) << answer.joined();
        return tree;
    }
    std::vector<std::string> lines() {
        std::vector<std::string> texts;
        for (const auto& line : world.captured().lines()) texts.push_back(line.text);
        return texts;
    }

    World world;
    Engine engine{world, false};
};

TEST_F(FailingTypes, RenderNullBesideTheOtherFields) {
    const Json without = JsonObject{{"weight", nullptr}, {"note", "kept"}};
    for (const char* value : {"number", "error", "refusal", "text", "key"}) EXPECT_EQ(shown(value), without) << value;
    EXPECT_EQ(shown("Größe"), (JsonObject{{"weight", "Größe"}, {"note", "kept"}}));
}

TEST_F(FailingTypes, AreNamedOnceInAMinute) {
    for (int i = 0; i < 3; ++i) shown("error");
    const std::string line = "the metafield type 'failing' failed to render the field 'weight': the scale is broken";
    EXPECT_EQ(lines(), std::vector<std::string>{line});
    world.fixedClock().advance(60'000);
    shown("error");
    EXPECT_EQ(lines(), (std::vector<std::string>{line, line}));
}

TEST_F(FailingTypes, ShowWhatTheyRenderWhereTheirReferencesAreNotFound) {
    EXPECT_EQ(shown("reference"), (JsonObject{{"weight", "reference"}, {"note", "kept"}}));
    EXPECT_EQ(lines(), std::vector<std::string>{"the metafield type 'failing' failed to find the references of the "
                                                "field 'weight': the scale is broken"});
}

TEST_F(FailingTypes, DoNotHideWhatIsNoFaultOfTheirs) {
    EXPECT_THROW(shown("memory"), std::bad_alloc);
    EXPECT_THROW(shown("busy"), DatabaseError);
    EXPECT_TRUE(lines().empty());
}

TEST_F(FailingTypes, LeaveAMetafieldUndecorated) {
    const JsonArray fields{field("failing", "weight", "a")};
    EXPECT_EQ(engine.decorate(world.bucket, fields, {}).metafields, fields);
    EXPECT_EQ(lines().size(), 1U);
}

TEST_F(FailingTypes, AreNamedWhenACheckThrows) {
    Problems problems;
    shown("error");
    EXPECT_THROW(engine.check(world.bucket, JsonArray{field("failing", "weight", "a")}, {},
                              MetafieldEngine::Subject::Object, "metafields", problems),
                 int);
    EXPECT_EQ(lines().back(),
              "the metafield type 'failing' failed to check the field 'weight': an "
              "exception that is no std::exception");
    world.fixedClock().advance(60'000);
    EXPECT_THROW(engine.check(world.bucket, JsonArray{field("failing", "unsaid", "")}, {},
                              MetafieldEngine::Subject::Object, "metafields", problems),
                 std::runtime_error);
    EXPECT_EQ(lines().back(), "the metafield type 'failing' failed to check the field 'unsaid': the scale is broken");
}

/// Goes on whatever it is told.
class DeafType : public MetafieldType {
public:
    std::string name() const override { return "deaf"; }
    Json render(const MetafieldView&, const RenderLookup& lookup) const override {
        Json shown;
        tryTo([&] { shown = lookup.object(idOf(2)); });
        tryTo([&] { shown = lookup.media("cat.png"); });
        return shown;
    }
    void decorate(JsonObject& field, const RenderLookup& lookup) const override {
        tryTo([&] { field["object"] = lookup.object(idOf(2)); });
    }
    void references(const MetafieldView&, References& found) const override {
        for (unsigned n = 2; n < 5; ++n) tryTo([&] { found.object(idOf(n)); });
    }

private:
    template <class Work>
    static void tryTo(const Work& work) {
        try {
            work();
        } catch (...) {
        }
    }
};

/// A server that is short of something.
class Short : public RenderLookup, public References {
public:
    Json object(std::string_view) const override { throw DatabaseError(DatabaseError::Kind::Unavailable, "busy"); }
    Json media(std::string_view) const override { throw ApiError::badRequest("the answer would be too large"); }
    void object(std::string_view) override { throw ApiError::badRequest("the answer would be too large"); }
    void media(std::string_view) override {}
    void objectType(std::string_view) override {}
};

TEST(DeafTypes, DoNotHideWhatTheyWereTold) {
    World world;
    world.addType(std::make_unique<DeafType>());
    TypeFaults faults(world);
    const TypeSet types(world, faults);
    const MetafieldType& type = *types.find("deaf");
    JsonObject asked = field("deaf", "near", "a");
    Short lacking;
    EXPECT_THROW(renderContained(types, type, asked, lacking), DatabaseError) << "the first of two";
    EXPECT_THROW(decorateContained(types, type, asked, lacking), DatabaseError);
    EXPECT_EQ(inkwell::test::errorOf([&] { collectContained(types, type, asked, lacking); }),
              "400: the answer would be too large");
    EXPECT_TRUE(world.captured().lines().empty());
}

}  // namespace

}  // namespace inkwell::metafields::test
