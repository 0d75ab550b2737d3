#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

// The example plugin `color`, from a folder beside the server's own plugins.
class WithoutAMetafieldType : public RemovalTest {
protected:
    void SetUp() override {
        TestServerOptions options;
        options.morePluginDirectories = {exampleFolder("metafield_color")};
        server_ = std::make_unique<TestServer>(Engine::Sqlite, options);
        makeBucket();
        ASSERT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    }
};

TEST_F(WithoutAMetafieldType, ReadsPassTheValueThroughAndWritesNameTheType) {
    const JsonArray metafields{field("color", "wall", "#000000"), field("text", "note", "n")};
    const Reply created = post("/objects", {{"type", "posts"}, {"title", "A"}, {"metafields", metafields}});
    ASSERT_EQ(created.status, 200) << created.body;
    const std::string url = "/objects/" + std::string(textOf(created.object("object"), "id"));

    api().server().disablePlugin("color");
    EXPECT_EQ(get(url).object("object").at("metadata").at("wall"), "#000000");
    EXPECT_EQ(patch(url + "/metafields/note", {{"value", "m"}}).status, 200);
    EXPECT_EQ(patch(url, {{"title", "B"}}).status, 200);
    const Reply refused = patch(url + "/metafields/wall", {{"value", "#ffffff"}});
    EXPECT_EQ(refused.status, 400);
    EXPECT_NE(refused.body.find("unknown metafield type 'color'"), std::string::npos) << refused.body;

    api().server().enablePlugin("color");
    EXPECT_EQ(patch(url + "/metafields/wall", {{"value", "#ffffff"}}).status, 200);
    const JsonObject metadata = get(url).object("object").at("metadata").as_object();
    EXPECT_EQ(metadata.at("wall"), "#ffffff");
    EXPECT_EQ(metadata.at("note"), "m");
}

}  // namespace
}  // namespace inkwell::test
