#include <gtest/gtest.h>

#include <algorithm>

#include "engine.h"
#include "inkwell/props.h"
#include "tests/plugins/metafields/world.h"

namespace inkwell::metafields::test {

namespace {

class Render : public testing::Test {
protected:
    /// The metadata of one outermost object.
    Json metadataOf(const ObjectRecord& record, RenderOptions options = {}) {
        return render(record, options).at("metadata");
    }
    JsonObject render(const ObjectRecord& record, RenderOptions options = {}) {
        RenderedObjects made = engine.render(world.bucket, {record}, options);
        expectSameText(record, options, made);
        return std::move(made.objects.at(0));
    }
    /// What is put together from text is the text of what is built.
    void expectSameText(const ObjectRecord& record, const RenderOptions& options, const RenderedObjects& made) {
        const std::vector<std::vector<std::string>> calls = world.media.calls;
        std::optional<ObjectText> text =
            textOfRecord(record, options.props == nullptr ? Props::everything() : *options.props);
        if (!text) return;
        JsonText answer;
        const std::optional<ContentParts> parts = renderTexts(engine, world.bucket, {*text}, options, answer);
        world.media.calls = calls;
        if (!parts) {
            EXPECT_EQ(answer.size(), 0U);
            return;
        }
        ++texts;
        EXPECT_EQ(answer.joined(), writeJson(made.objects.at(0)));
        EXPECT_EQ(parts->isEverything(), made.madeOf.isEverything());
        EXPECT_EQ(parts->names(), made.madeOf.names());
    }
    JsonArray decorate(const JsonArray& metafields) { return engine.decorate(world.bucket, metafields, {}).metafields; }
    static RenderOptions depth(int levels) {
        return {.visibility = Visibility::Published, .depth = levels, .props = {}};
    }
    static RenderOptions any() { return {.visibility = Visibility::Any, .depth = {}, .props = {}}; }

    World world;
    Engine engine{world, false};
    int texts = 0;  // that were compared
};

TEST_F(Render, PutsMetadataBehindTheOtherFields) {
    const JsonObject rendered = render(world.add(1, {field("text", "headline", "Hello")}));
    const JsonObject expected{
        {"id", idOf(1)}, {"title", "Object 1"}, {"type", "posts"}, {"metadata", JsonObject{{"headline", "Hello"}}}};
    EXPECT_EQ(writeJson(rendered), writeJson(expected));
}

TEST_F(Render, MakesRecordsInTheMemoryGiven) {
    boost::json::monotonic_resource memory;
    world.add(2, {field("text", "name", "Related")});
    const ObjectRecord& record =
        world.add(1, {field("text", "headline", "Hello"), relation("author", 2), relations("others", {2})});
    RenderOptions options;
    options.memory = &memory;
    options.showMetafields = true;
    const JsonObject rendered = render(record, options);
    EXPECT_EQ(rendered.storage().get(), &memory);
    options.memory = {};
    EXPECT_EQ(writeJson(rendered), writeJson(render(record, options)));
}

TEST_F(Render, GivesNullWithoutMetafields) { EXPECT_EQ(metadataOf(world.add(1)), Json()); }

TEST_F(Render, ShowsEveryTypeUnderItsKey) {
    world.addMedia("cat.png");
    world.add(2);
    const JsonArray pairs{{{"key", "Small"}, {"value", "s"}}};
    const Json metadata = metadataOf(world.add(
        1, {field("text", "a", "x"), field("number", "b", 1.5), field("switch", "c", false), field("date", "d", ""),
            field("select-dropdown", "e", "s", {{"options", pairs}}), field("check-boxes", "f", JsonArray{"s"}),
            field("json", "g", JsonObject{{"k", 1}}), field("file", "h", "cat.png"), relation("i", 2),
            relations("j", {2}), parent("k", {field("text", "x", "1")}),
            repeater("l", {{field("text", "x", "1")}, {field("text", "x", "2")}})}));
    const JsonObject two{{"id", idOf(2)}, {"title", "Object 2"}, {"type", "posts"}, {"metadata", nullptr}};
    const JsonObject expected{{"a", "x"},
                              {"b", 1.5},
                              {"c", false},
                              {"d", nullptr},
                              {"e", {{"key", "Small"}, {"value", "s"}}},
                              {"f", JsonArray{"s"}},
                              {"g", {{"k", 1}}},
                              {"h", {{"name", "cat.png"}, {"url", "/media/cat.png"}}},
                              {"i", two},
                              {"j", JsonArray{two}},
                              {"k", {{"x", "1"}}},
                              {"l", JsonArray{{{"x", "1"}}, {{"x", "2"}}}}};
    EXPECT_EQ(writeJson(metadata), writeJson(expected));
    EXPECT_EQ(texts, 1);
}

TEST_F(Render, ObeysPropsToTheLetter) {
    world.addMedia("cat.png");
    const JsonArray pairs{{{"key", "Small"}, {"value", "s"}}};
    world.add(3, {relation("back", 1), field("text", "name", "Three")});
    world.add(2, {relation("next", 3), field("text", "name", "Two"), field("file", "h", "cat.png")});
    ObjectRecord& root = world.add(
        1,
        {field("text", "a", "x"), field("number", "b", 1.5), field("select-dropdown", "e", "s", {{"options", pairs}}),
         field("json", "g", JsonObject{{"k", JsonArray{{{"l", 1}, {"m", 2}}, 3, nullptr}}, {"n", nullptr}}),
         field("file", "h", "cat.png"), relation("i", 2), relations("j", {2, 3, 1}), field("json", "z", nullptr),
         parent("k", {field("text", "x", "1"), field("json", "y", JsonObject{{"q", 1}})}),
         repeater("l", {{field("text", "x", "1")}, {field("text", "y", "2"), relation("r", 3)}})});
    root.fields["options"] = JsonObject{{"slug_field", true}, {"content_editor", false}};
    for (const std::optional<int> depth : {std::optional<int>(), std::optional<int>(0), std::optional<int>(1)}) {
        RenderOptions options;
        options.depth = depth;
        options.showMetafields = true;
        const JsonObject whole = render(root, options);
        for (const char* names : {"title",
                                  "id,options.slug_field",
                                  "title.length",
                                  "metadata",
                                  "metadata.a",
                                  "metadata.a.b",
                                  "metadata.e.key",
                                  "metadata.g.k.l,metadata.g.n",
                                  "metadata.g.k",
                                  "metadata.g.n.o",
                                  "metadata.h.url",
                                  "metadata.i.title",
                                  "metadata.i.metadata.next.metadata.back",
                                  "metadata.i.metadata.next.metadata.back.title",
                                  "metadata.i.metadata.h.name",
                                  "metadata.j",
                                  "metadata.j.title",
                                  "metadata.j.metadata.next.title",
                                  "metadata.j.id.x",
                                  "metadata.k.x,metadata.l.y",
                                  "metadata.k.y.q",
                                  "metadata.l.r.title",
                                  "metadata.z.a",
                                  "metafields",
                                  "metafields.key,metafields.value",
                                  "metafields.children.value",
                                  "nothing",
                                  "metadata.nothing"}) {
            options.props = std::make_shared<const Props>(*Props::parse(names));
            JsonObject expected = whole;
            options.props->project(expected);
            EXPECT_EQ(writeJson(render(root, options)), writeJson(expected)) << names;
        }
    }
}

TEST_F(Render, ShowsUnsetFieldsAsNullOrEmpty) {
    const Json metadata = metadataOf(world.add(
        1, {field("textarea", "a", ""), field("number", "b", ""), field("check-boxes", "c", ""),
            field("objects", "d", ""), field("object", "e", ""), field("file", "f", ""),
            field("select-dropdown", "g", ""), field("switch", "h", ""), parent("i", {}), repeater("j", {})}));
    EXPECT_EQ(writeJson(metadata),
              R"({"a":"","b":null,"c":[],"d":[],"e":null,"f":null,"g":null,"h":null,"i":{},"j":[]})");
}

TEST_F(Render, PassesTheStoredValueOfAnUnknownTypeThrough) {
    JsonObject broken = field("shape", "b", nullptr);
    broken.stable_erase(broken.find("value"));
    const Json metadata = metadataOf(world.add(1, {field("color", "a", JsonArray{1, 2}), broken}));
    EXPECT_EQ(writeJson(metadata), R"({"a":[1,2],"b":null})");
}

TEST_F(Render, LoadsOneBatchForEachLevelAndAllMediaAtOnce) {
    world.addMedia("cat.png");
    const JsonObject image = field("file", "image", "cat.png");
    world.add(9, {image});
    for (unsigned n = 5; n < 9; ++n) world.add(n, {relation("next", 9), image});
    std::vector<ObjectRecord> outermost{world.add(1, {relations("all", {5, 6, 7}), image}),
                                        world.add(2, {parent("p", {relations("all", {7, 8})})})};
    const auto rendered = engine.render(world.bucket, outermost, {}).objects;
    ASSERT_EQ(world.catalog.findCalls.size(), 2U);
    EXPECT_EQ(world.catalog.findCalls[0], (std::vector<std::string>{idOf(5), idOf(6), idOf(7), idOf(8)}));
    EXPECT_EQ(world.catalog.findCalls[1], std::vector<std::string>{idOf(9)});
    EXPECT_EQ(world.media.calls, std::vector<std::vector<std::string>>{{"cat.png"}});
    const Json& all = rendered[1].at("metadata").at("p").at("all");
    EXPECT_EQ(all.at(1).at("metadata").at("next").at("metadata").at("image").at("name"), "cat.png");
}

TEST_F(Render, AsksForNothingWithoutRelations) {
    render(world.add(1, {field("text", "a", "x")}));
    EXPECT_TRUE(world.catalog.findCalls.empty());
    EXPECT_TRUE(world.media.calls.empty());
}

TEST_F(Render, KeepsTheOrderOfTheOutermostRecords) {
    std::vector<ObjectRecord> outermost;
    for (unsigned n : {3U, 1U, 2U}) outermost.push_back(world.add(n));
    const auto rendered = engine.render(world.bucket, outermost, {}).objects;
    ASSERT_EQ(rendered.size(), 3U);
    EXPECT_EQ(rendered[0].at("id"), jsonId(3));
    EXPECT_EQ(rendered[2].at("id"), jsonId(2));
}

TEST_F(Render, ShowsASharedObjectTheSameWhereverItAppears) {
    world.addMedia("cat.png");
    world.add(2, {field("text", "a", "x"), field("file", "image", "cat.png")});
    const Json metadata = metadataOf(world.add(1, {relations("all", {2, 2, 2}), relation("one", 2)}));
    const Json& one = metadata.at("one");
    EXPECT_EQ(one.at("metadata").at("image").at("name"), "cat.png");
    ASSERT_EQ(metadata.at("all").as_array().size(), 3U);
    for (const Json& other : metadata.at("all").as_array()) EXPECT_EQ(other, one);
}

TEST_F(Render, DoesNotOpenTheOutermostObjectWithinItself) {
    const Json metadata = metadataOf(world.add(1, {relation("self", 1), relations("selves", {1})}));
    EXPECT_EQ(metadata.at("self"), jsonId(1));
    EXPECT_EQ(metadata.at("selves"), Json(JsonArray{jsonId(1)}));
}

TEST_F(Render, EndsACycleWithTheIdOfTheObjectOnTheWay) {
    world.add(2, {relation("next", 3)});
    world.add(3, {relation("next", 2), relation("root", 1)});
    const Json metadata = metadataOf(world.add(1, {relation("next", 2), relation("other", 3)}));
    const Json& three = metadata.at("next").at("metadata").at("next");
    EXPECT_EQ(three.at("metadata").at("next"), jsonId(2));
    EXPECT_EQ(three.at("metadata").at("root"), jsonId(1));
    const Json& two = metadata.at("other").at("metadata").at("next");
    EXPECT_EQ(two.at("metadata").at("next"), jsonId(3)) << "3 is on this way, 2 is not";
}

TEST_F(Render, OpensAnOutermostObjectWithinAnother) {
    std::vector<ObjectRecord> outermost{world.add(1, {relation("next", 2)}), world.add(2, {relation("next", 1)})};
    const auto rendered = engine.render(world.bucket, outermost, {}).objects;
    EXPECT_EQ(rendered[0].at("metadata").at("next").at("metadata").at("next"), jsonId(1));
    EXPECT_EQ(rendered[1].at("metadata").at("next").at("metadata").at("next"), jsonId(2));
}

TEST_F(Render, LeavesRelatedObjectsAsIdsAtDepthZero) {
    world.add(2, {relation("next", 3)});
    world.add(3);
    const Json metadata = metadataOf(world.add(1, {relation("one", 2), relations("all", {3, 2})}), depth(0));
    EXPECT_EQ(metadata.at("one"), jsonId(2));
    EXPECT_EQ(metadata.at("all"), Json(JsonArray{jsonId(3), jsonId(2)}));
    EXPECT_EQ(world.catalog.findCalls.size(), 1U);
}

TEST_F(Render, ResolvesAsManyLevelsAsDepthSays) {
    world.add(2, {relation("next", 3)});
    world.add(3, {relation("next", 4)});
    world.add(4);
    const ObjectRecord one = world.add(1, {relation("next", 2)});
    EXPECT_EQ(metadataOf(one, depth(1)).at("next").at("metadata").at("next"), jsonId(3));
    const Json two = metadataOf(one, depth(2));
    EXPECT_EQ(two.at("next").at("metadata").at("next").at("metadata").at("next"), jsonId(4));
}

TEST_F(Render, LeavesOutWhatIsNotVisible) {
    world.add(2).status = "draft";
    world.add(3);
    const ObjectRecord one = world.add(1, {relation("draft", 2), relation("gone", 9), relations("all", {2, 3, 9})});
    for (const RenderOptions& options : {RenderOptions{}, depth(0)}) {
        const Json metadata = metadataOf(one, options);
        EXPECT_EQ(metadata.at("draft"), Json());
        EXPECT_EQ(metadata.at("gone"), Json());
        EXPECT_EQ(metadata.at("all").as_array().size(), 1U);
    }
}

TEST_F(Render, ShowsDraftsToThoseWhoMaySeeThem) {
    world.add(2).status = "draft";
    const Json metadata = metadataOf(world.add(1, {relation("draft", 2), relations("all", {2, 9})}), any());
    EXPECT_EQ(metadata.at("draft").at("id"), jsonId(2));
    EXPECT_EQ(metadata.at("all").as_array().size(), 1U);
}

TEST_F(Render, GivesNullForMediaThatAreGoneOrOff) {
    const ObjectRecord one = world.add(1, {field("file", "a", "dog.png")});
    EXPECT_EQ(metadataOf(one).at("a"), Json());
    world.addMedia("dog.png");
    world.mediaIsOn = false;
    EXPECT_EQ(metadataOf(one).at("a"), Json());
}

TEST_F(Render, AddsDecoratedMetafieldsToTheOutermostRecordsOnly) {
    world.addMedia("cat.png");
    world.add(2, {field("text", "x", "1"), relation("back", 1)});
    const JsonObject rendered =
        render(world.add(1, {relation("one", 2), field("file", "image", "cat.png")}),
               {.visibility = Visibility::Published, .depth = {}, .showMetafields = true, .props = {}});
    EXPECT_EQ(std::prev(rendered.end())->key(), "metafields");
    const JsonArray& metafields = rendered.at("metafields").as_array();
    EXPECT_EQ(metafields.at(0).at("value"), jsonId(2));
    EXPECT_EQ(metafields.at(0).at("object"), rendered.at("metadata").at("one"));
    EXPECT_EQ(metafields.at(0).at("object").at("metadata").at("back"), jsonId(1));
    EXPECT_EQ(metafields.at(1).at("metadata").at("name"), "cat.png");
    EXPECT_FALSE(metafields.at(0).at("object").as_object().contains("metafields"));
}

TEST_F(Render, DecoratesTheChildrenOfParentsAndItems) {
    world.addMedia("cat.png");
    world.add(2);
    const JsonArray decorated =
        decorate({parent("p", {relations("all", {2, 9}), repeater("r", {{field("file", "image", "cat.png")}})}),
                  relation("gone", 9), field("color", "c", "red")});
    const Json& children = decorated[0].at("children");
    EXPECT_EQ(children.at(0).at("objects").as_array().size(), 1U);
    EXPECT_EQ(children.at(1).at("children").at(0).at("children").at(0).at("metadata").at("name"), "cat.png");
    EXPECT_EQ(decorated[1].at("object"), Json());
    EXPECT_EQ(decorated[2].as_object(), field("color", "c", "red"));
}

TEST_F(Render, SurvivesStoredMetafieldsThatAreNone) {
    JsonObject noChildren = parent("p", {});
    noChildren["children"] = false;
    const Json metadata = metadataOf(world.add(1, {1, nullptr, noChildren, repeater("r", {})}));
    EXPECT_EQ(writeJson(metadata), R"({"p":{},"r":[]})");
}

TEST(Remap, ReplacesObjectIdsAtEveryLevelAndNothingElse) {
    World world;
    Engine engine(world, false);
    JsonArray metafields{relation("a", 1), relations("b", {2, 1}),
                         parent("p", {relation("c", 1), repeater("r", {{relation("d", 3)}})}),
                         field("text", "e", jsonId(1)), field("color", "f", jsonId(1))};
    engine.remapObjects(metafields, [](const std::string& id) { return id == idOf(1) ? idOf(0x10) : id; });
    EXPECT_EQ(metafields[0].at("value"), jsonId(0x10));
    EXPECT_EQ(textOf(metafields[1].as_object(), "value"), idOf(2) + "," + idOf(0x10));
    EXPECT_EQ(metafields[2].at("children").at(0).at("value"), jsonId(0x10));
    EXPECT_EQ(metafields[2].at("children").at(1).at("children").at(0).at("children").at(0).at("value"), jsonId(3));
    EXPECT_EQ(metafields[3].at("value"), jsonId(1));
    EXPECT_EQ(metafields[4].at("value"), jsonId(1));
}

}  // namespace

}  // namespace inkwell::metafields::test
