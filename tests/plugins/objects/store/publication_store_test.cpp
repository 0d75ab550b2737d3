#include "store/publication_store.h"

#include <gtest/gtest.h>

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/noting_sql.h"
#include "tests/support/query_plan.h"

namespace inkwell::objects {
namespace {

class Schedules : public testing::TestWithParam<test::Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, Schedules, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

// Every second, whatever the number of objects.
TEST_P(Schedules, AreLookedForInTheIndexOfTheirTimes) {
    QueryWorld world(GetParam());
    std::vector<StoredObject> objects;
    for (int i = 0; i < 2000; ++i) {
        StoredObject& object = objects.emplace_back();
        object.id = testkit::numberedId(i);
        object.bucketId = kQueriedBucket;
        object.type = "posts";
        object.slug = "s" + std::to_string(i);
        object.status = "published";
        object.document["content"] = "";
    }
    world.store(objects);
    world.database().write([](Sql& sql) { test::updateStatistics(sql, "objects"); });
    world.database().write([](Sql& sql) {
        for (const Schedule schedule : {Schedule::Publish, Schedule::Unpublish}) {
            test::NotingSql noting(sql);
            PublicationStore store(noting);
            EXPECT_FALSE(store.isAnyDue(schedule));
            EXPECT_TRUE(store.claim(schedule, 10).empty());
            ASSERT_EQ(noting.selects.size(), 2u);
            const std::string column = schedule == Schedule::Publish ? "publish_at" : "unpublish_at";
            const bool isSqlite = sql.dialect().name() == "sqlite";
            const std::string way = isSqlite ? "USING INDEX objects_" + column + " (" + column + "<?" : "|range|";
            for (const auto& statement : noting.selects) {
                const std::string plan = test::queryPlan(sql, statement.text, statement.params);
                EXPECT_NE(plan.find(way), std::string::npos) << statement.text << "\n" << plan;
            }
        }
        test::NotingSql noting(sql);
        EXPECT_TRUE(PublicationStore(noting).dueDrafts({}, 10).empty());
        const std::string plan = test::queryPlan(sql, noting.selects.at(0).text, noting.selects.at(0).params);
        const bool isSqlite = sql.dialect().name() == "sqlite";
        EXPECT_NE(plan.find(isSqlite ? "USING INDEX objects_publish_at (publish_at>? AND publish_at<?" : "|range|"),
                  std::string::npos)
            << plan;
    });
}

}  // namespace
}  // namespace inkwell::objects
