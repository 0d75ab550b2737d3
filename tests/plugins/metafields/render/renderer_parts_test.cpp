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
    ContentParts of(const ObjectRecord& record, const RenderOptions& options = {}) {
        return engine_.render(world_.bucket, {record}, options).madeOf;
    }
    /// Of the objects by number and type.
    static ContentParts partsOf(const std::vector<std::pair<unsigned, std::string>>& objects) {
        ContentParts parts;
        for (const auto& [n, type] : objects) parts.addObject(idOf(n), type);
        return parts;
    }
    void add(unsigned n, const std::string& type, JsonArray metafields = {}) {
        world_.add(n, std::move(metafields)).type = type;
    }

    World world_;
    Engine engine_{world_, false};
};

TEST_F(Parts, AreAllRelatedObjectsOnTheirLevels) {
    add(3, "cities");
    add(2, "authors", {relation("city", 3)});
    const ContentParts parts = of(world_.add(1, {relation("author", 2)}));
    EXPECT_FALSE(parts.isEverything());
    EXPECT_EQ(parts.names(), partsOf({{2, "authors"}, {3, "cities"}}).names());
}

TEST_F(Parts, HoldWhatIsShownAsAnIdBecauseThatAskedWhetherItIsVisible) {
    add(3, "cities");
    add(2, "authors", {relation("city", 3)});
    EXPECT_EQ(of(world_.add(1, {relation("author", 2)}), {.visibility = Visibility::Published, .depth = 0, .props = {}})
                  .names(),
              partsOf({{2, "authors"}}).names());
}

TEST_F(Parts, HoldTheIdOfARelatedObjectThatIsMissingOrNotVisible) {
    add(2, "authors");
    ContentParts missing;
    missing.addMissingObject(idOf(9));
    EXPECT_EQ(of(world_.add(1, {relation("author", 9)})).names(), missing.names());
    EXPECT_EQ(missing.names().count(inkwell::test::partNames("object", "authors", idOf(9)).back()), 1U);
    world_.catalog.objects.at(idOf(2)).status = "draft";
    const ObjectRecord post = world_.add(1, {relation("author", 2)});
    missing = {};
    missing.addMissingObject(idOf(2));
    EXPECT_EQ(of(post).names(), missing.names());
    EXPECT_EQ(of(post, {.visibility = Visibility::Any, .depth = {}, .props = {}}).names(),
              partsOf({{2, "authors"}}).names());
}

TEST_F(Parts, HoldMediaThatWereLookedForWhetherOrNotTheyExist) {
    const ObjectRecord post = world_.add(1, {field("file", "image", "missing.png")});
    EXPECT_EQ(of(post).names(), ContentParts::Names{partName("media")});
    world_.mediaIsOn = false;
    EXPECT_EQ(of(post).names(), ContentParts::Names{partName("media")});
}

TEST_F(Parts, HoldMediaForHostedClientsBecauseRelatedObjectsShowAddresses) {
    add(2, "authors");
    world_.info.hostedClients = true;
    ContentParts withAuthor = partsOf({{2, "authors"}});
    withAuthor.addMedia();
    EXPECT_EQ(of(world_.add(1, {relation("author", 2)})).names(), withAuthor.names());
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
