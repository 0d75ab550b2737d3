// What a render says that it looked at: a response cache forgets the answer with it.
#include <gtest/gtest.h>

#include "engine.h"
#include "inkwell/content_parts.h"
#include "inkwell/props.h"
#include "tests/plugins/metafields/world.h"
#include "tests/support/part_name.h"

namespace inkwell::metafields::test {

namespace {

using inkwell::test::partName;

class Parts : public testing::Test {
protected:
    using Names = std::set<std::string, std::less<>>;

    ContentParts of(const ObjectRecord& record, const RenderOptions& options = {}) {
        return engine_.render(world_.bucket, {record}, options).madeOf;
    }
    void add(unsigned n, const std::string& type, JsonArray metafields = {}) {
        world_.add(n, std::move(metafields)).type = type;
    }

    World world_;
    Engine engine_{world_, false};
};

TEST_F(Parts, AreTheTypesOfAllRelatedObjectsOnTheirLevels) {
    add(3, "cities");
    add(2, "authors", {relation("city", 3)});
    const ContentParts parts = of(world_.add(1, {relation("author", 2)}));
    EXPECT_FALSE(parts.isEverything());
    EXPECT_EQ(parts.names(), (Names{partName("object", "authors"), partName("object", "cities")}));
}

TEST_F(Parts, HoldWhatIsShownAsAnIdBecauseThatAskedWhetherItIsVisible) {
    add(3, "cities");
    add(2, "authors", {relation("city", 3)});
    EXPECT_EQ(of(world_.add(1, {relation("author", 2)}), {.visibility = Visibility::Published, .depth = 0, .props = {}})
                  .names(),
              Names{partName("object", "authors")});
}

TEST_F(Parts, AreEverythingWhenARelatedObjectIsMissingOrNotVisible) {
    add(2, "authors");
    EXPECT_TRUE(of(world_.add(1, {relation("author", 9)})).isEverything());
    world_.catalog.objects.at(idOf(2)).status = "draft";
    const ObjectRecord post = world_.add(1, {relation("author", 2)});
    EXPECT_TRUE(of(post).isEverything());
    EXPECT_FALSE(of(post, {.visibility = Visibility::Any, .depth = {}, .props = {}}).isEverything());
}

TEST_F(Parts, HoldMediaThatWereLookedForWhetherOrNotTheyExist) {
    const ObjectRecord post = world_.add(1, {field("file", "image", "missing.png")});
    EXPECT_EQ(of(post).names(), Names{partName("media")});
    world_.mediaIsOn = false;
    EXPECT_EQ(of(post).names(), Names{partName("media")});
}

TEST_F(Parts, HoldMediaForHostedClientsBecauseRelatedObjectsShowAddresses) {
    add(2, "authors");
    world_.info.hostedClients = true;
    EXPECT_EQ(of(world_.add(1, {relation("author", 2)})).names(),
              (Names{partName("media"), partName("object", "authors")}));
}

TEST_F(Parts, LeaveOutWhatPropsDoNotAskFor) {
    add(2, "authors");
    const ObjectRecord post =
        world_.add(1, {relation("author", 2), field("file", "image", "a.png"), field("text", "lead", "Hello")});
    RenderOptions options;
    options.props = std::make_shared<const Props>(*Props::parse("title,metadata.lead"));
    const ContentParts parts = of(post, options);
    EXPECT_FALSE(parts.isEverything());
    EXPECT_TRUE(parts.names().empty());
}

}  // namespace

}  // namespace inkwell::metafields::test
