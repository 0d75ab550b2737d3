#include "plugins/buckets/bucket_input.h"

#include <gtest/gtest.h>

#include "tests/support/problem_paths.h"

namespace inkwell::buckets {
namespace {

using test::body;
using test::Paths;
using test::problemPaths;

TEST(NewBucketInput, ReadsEveryField) {
    const NewBucket bucket =
        parseNewBucket(body(R"({"title":"My Shop","slug":"shop","cluster":"default","pretty":"true"})"));
    EXPECT_EQ(bucket.title, "My Shop");
    EXPECT_EQ(bucket.slug, "shop");
    EXPECT_EQ(bucket.cluster, "default");
}

TEST(NewBucketInput, NeedsATitleAndRefusesUnknownFields) {
    EXPECT_EQ(problemPaths(parseNewBucket, "{}"), Paths{"title"});
    EXPECT_EQ(problemPaths(parseNewBucket, R"({"title":"  "})"), Paths{"title"});
    EXPECT_EQ(problemPaths(parseNewBucket, R"({"title":["A"],"slug":7,"id":"x","api_access":{}})"),
              (Paths{"api_access", "id", "slug", "title"}));
}

TEST(NewBucketInput, BoundsTheTitleInCharacters) {
    std::string umlauts;
    for (int i = 0; i < 1000; ++i) umlauts += "ä";
    EXPECT_EQ(problemPaths(parseNewBucket, R"({"title":")" + umlauts + R"("})"), Paths{});
    EXPECT_EQ(problemPaths(parseNewBucket, R"({"title":")" + umlauts + R"(ä"})"), Paths{"title"});
}

TEST(BucketEditInput, NeedsSomethingBesidePretty) {
    EXPECT_EQ(problemPaths(parseBucketEdit, "{}"), Paths{""});
    EXPECT_EQ(problemPaths(parseBucketEdit, R"({"pretty":true})"), Paths{""});
    EXPECT_EQ(problemPaths(parseBucketEdit, R"({"reset_api_access_keys":false})"), Paths{});
}

TEST(BucketEditInput, TakesWhatTheReadKeyReadsAsABooleanOnly) {
    EXPECT_EQ(parseBucketEdit(body(R"({"read_key_reads_drafts":false})")).readKeyReadsDrafts, false);
    EXPECT_EQ(parseBucketEdit(body(R"({"title":"A"})")).readKeyReadsDrafts, std::nullopt);
    for (const char* value : {"\"false\"", "0", "null"})
        EXPECT_EQ(problemPaths(parseBucketEdit, std::string(R"({"read_key_reads_drafts":)") + value + "}"),
                  Paths{"read_key_reads_drafts"})
            << value;
}

TEST(BucketEditInput, RefusesWhatCannotBeEdited) {
    EXPECT_EQ(problemPaths(parseBucketEdit, R"({"title":"A","slug":"other","cluster":"default"})"),
              (Paths{"cluster", "slug"}));
    EXPECT_EQ(problemPaths(parseBucketEdit, R"({"title":"","reset_api_access_keys":"yes","thumbnail":3})"),
              (Paths{"reset_api_access_keys", "thumbnail", "title"}));
}

TEST(BucketEditInput, TakesTheResetAsBooleanOrText) {
    EXPECT_TRUE(parseBucketEdit(body(R"({"reset_api_access_keys":true})")).resetKeys);
    EXPECT_TRUE(parseBucketEdit(body(R"({"reset_api_access_keys":"true"})")).resetKeys);
    EXPECT_FALSE(parseBucketEdit(body(R"({"reset_api_access_keys":"false"})")).resetKeys);
}

TEST(BucketEditInput, ClearsTheThumbnailByNullOrEmptyText) {
    EXPECT_EQ(parseBucketEdit(body(R"({"thumbnail":null})")).thumbnail, "");
    EXPECT_EQ(parseBucketEdit(body(R"({"thumbnail":""})")).thumbnail, "");
    EXPECT_EQ(parseBucketEdit(body(R"({"title":"A"})")).thumbnail, std::nullopt);
}

}  // namespace
}  // namespace inkwell::buckets
