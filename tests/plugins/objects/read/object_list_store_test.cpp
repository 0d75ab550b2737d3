// What lists know without counting changes no list: pages by number, total, and what was written in between.
#include "read/object_list_store.h"

#include <gtest/gtest.h>

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"

namespace inkwell::objects {
namespace {

class KnownLists : public testing::TestWithParam<test::Engine> {
protected:
    static StoredObject objectOf(int number) {
        StoredObject object;
        object.id = testkit::numberedId(number * 7919 % 1000);
        object.bucketId = kQueriedBucket;
        object.type = "posts";
        object.slug = "s" + std::to_string(number);
        object.status = number % 5 == 0 ? "draft" : "published";
        object.createdAtMs = number / 7;
        object.modifiedAtMs = 100 - number / 3;
        object.position = number % 3;
        return object;
    }
    std::vector<std::string> page(const ListParams& params, ListCache* known, std::int64_t* total = nullptr,
                                  const std::function<bool()>& isCurrent = {}) {
        ListReading reading;
        reading.known = known;
        reading.isCurrent = isCurrent;
        const ListQuery query = parseObjectQuery(R"({"type": "posts"})");
        if (known != nullptr) {
            reading.origin = {kQueriedBucket, {}, known->stamp()};
            reading.origin.parts.addObjectsOf("posts");
        }
        return world_.database().read([&](Sql& sql) {
            const ObjectPage found =
                ObjectListStore(sql, {kQueriedBucket, Visibility::Published}, reading).list(params, query);
            if (total != nullptr) *total = found.total;
            std::vector<std::string> ids;
            for (const StoredObject& object : found.objects) ids.push_back(object.id);
            return ids;
        });
    }

    QueryWorld world_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Engines, KnownLists, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(KnownLists, ShowTheSamePagesAsCountedOnes) {
    std::vector<StoredObject> objects;
    for (int i = 0; i < 120; ++i) objects.push_back(objectOf(i));
    world_.store(objects);
    for (const char* sort : {"order", "-order", "created_at", "-created_at", "modified_at", "-modified_at"}) {
        ListCache known;
        const std::vector<std::string> all = page({1000, 0, sort}, nullptr);
        ASSERT_EQ(all.size(), 96U) << sort;
        for (int round = 0; round < 2; ++round) {
            for (const std::int64_t skip : {1, 30, 40, 50, 95, 96, 97, 60, 0}) {
                std::vector<std::string> expected;
                for (std::size_t i = static_cast<std::size_t>(skip); i < all.size() && expected.size() < 10; ++i) {
                    expected.push_back(all[i]);
                }
                std::int64_t total = 0;
                EXPECT_EQ(page({10, skip, sort}, &known, &total), expected) << sort << " skip " << skip;
                EXPECT_EQ(total, 96) << sort << " skip " << skip;
            }
        }
    }
}

TEST_P(KnownLists, AreCountedAgainAfterAChange) {
    world_.store({objectOf(1), objectOf(2), objectOf(3)});
    ListCache known;
    std::int64_t total = 0;
    EXPECT_EQ(page({1, 1, "created_at"}, &known, &total).size(), 1U);
    EXPECT_EQ(total, 3);
    StoredObject first = objectOf(4);
    first.createdAtMs = -1;
    world_.store({first});
    Change change;
    change.bucketId = kQueriedBucket;
    change.kind = "object";
    change.type = "posts";
    known.changed(change);
    const std::vector<std::string> all = page({10, 0, "created_at"}, nullptr);
    EXPECT_EQ(page({1, 1, "created_at"}, &known, &total), (std::vector<std::string>{all[1]}));
    EXPECT_EQ(total, 4);
}

// As on a server that has not heard yet of what another one has committed.
TEST_P(KnownLists, AreCountedAgainWhereTheDatabaseIsAskedForAndHasMore) {
    world_.store({objectOf(1), objectOf(2), objectOf(3)});
    ListCache known;
    std::int64_t total = 0;
    EXPECT_EQ(page({1, 1, "created_at"}, &known, &total).size(), 1U);
    const std::vector<std::string> before = page({10, 0, "created_at"}, nullptr);
    StoredObject first = objectOf(4);
    first.createdAtMs = -1;
    world_.store({first});
    int asked = 0;
    const auto isCurrent = [&](bool answer) {
        return [&asked, answer] {
            ++asked;
            return answer;
        };
    };
    EXPECT_EQ(page({1, 1, "created_at"}, &known, &total, isCurrent(true)), (std::vector<std::string>{before[1]}));
    EXPECT_EQ(total, 3) << "that it is current was not true";
    EXPECT_EQ(asked, 1) << "once for the place and the total";
    EXPECT_EQ(page({1, 1, "created_at"}, &known, &total, isCurrent(false)), (std::vector<std::string>{before[0]}));
    EXPECT_EQ(total, 4);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(page({1, 1, "created_at"}, &known, &total), (std::vector<std::string>{before[0]})) << "that was learnt";
    EXPECT_EQ(total, 4);
}

TEST_P(KnownLists, DoNotAskWhetherTheyAreCurrentWhereNothingIsKnown) {
    world_.store({objectOf(1), objectOf(2), objectOf(3)});
    ListCache known;
    std::int64_t total = 0;
    const std::vector<std::string> ids = page({1, 1, "created_at"}, &known, &total, [] {
        ADD_FAILURE() << "it was asked";
        return true;
    });
    EXPECT_EQ(ids.size(), 1U);
    EXPECT_EQ(total, 3);
}

}  // namespace
}  // namespace inkwell::objects
