#include "read/answer_parts.h"

#include <gtest/gtest.h>

#include "read/object_query.h"

namespace inkwell::objects {
namespace {

/// "everything", or the types.
std::string partsOf(const std::string& query, const std::string& after = "") {
    ContentParts parts;
    addPartsOfList(parseObjectQuery(query), after, parts);
    if (parts.isEverything()) return "everything";
    std::string names;
    for (const std::string& name : parts.names()) names += (names.empty() ? "" : " ") + name;
    return names;
}

TEST(AnswerParts, AreTheTypesThatEveryMatchHas) {
    EXPECT_EQ(partsOf(R"({"type": "posts"})"), "object:posts");
    EXPECT_EQ(partsOf(R"({"type": {"$eq": "posts"}, "title": "A"})"), "object:posts");
    EXPECT_EQ(partsOf(R"({"title": {"$ne": "A"}, "type": {"$in": ["posts", "pages"]}})"), "object:pages object:posts");
    EXPECT_EQ(partsOf(R"({"$and": [{"title": "A"}, {"type": "posts"}]})"), "object:posts");
    EXPECT_EQ(partsOf(R"({"$or": [{"type": "posts"}]})"), "object:posts");
    EXPECT_EQ(partsOf(R"({"type": "posts", "metadata.price": 1, "metadata.author": "x", "metadata.author.id": "x"})"),
              "object:posts");
    EXPECT_EQ(partsOf(R"({"type": {"$in": []}})"), "");
}

TEST(AnswerParts, AreEverythingWhereAnyTypeCouldMatch) {
    EXPECT_EQ(partsOf(""), "everything");
    EXPECT_EQ(partsOf(R"({"title": "A"})"), "everything");
    EXPECT_EQ(partsOf(R"({"type": {"$ne": "posts"}})"), "everything");
    EXPECT_EQ(partsOf(R"({"type": {"$in": ["posts", null]}})"), "everything");
    EXPECT_EQ(partsOf(R"({"type": {"$regex": "posts"}})"), "everything");
    EXPECT_EQ(partsOf(R"({"type": {"$gte": "posts"}})"), "everything");
    EXPECT_EQ(partsOf(R"({"$or": [{"type": "posts"}, {"title": "A"}]})"), "everything");
    EXPECT_EQ(partsOf(R"({"$nor": [{"type": "posts"}]})"), "everything");
}

TEST(AnswerParts, AreEverythingWhenObjectsOfAnotherTypeAreAsked) {
    EXPECT_EQ(partsOf(R"({"type": "posts", "metadata.author.title": "Ann"})"), "everything");
    EXPECT_EQ(partsOf(R"({"type": "posts", "metadata.author.metadata.city": "Oslo"})"), "everything");
    EXPECT_EQ(partsOf(R"({"type": "posts"})", "000000000000000000000001"), "everything");
}

}  // namespace
}  // namespace inkwell::objects
