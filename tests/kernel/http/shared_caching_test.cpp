#include "kernel/http/shared_caching.h"

#include <gtest/gtest.h>

#include "inkwell/bucket_directory.h"

namespace inkwell::kernel {
namespace {

class SharedCaching : public testing::Test {
protected:
    SharedCaching() {
        parts_.bucket = std::make_shared<const Bucket>();
        parts_.access = Access::readKey();
        parts_.query = {{"limit", "10"}, {"read_key", "key"}};
    }
    RequestParts parts_;
};

TEST_F(SharedCaching, IsOffUnlessATimeIsConfigured) {
    Config::Http http;
    EXPECT_EQ(sharedCacheControl(http), "");
    http.sharedCacheSeconds = 600;
    http.staleWhileRevalidateSeconds = 30;
    EXPECT_EQ(sharedCacheControl(http), "public, max-age=0, s-maxage=600, stale-while-revalidate=30");
}

TEST_F(SharedCaching, AReadWithTheReadKeyInItsAddressIsPublic) { EXPECT_TRUE(isPublicRead(parts_)); }

TEST_F(SharedCaching, AReadKeyInAHeaderIsNotPartOfTheAddress) {
    parts_.query.pop_back();
    parts_.headers = {{"X-Read-Key", "key"}};
    EXPECT_FALSE(isPublicRead(parts_));
}

TEST_F(SharedCaching, WhoeverSaysWhoTheyAreGetsAPrivateAnswer) {
    parts_.headers = {{"Authorization", "Bearer anything"}};
    EXPECT_FALSE(isPublicRead(parts_));
    parts_.headers.clear();
    TokenRights reader;
    reader.id = "t";
    reader.read = TokenRights::Read::Published;
    for (const Access& access :
         {Access::writeKey(), Access::user("u", Membership{}), Access::token(reader, Membership{})}) {
        parts_.access = access;
        EXPECT_FALSE(isPublicRead(parts_)) << access.actor();
    }
}

TEST_F(SharedCaching, DraftsAndReadsPastTheCacheArePrivate) {
    parts_.query.emplace_back("status", "published");
    EXPECT_TRUE(isPublicRead(parts_));
    parts_.query.back() = {"status", "any"};
    EXPECT_FALSE(isPublicRead(parts_));
    parts_.query.back() = {"use_cache", "false"};
    EXPECT_FALSE(isPublicRead(parts_));
}

TEST_F(SharedCaching, WritesAndRoutesWithoutABucketArePrivate) {
    parts_.method = Method::Post;
    EXPECT_FALSE(isPublicRead(parts_));
    parts_.method = Method::Get;
    parts_.bucket.reset();
    EXPECT_FALSE(isPublicRead(parts_));
}

}  // namespace
}  // namespace inkwell::kernel
