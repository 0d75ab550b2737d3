#include "read/related_objects.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

std::string idOf(int number) {
    std::string digits = std::to_string(number);
    return std::string(24 - digits.size(), '0') + digits;
}

std::vector<std::string> ids(int first, int count) {
    std::vector<std::string> made;
    for (int i = 0; i < count; ++i) made.push_back(idOf(first + i));
    return made;
}

ObjectText textOf(const std::string& id) { return {id, "posts", "", "", {}}; }

RenderOptions toDepth(std::optional<int> depth, Visibility visibility = Visibility::Published) {
    return {.visibility = visibility, .depth = depth, .props = {}};
}

TEST(RelatedObjects, AreThoseOfTheLastAnswerOfTheSameDepthToTheSameReaders) {
    RelatedObjects related;
    EXPECT_TRUE(related.of(idOf(1), toDepth({})).empty());
    related.keep(idOf(1), toDepth({}), ids(10, 3));
    related.keep(idOf(1), toDepth(1), ids(10, 1));
    EXPECT_EQ(related.of(idOf(1), toDepth({})), ids(10, 3));
    EXPECT_EQ(related.of(idOf(1), toDepth(1)), ids(10, 1));
    EXPECT_TRUE(related.of(idOf(1), toDepth(2)).empty());
    EXPECT_TRUE(related.of(idOf(1), toDepth({}, Visibility::Any)).empty());
    related.keep(idOf(1), toDepth({}), ids(20, 2));
    EXPECT_EQ(related.of(idOf(1), toDepth({})), ids(20, 2));
}

TEST(RelatedObjects, AreForgottenWhenThereAreNoneOrTooMany) {
    RelatedObjects related;
    related.keep(idOf(1), toDepth({}), ids(10, 3));
    related.keep(idOf(1), toDepth({}), {});
    EXPECT_TRUE(related.of(idOf(1), toDepth({})).empty());
    related.keep(idOf(1), toDepth({}), ids(10, 3));
    related.keep(idOf(1), toDepth({}), ids(10, 1000));
    EXPECT_TRUE(related.of(idOf(1), toDepth({})).empty());
}

TEST(RelatedObjects, AreThoseOfTheObjectsThatWereReadLast) {
    RelatedObjects related;
    constexpr int kMany = 100'000;
    for (int i = 0; i < kMany; ++i) related.keep(idOf(i), toDepth({}), ids(i + 1, 1));
    int known = 0;
    for (int i = 0; i < kMany; ++i) known += related.of(idOf(i), toDepth({})).empty() ? 0 : 1;
    EXPECT_GE(known, 16'000);
    EXPECT_LE(known, 33'000);
    EXPECT_EQ(related.of(idOf(kMany - 1), toDepth({})), ids(kMany, 1));
}

TEST(ReadTogether, LoadsOnlyWhatIsNotAtHand) {
    std::vector<std::string> loaded;
    const auto load = [&](std::span<const std::string> wanted) {
        std::vector<ObjectText> found;
        for (const std::string& id : wanted) {
            loaded.push_back(id);
            found.push_back(textOf(id));
        }
        return found;
    };
    ReadTogether together(Visibility::Published);
    std::vector<ObjectText> atHand;
    atHand.push_back(textOf(idOf(1)));
    together.add(ids(1, 2), std::move(atHand));  // the second one was not found
    const std::vector<ObjectText> found = ReadTogether::find(ids(1, 3), Visibility::Published, load);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].id, idOf(1));
    EXPECT_EQ(found[1].id, idOf(3));
    EXPECT_EQ(loaded, ids(3, 1));
    EXPECT_EQ(together.wanted(), ids(1, 3));
}

TEST(ReadTogether, IsNotForReadersWhoSeeOtherObjects) {
    int loads = 0;
    const auto load = [&](std::span<const std::string>) {
        ++loads;
        return std::vector<ObjectText>();
    };
    ReadTogether together(Visibility::Any);
    std::vector<ObjectText> atHand;
    atHand.push_back(textOf(idOf(1)));
    together.add(ids(1, 1), std::move(atHand));
    EXPECT_TRUE(ReadTogether::find(ids(1, 1), Visibility::Published, load).empty());
    EXPECT_EQ(loads, 1);
    EXPECT_EQ(ReadTogether::find(ids(1, 1), Visibility::Any, load).size(), 1U);
    EXPECT_EQ(loads, 1);
}

}  // namespace
}  // namespace inkwell::objects
