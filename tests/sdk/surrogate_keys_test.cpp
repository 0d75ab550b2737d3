#include "inkwell/surrogate_keys.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "inkwell/events.h"

namespace inkwell {
namespace {

const std::string kBucket = "b0";

Change change(const std::string& kind, const std::string& type = "", const std::string& id = "") {
    Change made;
    made.bucketId = kBucket;
    made.kind = kind;
    made.type = type;
    made.id = id;
    return made;
}

bool isPurged(const std::string& keys, const Change& byChange) {
    const std::string all = " " + keys + " ";
    const std::vector<std::string> purged = purgedKeysOf(byChange);
    return std::any_of(purged.begin(), purged.end(),
                       [&](const std::string& key) { return all.find(" " + key + " ") != std::string::npos; });
}

TEST(SurrogateKeys, NameBucketTypesObjectsAndMedia) {
    ContentParts parts;
    parts.addObjectsOf("posts");
    parts.addObject("a1", "authors");
    parts.addMedia();
    EXPECT_EQ(surrogateKeysOf(kBucket, parts), "b0 b0.any.authors a1 b0.media b0.object.posts");
    EXPECT_EQ(purgedKeysOf(change("object", "posts", "p1")),
              (std::vector<std::string>{"b0.object.posts", "p1", "b0.everything"}));
    EXPECT_EQ(purgedKeysOf(change("object_type", "posts")), (std::vector<std::string>{"b0", "b0.everything"}));
}

TEST(SurrogateKeys, AnAnswerIsPurgedByWhatItShowsAndByNothingElse) {
    ContentParts parts;
    parts.addObject("p1", "posts");
    parts.addObject("a1", "authors");
    const std::string keys = surrogateKeysOf(kBucket, parts);
    EXPECT_TRUE(isPurged(keys, change("object", "posts", "p1")));
    EXPECT_TRUE(isPurged(keys, change("object", "authors", "a1")));
    EXPECT_TRUE(isPurged(keys, change("revision", "posts", "r1")));
    EXPECT_TRUE(isPurged(keys, change("bucket"))) << "it may show anywhere";
    EXPECT_FALSE(isPurged(keys, change("object", "posts", "p2")));
    EXPECT_FALSE(isPurged(keys, change("media", "", "m1")));
}

TEST(SurrogateKeys, AFileIsPurgedByChangesOfItsRecordAlone) {
    const std::string keys = surrogateKeysOfFile(kBucket, "m1");
    EXPECT_EQ(keys, "b0.files b0.file.m1");
    EXPECT_TRUE(isPurged(keys, change("media", "", "m1")));
    for (const char* other : {"m2", "m", "m11", ""}) EXPECT_FALSE(isPurged(keys, change("media", "", other))) << other;
    EXPECT_FALSE(isPurged(keys, change("object", "posts", "m1")));
    for (const char* kind : {"bucket", "media_folder", "object_type"})
        EXPECT_FALSE(isPurged(keys, change(kind))) << kind;
}

TEST(SurrogateKeys, AnAnswerWithAMissingObjectIsPurgedWhenItComes) {
    ContentParts parts;
    parts.addMissingObject("x1");
    EXPECT_TRUE(isPurged(surrogateKeysOf(kBucket, parts), change("object", "posts", "x1")));
}

TEST(SurrogateKeys, AnAnswerOfUnknownPartsIsPurgedByEveryChange) {
    EXPECT_EQ(surrogateKeysOf(kBucket, std::nullopt), "b0 b0.everything");
    ContentParts parts;
    parts.addEverything();
    EXPECT_TRUE(isPurged(surrogateKeysOf(kBucket, parts), change("merge_request")));
    Change elsewhere = change("object", "posts", "p1");
    elsewhere.bucketId = "b1";
    EXPECT_FALSE(isPurged(surrogateKeysOf(kBucket, parts), elsewhere));
}

TEST(SurrogateKeys, ManyPartsBecomeTheKeyOfEveryChange) {
    ContentParts parts;
    for (int i = 0; i < 100; ++i) parts.addObject("object-number-" + std::to_string(i), "type-" + std::to_string(i));
    EXPECT_EQ(surrogateKeysOf(kBucket, parts), "b0 b0.everything");
    ContentParts few;
    for (int i = 0; i < 20; ++i) few.addObject("object-number-" + std::to_string(i), "type-" + std::to_string(i));
    EXPECT_LE(surrogateKeysOf(kBucket, few).size(), kMaxSurrogateKeysBytes);
    EXPECT_NE(surrogateKeysOf(kBucket, few), "b0 b0.everything");
}

TEST(SurrogateKeys, WhatIsNoKeyIsNeverSentAsOne) {
    ContentParts parts;
    parts.addMissingObject("an id\r\nSet-Cookie: x");
    EXPECT_EQ(surrogateKeysOf(kBucket, parts), "b0 b0.everything");
    EXPECT_EQ(purgedKeysOf(change("object", "posts", "a b")),
              (std::vector<std::string>{"b0.object.posts", "b0.everything"}));
}

}  // namespace
}  // namespace inkwell
