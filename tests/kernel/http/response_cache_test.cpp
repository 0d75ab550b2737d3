#include "kernel/http/response_cache.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace inkwell::kernel {
namespace {

class Cache : public testing::Test {
protected:
    static std::shared_ptr<const FinishedRead> read(const std::string& text) {
        return std::make_shared<const FinishedRead>(
            FinishedRead{std::make_shared<const std::string>(text), nullptr, "digest"});
    }
    ResponseCache::Stamp now(const std::string& bucket = "b1") const { return cache_.stamp(snapshot_, bucket); }
    bool holds(const std::string& key) { return cache_.find(key, now()) != nullptr; }

    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
    ResponseCache cache_{1 << 20};
};

TEST_F(Cache, FindsWhatWasPut) {
    EXPECT_FALSE(holds("a"));
    cache_.put("a", now(), read("body"));
    const auto found = cache_.find("a", now());
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found->text, "body");
    EXPECT_FALSE(holds("b"));
}

TEST_F(Cache, ForgetsABucketWithItsContentAndNoOther) {
    cache_.put("a", now("b1"), read("one"));
    cache_.put("b", now("b2"), read("two"));
    cache_.invalidate("b1");
    EXPECT_EQ(cache_.find("a", now("b1")), nullptr);
    EXPECT_NE(cache_.find("b", now("b2")), nullptr);
}

TEST_F(Cache, NeverAnswersWhatWasReadBeforeACommitAndStoredAfterIt) {
    const ResponseCache::Stamp before = now();
    cache_.invalidate("b1");
    cache_.put("a", before, read("old"));
    EXPECT_FALSE(holds("a"));
}

TEST_F(Cache, ALateReaderDoesNotReplaceWhatIsNewer) {
    const ResponseCache::Stamp before = now();
    cache_.invalidate("b1");
    cache_.put("a", now(), read("new"));
    cache_.put("a", before, read("old"));
    EXPECT_EQ(cache_.find("a", before), nullptr);
    const auto found = cache_.find("a", now());
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found->text, "new");
}

TEST_F(Cache, AnotherSnapshotOfPluginsFindsNothing) {
    cache_.put("a", now(), read("body"));
    snapshot_ = std::make_shared<const Snapshot>();
    EXPECT_FALSE(holds("a"));
}

TEST_F(Cache, KeepsNothingThatWasReadInATimeOfDistrust) {
    cache_.put("a", now(), read("before"));
    cache_.distrustFor(std::chrono::hours(1));
    EXPECT_FALSE(holds("a"));
    cache_.put("a", now(), read("during"));
    EXPECT_FALSE(holds("a"));
}

TEST_F(Cache, TrustsAgainWhenTheTimeIsOverButNotInWhatWasThereBefore) {
    cache_.put("a", now(), read("before"));
    cache_.distrustFor(std::chrono::milliseconds(0));
    EXPECT_FALSE(holds("a"));
    cache_.put("a", now(), read("after"));
    EXPECT_TRUE(holds("a"));
}

TEST_F(Cache, KeepsNoEntryLargerThanAnEighth) {
    cache_.put("large", now(), read(std::string((1 << 17) + 1, 'x')));
    EXPECT_FALSE(holds("large"));
    EXPECT_EQ(cache_.bytes(), 0);
    cache_.put("small", now(), read(std::string(100'000, 'x')));
    EXPECT_TRUE(holds("small"));
}

TEST_F(Cache, WithoutMemoryKeepsNothing) {
    ResponseCache off(0);
    EXPECT_FALSE(off.isOn());
    off.put("a", off.stamp(snapshot_, "b1"), read(""));
    EXPECT_EQ(off.find("a", off.stamp(snapshot_, "b1")), nullptr);
    EXPECT_EQ(off.bytes(), 0);
}

TEST_F(Cache, DropsTheLeastRecentlyUsedFirst) {
    cache_.put("used", now(), read(std::string(1000, 'x')));
    cache_.put("unused", now(), read(std::string(1000, 'x')));
    for (int i = 0; i < 5000; ++i) {
        cache_.put("other " + std::to_string(i), now(), read(std::string(1000, 'x')));
        ASSERT_TRUE(holds("used")) << i;
    }
    EXPECT_FALSE(holds("unused"));
}

TEST_F(Cache, CountsTheCompressedFormToo) {
    cache_.put("a", now(), read("body"));
    const std::int64_t before = cache_.bytes();
    FinishedRead packed = *cache_.find("a", now());
    packed.gzip = std::make_shared<const std::string>(5000, 'z');
    cache_.put("a", now(), std::make_shared<const FinishedRead>(packed));
    EXPECT_GE(cache_.bytes(), before + 5000);
}

TEST_F(Cache, KeepsItsBoundUnderRandomLoad) {
    std::atomic<bool> kept{true};
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
        threads.emplace_back([&, seed] {
            std::minstd_rand random(seed + 1);
            for (int i = 0; i < 20'000; ++i) {
                const std::string bucket = "b" + std::to_string(random() % 3);
                const std::string key = bucket + std::to_string(random() % 2000);
                const ResponseCache::Stamp stamp = now(bucket);
                if (!cache_.find(key, stamp)) cache_.put(key, stamp, read(std::string(random() % 20'000, 'x')));
                if (random() % 50 == 0) cache_.invalidate(bucket);
                if (i % 100 == 0 && cache_.bytes() > 1 << 20) kept = false;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(kept);
    EXPECT_GT(cache_.bytes(), 0);
}

class CacheKey : public testing::Test {
protected:
    using Pairs = std::vector<std::pair<std::string, std::string>>;
    std::string key(Pairs query, const std::string& id = "o1", const std::string& bucketId = "b1") const {
        Bucket bucket;
        bucket.id = bucketId;
        RequestParts parts;
        parts.path = {{"bucket_slug", "slug"}, {"id", id}};
        parts.query = std::move(query);
        parts.bucket = std::make_shared<const Bucket>(bucket);
        return cacheKey(route_, parts);
    }
    Route route_{Method::Get, "/v2/{bucket_slug}/x/{id}", Auth::ReadKey, {}, {.cacheable = true}, "things", true};
};

TEST_F(CacheKey, DoesNotDependOnTheOrderOfParametersOrOnTheKey) {
    const std::string plain = key({{"limit", "2"}, {"sort", "order"}});
    EXPECT_EQ(key({{"sort", "order"}, {"limit", "2"}, {"read_key", "secret"}, {"use_cache", "false"}}), plain);
    EXPECT_EQ(key({{"limit", "2"}, {"pretty", "false"}, {"sort", "order"}}), plain);
    EXPECT_EQ(plain.find("secret"), std::string::npos);
}

TEST_F(CacheKey, TellsApartWhateverCanChangeTheAnswer) {
    const std::vector<std::string> keys = {
        key({}),
        key({{"status", "any"}}),
        key({{"props", "id"}}),
        key({{"props", "id,title"}}),
        key({{"props", "id"}, {"pretty", "true"}}),
        key({{"pretty", "true"}}),
        key({{"limit", "1"}, {"limit", "2"}}),
        key({{"limit", "2"}, {"limit", "1"}}),
        key({{"a", "b"}, {"c", "d"}}),
        key({{"a", "b=d&c"}}),
        key({{"a", ""}, {"b", ""}}),
        key({{"a", "b"}}),
        key({}, "o2"),
        key({}, "o1", "b2"),
    };
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) EXPECT_NE(keys[i], keys[k]) << i << " and " << k;
    }
}

TEST_F(CacheKey, IsEmptyForWhatMustNotBeKept) {
    EXPECT_EQ(key({{"sort", "random"}}), "");
    for (const Auth auth : {Auth::Public, Auth::WriteKey, Auth::UserToken, Auth::BucketAdmin}) {
        route_.auth = auth;
        EXPECT_EQ(key({}), "");
    }
    route_.auth = Auth::ReadKey;
    EXPECT_NE(key({}), "");
    route_.options.cacheable = false;
    EXPECT_EQ(key({}), "");
}

}  // namespace
}  // namespace inkwell::kernel
