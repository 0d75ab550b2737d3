#include <gtest/gtest.h>
#include <pthread.h>

#include "engine.h"
#include "tests/plugins/metafields/world.h"
#include "tests/support/sanitized.h"

namespace inkwell::metafields::test {

namespace {

constexpr unsigned kLevels = 1000;
// What the compiler does not optimise, or a sanitizer surrounds, takes several times the stack.
std::size_t smallStackBytes() {
#if defined(__OPTIMIZE__)
    if (!inkwell::test::isSanitized()) return std::size_t{1} << 20U;
#endif
    return std::size_t{16} << 20U;
}

/// Runs `work` on a thread with 1 MB of stack, as a server may give its threads.
void onASmallStack(std::function<void()> work) {
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, smallStackBytes()), 0);
    pthread_t thread{};
    const auto run = [](void* argument) -> void* {
        (*static_cast<std::function<void()>*>(argument))();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &work), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

class RenderLimits : public testing::Test {
protected:
    std::string refusal(const ObjectRecord& record, RenderOptions options = {}) {
        try {
            engine.render(world.bucket, {record}, options);
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 400);
            return error.message();
        }
        return "";
    }
    void expectRefused(const ObjectRecord& record) {
        const std::string message = refusal(record);
        for (const char* name : {"'props'", "'depth'", "'limit'"}) {
            EXPECT_NE(message.find(name), std::string::npos) << name << " in: " << message;
        }
    }
    /// Objects 2 to n + 1, each pointing at the next with `wrap` around the relation; 1 points at 2.
    template <class F>
    const ObjectRecord& chain(unsigned n, F wrap) {
        for (unsigned i = 1; i <= n; ++i) world.add(i, {wrap(relation("next", i + 1))});
        world.add(n + 1);
        return world.catalog.objects[idOf(1)];
    }

    World world;
    Engine engine{world, false};
};

TEST_F(RenderLimits, TenInterlinkedObjectsAreRefusedInsteadOfUnfoldedIntoAMillion) {
    std::vector<unsigned> all;
    for (unsigned n = 1; n <= 10; ++n) all.push_back(n);
    for (unsigned n : all) world.add(n, {relations("all", all)});
    const ObjectRecord& one = world.catalog.objects[idOf(1)];
    expectRefused(one);
    EXPECT_EQ(refusal(one, {.visibility = Visibility::Published, .depth = 2, .props = {}}), "");
}

TEST_F(RenderLimits, AHundredThousandNestedObjectsAreAllowedAndOneMoreIsNot) {
    std::vector<unsigned> many;
    for (unsigned n = 0; n < 1000; ++n) many.push_back(1000);
    world.add(1000);
    std::vector<unsigned> hundred;
    for (unsigned n = 2; n < 101; ++n) {
        world.add(n, {relations("all", many)});
        hundred.push_back(n);
    }
    for (unsigned n = 0; n < 901; ++n) hundred.push_back(1000);
    const ObjectRecord exactly = world.add(1, {relations("all", hundred)});
    EXPECT_EQ(refusal(exactly), "");
    hundred.push_back(1000);
    expectRefused(world.add(1, {relations("all", hundred)}));
}

TEST_F(RenderLimits, AnAnswerOver64MegabytesIsRefused) {
    world.add(2, {field("text", "long", Json(boost::json::string(1U << 20U, 'x')))});
    EXPECT_EQ(refusal(world.add(1, {relations("all", std::vector<unsigned>(60, 2))})), "");
    expectRefused(world.add(1, {relations("all", std::vector<unsigned>(70, 2))}));
}

TEST_F(RenderLimits, MediaCountTowardsTheSize) {
    world.addMedia("cat.png");
    world.media.records["cat.png"]["metadata"] = JsonObject{{"long", Json(boost::json::string(1U << 20U, 'x'))}};
    world.add(2, {field("file", "image", "cat.png")});
    EXPECT_EQ(refusal(world.add(1, {relations("all", std::vector<unsigned>(60, 2))})), "");
    expectRefused(world.add(1, {relations("all", std::vector<unsigned>(70, 2))}));
}

TEST_F(RenderLimits, TooManyDifferentObjectsAreRefusedBeforeAllAreLoaded) {
    for (unsigned n = 2; n < 120'010; ++n) world.add(n);
    std::vector<unsigned> all;
    for (unsigned n = 2; n < 120'010; ++n) all.push_back(n);
    expectRefused(world.add(1, {relations("all", all)}));
    EXPECT_EQ(world.catalog.findCalls.size(), 11U) << "batches of 10,000; the last is not asked for";
}

TEST_F(RenderLimits, AThousandLevelsFitIntoASmallStack) {
    const ObjectRecord& one = chain(kLevels, [](const JsonObject& link) { return link; });
    onASmallStack([&] {
        EXPECT_EQ(refusal(one), "");
        EXPECT_EQ(refusal(one, {.visibility = Visibility::Published, .depth = {}, .showMetafields = true, .props = {}}),
                  "");
    });
}

TEST_F(RenderLimits, MoreLevelsAreRefused) {
    expectRefused(chain(kLevels + 1, [](const JsonObject& link) { return link; }));
}

TEST_F(RenderLimits, GroupsCountAsLevelsAndFitIntoASmallStack) {
    const auto inRepeaters = [](const JsonObject& link) {
        JsonObject wrapped = link;
        for (int i = 0; i < 9; ++i) wrapped = repeater("r" + std::to_string(i), {{wrapped}});
        return wrapped;
    };
    const ObjectRecord& one = chain(kLevels / 10, inRepeaters);
    onASmallStack([&] { EXPECT_EQ(refusal(one), ""); });
    expectRefused(chain(kLevels / 10 + 1, inRepeaters));
}

TEST_F(RenderLimits, ALongWayThroughADenseNetIsRefusedOnASmallStack) {
    std::vector<unsigned> all;
    for (unsigned n = 1; n <= kLevels + 2; ++n) all.push_back(n);
    for (unsigned n : all) world.add(n, {relations("all", all)});
    onASmallStack([&] { expectRefused(world.catalog.objects[idOf(1)]); });
}

}  // namespace

}  // namespace inkwell::metafields::test
