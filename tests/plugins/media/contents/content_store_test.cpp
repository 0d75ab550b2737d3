#include "contents/content_store.h"

#include <gtest/gtest.h>

#include <future>
#include <map>

#include "contents/content_service.h"
#include "fake_bucket_directory.h"
#include "migrations.h"
#include "records/media_record_store.h"
#include "records/media_recovery.h"
#include "tests/plugins/media/media_fixture.h"
#include "tests/support/lock_wait.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/test_server.h"

namespace inkwell::media {
namespace {

/// Everybody can read what it has: what lies in the trash must be at no address there that anybody knows.
class PublicStore : public inkwell::MediaStore {
public:
    std::string name() const override { return "public"; }
    std::unique_ptr<MediaWriter> begin(const std::string&, const MediaContentInfo&) override { return nullptr; }
    std::unique_ptr<std::istream> open(const std::string&, std::int64_t, std::int64_t) override { return nullptr; }
    std::int64_t size(const std::string& key) override { return static_cast<std::int64_t>(bytes.at(key).size()); }
    void remove(const std::string& key) override { bytes.erase(key); }
    void list(const std::function<void(const Entry&)>&) override {}
    void removeUnfinished(std::int64_t) override {}
    std::optional<std::string> publicAddress(const std::string& key) const override {
        return "https://cdn.example.com/" + key;
    }
    bool copy(const std::string& from, const std::string& to) override {
        whileCopying();
        if (canCopy) bytes[to] = bytes.at(from);
        return canCopy;
    }

    std::map<std::string, std::string> bytes;
    std::function<void()> whileCopying = [] {};
    bool canCopy = true;
};

constexpr const char* kSite = "b00000000000000000000001";
constexpr const char* kOther = "b00000000000000000000002";
const std::string kKey = "aaaaaaaaaaaaaaaaaaaaaaaa-dawn.jpg";

class TrashedContent : public testing::TestWithParam<test::Engine> {
protected:
    TrashedContent()
        : fixture_(GetParam() == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", engineSettings()) {
        const auto steps = migrations();
        fixture_.migrate("media", {steps.begin(), steps.end()});
        fixture_.contribute<inkwell::MediaStore>(store_);
        bucket_.id = kSite;
        settings_.store = "public";
        store_.bytes[kKey] = "words";
        write([](ContentStore& contents) {
            contents.insertPending("public:" + kKey, 60'000);
            contents.keep({"public:" + kKey, "d1", 5});
        });
    }
    static JsonObject engineSettings() {
        if (GetParam() == test::Engine::Sqlite) return {};
        test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }
    void write(const std::function<void(ContentStore&)>& work) {
        fixture_.database().write([&](Sql& sql) {
            ContentStore contents(sql);
            work(contents);
        });
    }
    void show(const std::string& id, const std::string& bucketId = kSite) {
        StoredMedia media;
        media.id = id;
        media.bucketId = bucketId;
        media.name = id + "-dawn.jpg";
        media.originalName = "dawn.jpg";
        media.contentType = "image/jpeg";
        media.location = "public:" + kKey;
        fixture_.database().write([&](Sql& sql) { MediaRecordStore(sql).insert(media); });
    }
    void trash(const std::string& id) {
        fixture_.database().write([&](Sql& sql) {
            recovery_.take(bucket_, id, [&](JsonObject part) { parts_[id] = std::move(part); });
            ContentStore(sql).markTrashed(id);
            MediaRecordStore(sql).remove(id);
        });
        contents_.endSoon("");
    }
    void restore(const std::string& id) {
        recovery_.restore({bucket_, Access::writeKey(), id, "", false}, parts_.at(id));
    }
    std::string keyOf(const std::string& id) {
        const std::string location =
            fixture_.database().read([&](Sql& sql) { return MediaRecordStore(sql).find(bucket_.id, id)->location; });
        return MediaLocation::parse(location)->key;
    }
    std::int64_t countContents() {
        return fixture_.database().read(
            [](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM media_contents", {})->at(0).integer(); });
    }

    test::PluginFixture fixture_;
    PublicStore store_;
    Bucket bucket_;
    MediaSettings settings_;
    ContentService contents_{fixture_, settings_};
    MediaRecovery recovery_{fixture_, contents_};
    std::map<std::string, JsonObject> parts_;
};
INSTANTIATE_TEST_SUITE_P(Engines, TrashedContent, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(TrashedContent, IsMovedToAnAddressThatNobodyKnowsAndComesBackAtIt) {
    show("m1");
    std::string last = kKey;
    for (int round = 0; round < 2; ++round) {
        trash("m1");
        contents_.hideNewlyTrashed();
        ASSERT_EQ(store_.bytes.size(), 1U);
        const auto& [key, bytes] = *store_.bytes.begin();
        EXPECT_NE(key.substr(0, 24), last.substr(0, 24));
        EXPECT_TRUE(key.ends_with("-dawn.jpg")) << key;
        EXPECT_EQ(bytes, "words");
        restore("m1");
        EXPECT_EQ(keyOf("m1"), key);
        EXPECT_EQ(countContents(), 1);
        last = key;
        contents_.endSoon("");
        contents_.hideNewlyTrashed();
        EXPECT_TRUE(store_.bytes.contains(last)) << "it has a record";
    }
    write([](ContentStore& contents) { EXPECT_NE(contents.unlink("m1"), ""); });
    contents_.sweep();
    EXPECT_TRUE(store_.bytes.empty());
}

TEST_P(TrashedContent, IsGoneWhenTheTrashForgetsIt) {
    show("m1");
    trash("m1");
    contents_.hideNewlyTrashed();
    recovery_.forget("m1", parts_.at("m1"));
    contents_.sweep();
    EXPECT_TRUE(store_.bytes.empty());
    EXPECT_EQ(countContents(), 0);
}

TEST_P(TrashedContent, StaysWhereAnotherRecordShowsIt) {
    show("m1");
    show("m2");
    trash("m1");
    contents_.hideNewlyTrashed();
    EXPECT_TRUE(store_.bytes.contains(kKey));
    trash("m2");
    contents_.hideNewlyTrashed();
    EXPECT_FALSE(store_.bytes.contains(kKey));
    restore("m1");
    restore("m2");
    EXPECT_EQ(keyOf("m1"), keyOf("m2"));
    EXPECT_TRUE(store_.bytes.contains(keyOf("m1")));
}

TEST_P(TrashedContent, IsMovedOnceTheLastRecordThatShowedItIsDeleted) {
    show("m1");
    show("m2");
    trash("m1");
    contents_.hideNewlyTrashed();
    write([](ContentStore& contents) { EXPECT_EQ(contents.unlink("m2"), ""); });
    contents_.endSoon("");
    contents_.hideNewlyTrashed();
    EXPECT_FALSE(store_.bytes.contains(kKey));
    ASSERT_EQ(store_.bytes.size(), 1U);
    const std::string hidden = store_.bytes.begin()->first;
    restore("m1");
    EXPECT_EQ(keyOf("m1"), hidden);
}

TEST_P(TrashedContent, IsMovedOnceTheLastBucketThatShowedItIsDeleted) {
    show("m1");
    show("m2", kSite);
    show("m3", kOther);
    trash("m1");
    const auto removeBucket = [&](const char* id) {
        fixture_.database().write([&](Sql& sql) {
            ContentStore(sql).unlinkBucket(id);
            MediaRecordStore(sql).removeOfBucket(id);
        });
        contents_.sweep();
    };
    contents_.hideNewlyTrashed();
    removeBucket(kSite);
    EXPECT_TRUE(store_.bytes.contains(kKey)) << "the other bucket shows it";
    removeBucket(kOther);
    EXPECT_FALSE(store_.bytes.contains(kKey));
    EXPECT_EQ(store_.bytes.size(), 1U);
}

TEST_P(TrashedContent, ThatComesBackMeanwhileStays) {
    show("m1");
    trash("m1");
    store_.whileCopying = [&] { restore("m1"); };
    contents_.hideNewlyTrashed();
    EXPECT_EQ(keyOf("m1"), kKey);
    EXPECT_EQ(store_.bytes, (std::map<std::string, std::string>{{kKey, "words"}}));
    EXPECT_EQ(countContents(), 1);
}

TEST_P(TrashedContent, IsMovedBySweepsOnceTheStoreIsBack) {
    show("m1");
    trash("m1");
    store_.whileCopying = [] { throw MediaStoreError(MediaStoreError::Kind::Unavailable, "connection refused"); };
    contents_.hideNewlyTrashed();
    EXPECT_TRUE(fixture_.capturedLog().contains("the content 'public:" + kKey +
                                                "' is in the trash and can be read at its public address: "
                                                "connection refused"));
    EXPECT_EQ(countContents(), 1);
    store_.whileCopying = [] {};
    contents_.sweep();
    EXPECT_FALSE(store_.bytes.contains(kKey));
    EXPECT_EQ(store_.bytes.size(), 1U);
}

TEST_P(TrashedContent, ThatTheStoreCannotCopyIsToldOnce) {
    show("m1");
    trash("m1");
    store_.canCopy = false;
    int tries = 0;
    store_.whileCopying = [&] { ++tries; };
    for (int i = 0; i < 2; ++i) contents_.sweep();
    EXPECT_EQ(tries, 1);
    EXPECT_TRUE(fixture_.capturedLog().contains("the store cannot copy it"));
    EXPECT_TRUE(store_.bytes.contains(kKey));
    restore("m1");
    EXPECT_EQ(keyOf("m1"), kKey);
}

class Contents : public testing::TestWithParam<const char*> {
protected:
    Contents() : fixture_(GetParam(), settings()) {
        fixture_.migrate("media", {migrations().begin(), migrations().end()});
    }

    static JsonObject settings() {
        if (GetParam() == std::string("database_sqlite")) return {};
        auto& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }
    bool isMariaDb() const { return GetParam() == std::string("database_mysql"); }

    void keep(const std::string& location) {
        fixture_.database().write([&](Sql& sql) {
            ContentStore(sql).insertPending(location, 60000);
            ContentStore(sql).keep({location, "00", 1});
        });
    }
    static void record(Sql& sql, const std::string& bucketId, const std::string& id, const std::string& location) {
        StoredMedia media;
        media.id = id;
        media.bucketId = bucketId;
        media.name = id;
        media.location = location;
        MediaRecordStore(sql).insert(media);
    }
    void record(const std::string& bucketId, const std::string& id, const std::string& location) {
        fixture_.database().write([&](Sql& sql) { record(sql, bucketId, id, location); });
    }
    void removeBucket(const std::string& id) {
        fixture_.database().write([&](Sql& sql) {
            ContentStore(sql).unlinkBucket(id);
            MediaRecordStore(sql).removeOfBucket(id);
        });
    }
    std::vector<std::string> doomed() {
        return fixture_.database().read([](Sql& sql) { return ContentStore(sql).findDoomed("", 10000); });
    }
    // Inside a write, until the other one waits for it; on SQLite writers take turns.
    void waitUntilOneWaits(Sql& sql) const {
        if (!isMariaDb()) return;
        EXPECT_TRUE(test::anotherWaitsForALock(sql));
    }

    test::PluginFixture fixture_;
};
INSTANTIATE_TEST_SUITE_P(Engines, Contents, testing::Values("database_sqlite", "database_mysql"),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(Contents, ThatAnotherBucketTakesOverWhileTheirsIsDeletedAreKept) {
    keep("disk:a");
    keep("disk:b");
    record(kSite, "a00000000000000000000001", "disk:a");
    record(kSite, "a00000000000000000000002", "disk:b");
    std::future<void> deleted;
    fixture_.database().write([&](Sql& sql) {
        record(sql, kOther, "a00000000000000000000003", "disk:a");
        deleted = std::async(std::launch::async, [&] { removeBucket(kSite); });
        waitUntilOneWaits(sql);
    });
    deleted.get();
    EXPECT_EQ(doomed(), (std::vector<std::string>{"disk:b"}));
}

TEST_P(Contents, OfTwoBucketsThatAreDeletedAtOnceAreDoomed) {
    for (const char* location : {"disk:a", "disk:b"}) keep(location);
    record(kSite, "a00000000000000000000001", "disk:a");
    record(kSite, "a00000000000000000000002", "disk:b");
    record(kOther, "a00000000000000000000003", "disk:b");
    record(kOther, "a00000000000000000000004", "disk:a");
    std::future<void> deleted;
    fixture_.database().write([&](Sql& sql) {
        ContentStore(sql).unlinkBucket(kOther);
        MediaRecordStore(sql).removeOfBucket(kOther);
        deleted = std::async(std::launch::async, [&] { removeBucket(kSite); });
        waitUntilOneWaits(sql);
    });
    deleted.get();
    EXPECT_EQ(doomed(), (std::vector<std::string>{"disk:a", "disk:b"}));
}

TEST_P(Contents, OfALargeBucketAreDoomedInPieces) {
    std::vector<std::string> all;
    fixture_.database().write([&](Sql& sql) {
        for (int n = 10000; n < 12100; ++n) {
            const std::string number = std::to_string(n);
            all.push_back("disk:" + number);
            ContentStore(sql).insertPending(all.back(), 60000);
            ContentStore(sql).keep({all.back(), "00", 1});
            record(sql, kSite, "a0000000000000000000" + number.substr(1), all.back());
        }
    });
    removeBucket(kSite);
    EXPECT_EQ(doomed(), all);
}

TEST_P(Contents, ThatTheTrashHasAreKept) {
    keep("disk:a");
    record(kSite, "a00000000000000000000001", "disk:a");
    record(kOther, "a00000000000000000000002", "disk:a");
    fixture_.database().write([&](Sql& sql) { MediaRecordStore(sql).remove("a00000000000000000000002"); });
    removeBucket(kSite);
    EXPECT_TRUE(doomed().empty());
}

class KnownContents : public TrashedContent {
protected:
    bool areIn(const std::string& store) {
        return fixture_.database().read([&](Sql& sql) { return ContentStore(sql).existsIn(store); });
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, KnownContents, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(KnownContents, AreThoseOfOneStore) {
    EXPECT_TRUE(areIn("public"));
    for (const char* other : {"", "publi", "public_2", "disk"}) EXPECT_FALSE(areIn(other)) << other;
}

TEST_P(KnownContents, WereStoredInFullAndAreNotRemovedYet) {
    write([](ContentStore& contents) { contents.insertPending("disk:k1", 60'000); });
    EXPECT_FALSE(areIn("disk")) << "its upload may be the first";
    write([](ContentStore& contents) { contents.doom("disk:k1"); });
    EXPECT_FALSE(areIn("disk")) << "what failed shall not keep the store from its first content";
    write([](ContentStore& contents) {
        contents.insertPending("disk:k2", 60'000);
        contents.keep({"disk:k2", "d2", 5});
    });
    EXPECT_TRUE(areIn("disk"));
    fixture_.database().write([](Sql& sql) { sql.execute("UPDATE media_contents SET state = 2", {}); });
    EXPECT_TRUE(areIn("disk")) << "its file is still there";
    write([](ContentStore& contents) { contents.removeDoomed("disk:k2"); });
    EXPECT_FALSE(areIn("disk"));
}

}  // namespace
}  // namespace inkwell::media
