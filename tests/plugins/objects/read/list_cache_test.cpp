#include "read/list_cache.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

const std::string kBucket = "b00000000000000000000001";

Change changeOf(const std::string& type, const std::string& kind = "object", const std::string& bucket = kBucket) {
    Change change;
    change.bucketId = bucket;
    change.kind = kind;
    change.type = type;
    return change;
}

ListCache::Origin originOf(const ListCache& memory, const std::vector<std::string>& types) {
    ListCache::Origin origin{kBucket, {}, memory.stamp()};
    for (const std::string& type : types) origin.parts.addObjectsOf(type);
    if (types.empty()) origin.parts.addEverything();
    return origin;
}

TEST(ListCache, KnowsATotalUntilSomethingChangesThatTheListDependsOn) {
    ListCache memory;
    memory.keepTotal("posts", originOf(memory, {"posts"}), 5);
    memory.keepTotal("all", originOf(memory, {}), 9);
    EXPECT_EQ(memory.total("posts"), 5);
    EXPECT_EQ(memory.total("pages"), std::nullopt);
    memory.changed(changeOf("posts", "object", "b00000000000000000000002"));
    EXPECT_EQ(memory.total("all"), 9);
    memory.changed(changeOf("pages"));
    EXPECT_EQ(memory.total("posts"), 5);
    EXPECT_EQ(memory.total("all"), std::nullopt);
    memory.changed(changeOf("posts"));
    EXPECT_EQ(memory.total("posts"), std::nullopt);
}

TEST(ListCache, ForgetsEveryListOfABucketWhenAChangeMayShowAnywhere) {
    ListCache memory;
    memory.keepTotal("posts", originOf(memory, {"posts"}), 5);
    memory.changed(changeOf("", "query_values"));
    EXPECT_EQ(memory.total("posts"), std::nullopt);
}

TEST(ListCache, KeepsNothingThatWasReadBeforeALaterChange) {
    ListCache memory;
    const ListCache::Origin before = originOf(memory, {"posts"});
    memory.changed(changeOf("posts"));
    memory.keepTotal("posts", before, 5);
    EXPECT_EQ(memory.total("posts"), std::nullopt);
    const ListCache::Origin doubtful = originOf(memory, {"posts"});
    memory.forget();
    memory.keepTotal("posts", doubtful, 5);
    EXPECT_EQ(memory.total("posts"), std::nullopt);
    memory.keepTotal("posts", originOf(memory, {"posts"}), 6);
    EXPECT_EQ(memory.total("posts"), 6);
}

TEST(ListCache, WhatIsAddedLaterIsAsOldAsWhatWasReadFirst) {
    ListCache memory;
    const ListCache::Origin older = originOf(memory, {"posts"});
    memory.changed(changeOf("pages"));
    memory.keepTotal("posts", originOf(memory, {"posts"}), 5);
    memory.keepPlace("posts", older, 19, {"o1", 1, 2, 3});
    ASSERT_TRUE(memory.place("posts", 19).has_value());
    EXPECT_EQ(memory.place("posts", 19)->createdAtMs, 2);
    EXPECT_EQ(memory.place("posts", 20), std::nullopt);
    EXPECT_EQ(memory.total("posts"), 5);
}

TEST(ListCache, IsBounded) {
    ListCache memory;
    for (int i = 0; i < 10'000; ++i) {
        memory.keepTotal("list " + std::to_string(i), originOf(memory, {"posts"}), i);
        memory.keepPlace("one", originOf(memory, {"posts"}), i, {});
    }
    int known = 0;
    for (int i = 0; i < 10'000; ++i) known += memory.total("list " + std::to_string(i)).has_value() ? 1 : 0;
    EXPECT_LE(known, 4096);
    EXPECT_EQ(memory.total("list 9999"), 9999);
    EXPECT_TRUE(memory.place("one", 9999).has_value());
}

TEST(ListCache, KnowsHowManyRowsAConditionFindsForAThousandChanges) {
    ListCache memory;
    memory.keepRows("rare", {7, true});
    for (ListCache::Stamp i = 0; i < ListCache::kGoodFor; ++i) memory.changed(changeOf("posts"));
    ASSERT_TRUE(memory.rows("rare"));
    EXPECT_EQ(memory.rows("rare")->rows, 7);
    EXPECT_FALSE(memory.rows("common"));
    memory.changed(changeOf("posts"));
    EXPECT_FALSE(memory.rows("rare"));
    memory.keepRows("rare", {8, true});
    memory.forget();
    EXPECT_FALSE(memory.rows("rare"));
}

}  // namespace
}  // namespace inkwell::objects
