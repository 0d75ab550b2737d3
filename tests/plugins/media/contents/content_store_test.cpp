#include "contents/content_store.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "migrations.h"
#include "tests/support/eventually.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"

namespace inkwell::media {
namespace {

constexpr const char* kSite = "b00000000000000000000001";
constexpr const char* kOther = "b00000000000000000000002";

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
        EXPECT_TRUE(test::eventually([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));  // asked more often, it answers as before
            const char* waiting = "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
            return sql.selectOne(waiting)->at(0).integer() > 0;
        }));
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
