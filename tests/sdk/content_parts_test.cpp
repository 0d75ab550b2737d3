#include "inkwell/content_parts.h"

#include <gtest/gtest.h>

#include "tests/support/part_name.h"

namespace inkwell {
namespace {

using test::partNames;

/// Whether a response made of these parts is touched by a change.
bool isTouched(const ContentParts& parts, const std::vector<std::string>& changed) {
    for (const std::string& name : changed)
        if (name.empty() || parts.names().count(name) > 0) return true;
    return parts.isEverything();
}

TEST(ContentParts, AnObjectIsTouchedByItsOwnChangesAndByRevisionsOfItsType) {
    ContentParts parts;
    parts.addObject("one", "posts");
    EXPECT_TRUE(isTouched(parts, partNames("object", "posts", "one")));
    EXPECT_FALSE(isTouched(parts, partNames("object", "posts", "two")));
    EXPECT_TRUE(isTouched(parts, partNames("revision", "posts", "three")));
    EXPECT_FALSE(isTouched(parts, partNames("revision", "pages", "three")));
    EXPECT_TRUE(isTouched(parts, partNames("object", "posts", ""))) << "of an object that is not named";
    EXPECT_FALSE(isTouched(parts, partNames("media", "", "one")));
}

TEST(ContentParts, ATypeIsTouchedByEveryObjectOfIt) {
    ContentParts parts;
    parts.addObject("one", "posts");
    parts.addObjectsOf("posts");
    parts.addObject("two", "posts");
    EXPECT_EQ(parts.names().size(), 1U);
    EXPECT_TRUE(isTouched(parts, partNames("object", "posts", "nine")));
    EXPECT_TRUE(isTouched(parts, partNames("revision", "posts", "nine")));
    EXPECT_FALSE(isTouched(parts, partNames("object", "pages", "nine")));
}

TEST(ContentParts, ManyObjectsOfATypeAreAllOfThem) {
    ContentParts parts;
    for (std::size_t n = 0; n < ContentParts::kMostObjects; ++n) parts.addObject(std::to_string(n), "posts");
    EXPECT_FALSE(isTouched(parts, partNames("object", "posts", "another")));
    ContentParts more;
    more.addObject("one more", "posts");
    parts.add(more);
    EXPECT_TRUE(isTouched(parts, partNames("object", "posts", "another")));
    EXPECT_EQ(parts.names().size(), 1U);
}

TEST(ContentParts, WhatWasNotFoundIsTouchedWhenItAppears) {
    ContentParts parts;
    parts.addMissingObject("one");
    EXPECT_TRUE(isTouched(parts, partNames("object", "posts", "one")));
    EXPECT_FALSE(isTouched(parts, partNames("object", "posts", "two")));
    for (std::size_t n = 0; n < ContentParts::kMostObjects; ++n) parts.addMissingObject(std::to_string(n));
    EXPECT_TRUE(parts.isEverything());
}

TEST(ContentParts, AChangeThatMayShowAnywhereTouchesAll) {
    const ContentParts parts;
    for (const char* kind : {"bucket", "media_folder", "object_type", "query_values", "user"})
        EXPECT_TRUE(isTouched(parts, partNames(kind, "posts"))) << kind;
    EXPECT_TRUE(isTouched(parts, partNames("object", "")));
    EXPECT_TRUE(isTouched(parts, partNames("revision", "")));
    EXPECT_FALSE(isTouched(parts, partNames("likes", "posts")));
}

TEST(ContentParts, AreAddedTogether) {
    ContentParts some;
    some.addObject("one", "posts");
    some.addMissingObject("two");
    ContentParts all;
    all.addMedia();
    all.addObject("three", "pages");
    all.add(some);
    EXPECT_TRUE(isTouched(all, partNames("media")));
    for (const char* id : {"one", "two", "three"}) EXPECT_TRUE(isTouched(all, partNames("object", "other", id))) << id;
    ContentParts everything;
    everything.addEverything();
    all.add(everything);
    EXPECT_TRUE(all.isEverything());
}

}  // namespace
}  // namespace inkwell
