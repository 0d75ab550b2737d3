#include "kernel/http/response_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

#include "tests/support/part_name.h"

namespace inkwell::kernel {
namespace {

class Cache : public testing::Test {
protected:
    static std::shared_ptr<const FinishedRead> read(const std::string& text) {
        return std::make_shared<const FinishedRead>(
            FinishedRead{std::make_shared<const std::string>(text), nullptr, "digest"});
    }
    /// Of one type's objects, or of media.
    static ContentParts partsOf(const std::string& type) {
        ContentParts parts;
        type == "media" ? parts.addMedia() : parts.addObjectsOf(type);
        return parts;
    }
    ResponseCache::Stamp now() const { return cache_.stamp(snapshot_); }
    bool holds(const std::string& key) { return cache_.find(key, now()) != nullptr; }
    void put(const std::string& key, const std::string& text, const ResponseCache::Stamp& stamp) {
        cache_.put(key, stamp, "b1", std::nullopt, read(text));
    }
    void put(const std::string& key, const std::string& text) { put(key, text, now()); }

    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<const Snapshot>();
    ResponseCache cache_{1 << 20};
};

TEST_F(Cache, FindsWhatWasPut) {
    EXPECT_FALSE(holds("a"));
    put("a", "body");
    const auto found = cache_.find("a", now());
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found->text, "body");
    EXPECT_FALSE(holds("b"));
}

TEST_F(Cache, FindsNothingThatIsTooOld) {
    std::int64_t time = 5000;
    ResponseCache cache(1 << 20, [&] { return time; });
    cache.put("a", cache.stamp(snapshot_), "b1", std::nullopt, read("body"));
    const auto first = cache.find("a", cache.stamp(snapshot_));
    time += ResponseCache::kMaxAgeMs - 1;
    EXPECT_NE(cache.find("a", cache.stamp(snapshot_)), nullptr);
    cache.replace("a", first, read("the same, compressed"));
    EXPECT_NE(cache.find("a", cache.stamp(snapshot_)), nullptr);
    time += 1;
    EXPECT_EQ(cache.find("a", cache.stamp(snapshot_)), nullptr) << "another form makes it no younger";
    cache.put("a", cache.stamp(snapshot_), "b1", std::nullopt, read("body"));
    EXPECT_NE(cache.find("a", cache.stamp(snapshot_)), nullptr);
}

TEST_F(Cache, CountsHitsAndMisses) {
    EXPECT_FALSE(holds("a"));
    put("a", "body");
    EXPECT_TRUE(holds("a"));
    EXPECT_TRUE(holds("a"));
    cache_.invalidate("b1", test::partNames("media"));
    EXPECT_FALSE(holds("a")) << "what is no longer true is a miss";
    const ResponseCache::Numbers numbers = cache_.numbers();
    EXPECT_EQ(numbers.hits, 2u);
    EXPECT_EQ(numbers.misses, 2u);
    EXPECT_EQ(numbers.entries, 1);
    EXPECT_EQ(numbers.maxBytes, 1 << 20);
    EXPECT_GT(numbers.bytes, 0);
}

TEST_F(Cache, KeepsANewBoundAtOnce) {
    for (int i = 0; i < 64; ++i) put(std::to_string(i), std::string(1000, 'x'));
    EXPECT_EQ(cache_.numbers().entries, 64);
    cache_.resize(32 * 1024);
    EXPECT_LE(cache_.bytes(), 32 * 1024);
    EXPECT_GT(cache_.bytes(), 0);
    EXPECT_EQ(cache_.numbers().removals, 64u - static_cast<std::uint64_t>(cache_.numbers().entries));
    cache_.resize(0);
    EXPECT_EQ(cache_.bytes(), 0);
    EXPECT_FALSE(cache_.isOn());
    put("a", "body");
    EXPECT_EQ(cache_.bytes(), 0);
    cache_.resize(1 << 20);
    put("a", "body");
    EXPECT_TRUE(holds("a"));
}

TEST_F(Cache, WhatSaysNothingIsForgottenWithAnyChangeOfItsBucketAndOfNoOther) {
    for (const std::string& part :
         {test::partName("object", "posts"), test::partName("media"), test::partName("object_type")}) {
        put("a", "one");
        cache_.put("b", now(), "b2", std::nullopt, read("two"));
        cache_.invalidate("b1", {part});
        EXPECT_FALSE(holds("a")) << part;
        EXPECT_TRUE(holds("b")) << part;
    }
}

TEST_F(Cache, ForgetsWhatWasMadeOfAPartAndNothingElse) {
    const std::vector<std::string> parts = {"posts", "authors", "media"};
    for (const std::string& changed : parts) {
        for (const std::string& part : parts) cache_.put(part, now(), "b1", partsOf(part), read(part));
        ContentParts both = partsOf("posts");
        both.addMedia();
        cache_.put("both", now(), "b1", both, read("both"));
        cache_.invalidate("b1", changed == "media" ? test::partNames("media") : test::partNames("object", changed));
        for (const std::string& part : parts) EXPECT_EQ(holds(part), part != changed) << part << " after " << changed;
        EXPECT_EQ(holds("both"), changed == "authors");
    }
}

TEST_F(Cache, AnAnswerAboutOneObjectIsForgottenWithThatObjectAndWithRevisionsOfItsType) {
    const auto putOne = [&] {
        ContentParts one;
        one.addObject("id-1", "posts");
        cache_.put("one", now(), "b1", one, read("one"));
        cache_.put("list", now(), "b1", partsOf("posts"), read("list"));
    };
    const auto isKeptAfter = [&](const std::vector<std::string>& parts) {
        putOne();
        cache_.invalidate("b1", parts);
        return holds("one");
    };
    EXPECT_TRUE(isKeptAfter(test::partNames("object", "posts", "id-2")));
    EXPECT_FALSE(holds("list"));
    EXPECT_FALSE(isKeptAfter(test::partNames("object", "posts", "id-1")));
    EXPECT_FALSE(holds("list"));
    EXPECT_FALSE(isKeptAfter(test::partNames("revision", "posts", "id-3"))) << "it may be what drafts are shown as";
    EXPECT_TRUE(isKeptAfter(test::partNames("revision", "pages", "id-3")));
    EXPECT_FALSE(isKeptAfter(test::partNames("object", "", "id-2"))) << "of an unknown type";
    EXPECT_FALSE(isKeptAfter(test::partNames("bucket")));
}

TEST_F(Cache, AChangeOfTheWholeBucketTouchesEveryPartOfIt) {
    cache_.put("posts", now(), "b1", partsOf("posts"), read("posts"));
    cache_.put("other", now(), "b2", partsOf("posts"), read("other"));
    cache_.invalidate("b1", test::partNames("object_type", "posts"));
    EXPECT_FALSE(holds("posts"));
    EXPECT_TRUE(holds("other"));
}

TEST_F(Cache, AChangeOfAPluginsOwnKindTouchesOnlyWhatMayBeMadeOfIt) {
    cache_.put("posts", now(), "b1", partsOf("posts"), read("posts"));
    cache_.put("media", now(), "b1", partsOf("media"), read("media"));
    put("likes", "2");
    cache_.invalidate("b1", test::partNames("likes", "posts"));
    EXPECT_TRUE(holds("posts"));
    EXPECT_TRUE(holds("media"));
    EXPECT_FALSE(holds("likes"));
    for (const char* kind : {"", "bucket", "media_folder", "object_type", "query_values", "user"}) {
        EXPECT_EQ(test::partName(kind), "") << kind;
    }
}

TEST_F(Cache, ARevisionOfAnObjectIsAChangeOfItsType) {
    EXPECT_EQ(test::partName("revision", "posts"), test::partName("object", "posts"));
    EXPECT_EQ(test::partName("object"), "");
}

TEST_F(Cache, NeverAnswersWhatWasReadBeforeACommitAndStoredAfterIt) {
    const ResponseCache::Stamp before = now();
    cache_.invalidate("b1", test::partNames("object", "posts"));
    put("a", "old", before);
    cache_.put("posts", before, "b1", partsOf("posts"), read("old"));
    cache_.put("authors", before, "b1", partsOf("authors"), read("still true"));
    EXPECT_FALSE(holds("a"));
    EXPECT_FALSE(holds("posts"));
    EXPECT_TRUE(holds("authors"));
}

TEST_F(Cache, ALateReaderDoesNotReplaceWhatIsNewer) {
    const ResponseCache::Stamp before = now();
    cache_.invalidate("b1", {""});
    put("a", "new");
    put("a", "old", before);
    const auto found = cache_.find("a", before);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(*found->text, "new");
}

TEST_F(Cache, AnotherFormIsAsTrueAsWhatItReplaces) {
    put("a", "body");
    const auto kept = cache_.find("a", now());
    cache_.replace("a", kept, read("packed"));
    EXPECT_EQ(*cache_.find("a", now())->text, "packed");
    cache_.replace("a", kept, read("late"));
    EXPECT_EQ(*cache_.find("a", now())->text, "packed");

    const auto packed = cache_.find("a", now());
    cache_.invalidate("b1", {""});
    cache_.replace("a", packed, read("stale"));
    EXPECT_FALSE(holds("a"));
    cache_.replace("unknown", packed, read("stale"));
    EXPECT_FALSE(holds("unknown"));
}

TEST_F(Cache, AnotherSnapshotOfPluginsFindsNothing) {
    put("a", "body");
    snapshot_ = std::make_shared<const Snapshot>();
    EXPECT_FALSE(holds("a"));
    put("a", "other");
    EXPECT_TRUE(holds("a"));
}

TEST_F(Cache, KeepsNothingThatWasReadInATimeOfDistrust) {
    put("a", "before");
    cache_.distrustFor(std::chrono::hours(1));
    EXPECT_FALSE(holds("a"));
    put("a", "during");
    EXPECT_FALSE(holds("a"));
}

TEST_F(Cache, TrustsAgainWhenTheTimeIsOverButNotInWhatWasThereBefore) {
    put("a", "before");
    cache_.distrustFor(std::chrono::milliseconds(0));
    EXPECT_FALSE(holds("a"));
    put("a", "after");
    EXPECT_TRUE(holds("a"));
}

TEST_F(Cache, KeepsNoEntryLargerThanAnEighth) {
    put("large", std::string((1 << 17) + 1, 'x'));
    EXPECT_FALSE(holds("large"));
    EXPECT_EQ(cache_.bytes(), 0);
    put("small", std::string(100'000, 'x'));
    EXPECT_TRUE(holds("small"));
    cache_.replace("small", cache_.find("small", now()), read(std::string(1 << 17, 'x')));
    EXPECT_EQ(cache_.find("small", now())->text->size(), 100'000U);
}

TEST_F(Cache, KeepsAnAnswerOfSixMillionBytesInSixtyFourMillion) {
    constexpr std::size_t kBytes = 6'000'000;
    ResponseCache cache(64 * 1024 * 1024);
    JsonArray texts;
    std::mt19937 random(7);
    for (std::size_t bytes = 0; bytes < kBytes; bytes += 1'000) {
        std::string text(1'000, ' ');  // hardly to be compressed
        for (char& c : text) c = static_cast<char>('0' + random() % 64);
        texts.emplace_back(text);
    }
    FinishedRead made = finishRead({200, texts, {}}, {});
    EXPECT_GE(made.text->size(), kBytes);
    EXPECT_LT(made.text->capacity(), made.text->size() + 64);
    const auto plain = std::make_shared<const FinishedRead>(made);
    const auto stamp = cache.stamp(snapshot_);
    cache.put("a", stamp, "b1", std::nullopt, plain);
    ASSERT_EQ(cache.find("a", stamp), plain);
    EXPECT_LT(cache.bytes(), static_cast<std::int64_t>(kBytes * 11 / 10));

    pack(made, {});
    EXPECT_LT(made.gzip->capacity(), made.gzip->size() + 64);
}

TEST_F(Cache, WithoutMemoryKeepsNothing) {
    ResponseCache off(0);
    EXPECT_FALSE(off.isOn());
    off.put("a", off.stamp(snapshot_), "b1", std::nullopt, read(""));
    EXPECT_EQ(off.find("a", off.stamp(snapshot_)), nullptr);
    EXPECT_EQ(off.bytes(), 0);
}

TEST_F(Cache, DropsTheLeastRecentlyUsedFirst) {
    put("used", std::string(1000, 'x'));
    put("unused", std::string(1000, 'x'));
    for (int i = 0; i < 5000; ++i) {
        put("other " + std::to_string(i), std::string(1000, 'x'));
        ASSERT_TRUE(holds("used")) << i;
    }
    EXPECT_FALSE(holds("unused"));
}

TEST_F(Cache, CountsPartsAndTheCompressedFormToo) {
    put("a", "body");
    const std::int64_t before = cache_.bytes();
    const auto kept = cache_.find("a", now());
    FinishedRead packed = *kept;
    packed.gzip = std::make_shared<const std::string>(5000, 'z');
    cache_.replace("a", kept, std::make_shared<const FinishedRead>(packed));
    EXPECT_GE(cache_.bytes(), before + 5000);

    const std::int64_t withGzip = cache_.bytes();
    ContentParts many;
    for (int i = 0; i < 1000; ++i) many.addObjectsOf("type-" + std::to_string(i));
    cache_.put("b", now(), "b1", many, read("body"));
    EXPECT_GE(cache_.bytes(), withGzip + before + 1000);
}

TEST_F(Cache, KeepsItsBoundUnderRandomLoad) {
    std::atomic<bool> kept{true};
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
        threads.emplace_back([&, seed] {
            std::minstd_rand random(seed + 1);
            for (int i = 0; i < 20'000; ++i) {
                const std::string type = "t" + std::to_string(random() % 3);
                const std::string key = type + std::to_string(random() % 2000);
                const ResponseCache::Stamp stamp = now();
                if (const auto found = cache_.find(key, stamp)) {
                    if (random() % 4 == 0) cache_.replace(key, found, read(std::string(random() % 20'000, 'y')));
                } else {
                    cache_.put(key, stamp, "b1", partsOf(type), read(std::string(random() % 20'000, 'x')));
                }
                if (random() % 50 == 0) cache_.invalidate("b1", test::partNames("object", type));
                if (i % 100 == 0 && cache_.bytes() > 1 << 20) kept = false;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(kept);
    EXPECT_GT(cache_.bytes(), 0);
}

// Writers count up and invalidate; readers keep what they saw and must never be answered less than a writer has
// finished with.
TEST_F(Cache, IsNeverOlderThanAWriterThatIsDone) {
    std::array<std::atomic<int>, 2> committed{};
    std::array<std::atomic<int>, 2> answered{};
    std::atomic<int> writing{2};
    std::atomic<int> stale{0};
    std::vector<std::thread> threads;
    for (int type = 0; type < 2; ++type) {
        const std::string name = "t" + std::to_string(type);
        threads.emplace_back([&, type, name] {
            for (int i = 1; i <= 500'000; ++i) {
                committed[type] = i;
                cache_.invalidate("b1", test::partNames("object", name));
                answered[type] = i;
            }
            --writing;
        });
        threads.emplace_back([&, type, name] {
            while (writing > 0) {
                const int least = answered[type];
                const ResponseCache::Stamp stamp = now();
                auto found = cache_.find(name, stamp);
                if (!found) {
                    found = read(std::to_string(committed[type]));
                    cache_.put(name, stamp, "b1", partsOf(name), found);
                } else {
                    cache_.replace(name, found, std::make_shared<const FinishedRead>(*found));
                }
                if (std::stoi(*found->text) < least) ++stale;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(stale, 0);
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

TEST_F(CacheKey, TellsApartWhoMayReadDrafts) {
    const auto keyOf = [&](bool readKeyReadsDrafts, const Access& access) {
        Bucket bucket;
        bucket.readKeyReadsDrafts = readKeyReadsDrafts;
        RequestParts parts;
        parts.bucket = std::make_shared<const Bucket>(bucket);
        parts.access = access;
        return cacheKey(route_, parts);
    };
    EXPECT_EQ(keyOf(true, Access::readKey()), keyOf(false, Access::readKey(true)));
    EXPECT_NE(keyOf(true, Access::readKey()), keyOf(false, Access::readKey()));
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
