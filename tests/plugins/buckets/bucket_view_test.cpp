#include "plugins/buckets/bucket_view.h"

#include <gtest/gtest.h>

namespace inkwell::buckets {
namespace {

BucketRecord shop() {
    BucketRecord bucket;
    bucket.id = "0123456789abcdef01234567";
    bucket.slug = "shop";
    bucket.title = "My Shop";
    bucket.readKey = "the-read-key";
    bucket.writeKey = "the-write-key";
    bucket.cluster = "default";
    bucket.createdAtMs = 1'769'851'800'000;
    bucket.modifiedAtMs = 1'769'851'800'001;
    bucket.createdBy = "00000000000000000000000a";
    return bucket;
}

TEST(BucketView, ShowsTheFieldsOfTheInterface) {
    const JsonObject json = renderBucket(shop(), "cover.png", ShownKeys::Both);
    EXPECT_EQ(json.at("slug"), "shop");
    EXPECT_EQ(json.at("title"), "My Shop");
    EXPECT_EQ(json.at("thumbnail"), "cover.png");
    EXPECT_EQ(json.at("read_key_reads_drafts"), true);
    EXPECT_EQ(json.at("trash_on_delete"), false);
    EXPECT_EQ(json.at("created_at"), "2026-01-31T09:30:00.000Z");
    EXPECT_EQ(json.at("modified_at"), "2026-01-31T09:30:00.001Z");
    EXPECT_EQ(json.at("created_by"), "00000000000000000000000a");
    EXPECT_TRUE(json.at("modified_by").is_null());
    EXPECT_EQ(json.at("api_access").at("read_key"), "the-read-key");
    EXPECT_EQ(json.at("api_access").at("write_key"), "the-write-key");
}

TEST(BucketView, HasNoApiAccessForThoseWhoMayNotSeeTheKeys) {
    const std::string text = writeJson(renderBucket(shop(), nullptr, ShownKeys::None));
    EXPECT_EQ(text.find("api_access"), std::string::npos);
    EXPECT_EQ(text.find("-key"), std::string::npos);
}

TEST(BucketView, KeepsTheWriteKeyFromThoseWhoMayNotPublish) {
    const JsonObject json = renderBucket(shop(), nullptr, ShownKeys::Read);
    EXPECT_EQ(json.at("api_access"), Json({{"read_key", "the-read-key"}}));
}

}  // namespace
}  // namespace inkwell::buckets
