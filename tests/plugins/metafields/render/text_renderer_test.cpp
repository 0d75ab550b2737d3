// Answers put together from text are those that trees are written to. The tests of Renderer compare both, too.
#include "render/text_renderer.h"

#include <gtest/gtest.h>

#include <random>

#include "engine.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

class TextRendering : public testing::Test {
protected:
    unsigned below(unsigned n) { return static_cast<unsigned>(random_()) % n; }
    Json value() {
        switch (below(8)) {
            case 0:
                return nullptr;
            case 1:
                return "";
            case 2:
                return 1.25e-9;
            case 3:
                return -7;
            case 4:
                return JsonArray{1, JsonObject{{"a]", "}\\\"{"}}, JsonArray()};
            case 5:
                return JsonObject{{"b", nullptr}, {"c\"", JsonObject()}};
            case 6:
                return true;
            default:
                return "quote \" slash \\ line \n \u00e9 [{,";
        }
    }
    JsonObject anyField(const std::string& key, int depth) {
        static constexpr std::array<const char*, 12> kTypes = {
            "text",          "textarea", "number", "switch",          "date", "json", "check-boxes",
            "radio-buttons", "unknown",  "text",   "select-dropdown", "file"};
        switch (below(depth > 2 ? 3 : 5)) {
            case 0:
                return relation(key, 1 + below(kObjects + 2));
            case 1:
                return relations(key, {1 + below(kObjects + 2), 1 + below(kObjects), 1 + below(kObjects + 2)});
            case 3:
                return parent(key, fields(depth + 1));
            case 4:
                return repeater(key, {fields(depth + 1), fields(depth + 1)});
            default:
                JsonObject made = field(kTypes[below(kTypes.size())], key, value());
                if (made["type"] == "file" && below(2) == 0) made["value"] = "cat.png";
                if (below(9) == 0) made.erase("value");
                return made;
        }
    }
    JsonArray fields(int depth = 0) {
        JsonArray all;
        for (unsigned i = below(5); i > 0; --i) all.push_back(anyField("k" + std::to_string(i), depth));
        return all;
    }

    static constexpr unsigned kObjects = 6;
    World world;
    Engine engine{world, false};

private:
    std::mt19937 random_{20260};
};

TEST_F(TextRendering, IsThatOfTreesWhateverIsStored) {
    world.addMedia("cat.png");
    int compared = 0;
    for (int round = 0; round < 300; ++round) {
        world.catalog.objects.clear();
        for (unsigned n = 1; n <= kObjects; ++n) {
            ObjectRecord& record = world.add(n, fields());
            if (below(4) == 0) record.status = "draft";
        }
        RenderOptions options;
        if (below(3) == 0) options.depth = static_cast<int>(below(3));
        if (below(3) == 0) options.visibility = Visibility::Any;
        std::vector<ObjectRecord> records;
        std::vector<ObjectText> texts;
        for (const auto& [id, record] : world.catalog.objects) {
            records.push_back(record);
            texts.push_back(*textOfRecord(record, Props::everything()));
        }
        std::string expected;
        std::string refused;
        ContentParts parts;
        try {
            const RenderedObjects made = engine.render(world.bucket, records, options);
            for (const JsonObject& object : made.objects) expected += (expected.empty() ? "" : ",") + writeJson(object);
            parts = made.madeOf;
        } catch (const ApiError& error) {
            refused = error.what();
        }
        JsonText answer;
        try {
            const std::optional<ContentParts> made = renderTexts(engine, world.bucket, texts, options, answer);
            ASSERT_TRUE(made.has_value());
            EXPECT_EQ(made->names(), parts.names());
            EXPECT_EQ(made->isEverything(), parts.isEverything());
        } catch (const ApiError& error) {
            ASSERT_EQ(refused, error.what());
            continue;
        }
        ASSERT_EQ(refused, "");
        ASSERT_EQ(answer.joined(), expected);
        ++compared;
    }
    EXPECT_GT(compared, 200);
}

TEST_F(TextRendering, LeavesWhatItCannotDoToTrees) {
    const auto rendersText = [&](const ObjectRecord& record, const RenderOptions& options) {
        std::vector<ObjectText> texts{*textOfRecord(record, Props::everything())};
        JsonText answer;
        const bool renders = renderTexts(engine, world.bucket, texts, options, answer).has_value();
        EXPECT_EQ(answer.size() > 0, renders);
        return renders;
    };
    const ObjectRecord& usual = world.add(1, {field("text", "a", "b")});
    EXPECT_TRUE(rendersText(usual, {}));
    RenderOptions withMetafields;
    withMetafields.showMetafields = true;
    EXPECT_FALSE(rendersText(usual, withMetafields));
    RenderOptions parts;
    parts.props = std::make_shared<const Props>(*Props::parse("id,metadata.a"));
    EXPECT_FALSE(rendersText(usual, parts));
    EXPECT_FALSE(rendersText(world.add(2, {field("text", "a", "b"), field("text", "a", "c")}), {}));
    EXPECT_FALSE(rendersText(world.add(3, {field("text", "quoted \"", "b")}), {}));
}

TEST_F(TextRendering, IsRefusedWhereTheTreesAreTooLarge) {
    std::vector<unsigned> all;
    for (unsigned n = 1; n <= 60; ++n) all.push_back(n);
    for (const unsigned n : all) world.add(n, {relations("all", all)});
    std::vector<ObjectText> texts{*textOfRecord(world.catalog.objects.begin()->second, Props::everything())};
    JsonText answer;
    try {
        renderTexts(engine, world.bucket, texts, {}, answer);
        ADD_FAILURE() << "rendered " << answer.size() << " bytes";
    } catch (const ApiError& error) {
        EXPECT_NE(std::string(error.what()).find("100,000 nested objects"), std::string::npos) << error.what();
    }
}

}  // namespace

}  // namespace inkwell::metafields::test
