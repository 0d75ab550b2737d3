// The tables of objects, on both engines.
#include <gtest/gtest.h>

#include "inkwell/database_engine.h"
#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"

namespace inkwell::objects {
namespace {

class Migrations : public testing::TestWithParam<test::Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, Migrations, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

// As after a crash in the middle of it.
TEST_P(Migrations, EveryStatementIsHarmlessWhenItWasDone) {
    QueryWorld world(GetParam());
    world.database().write([&](Sql& sql) {
        for (const Migration& step : migrations()) {
            for (const char* statement : step.statements) {
                try {
                    sql.execute(sql.dialect().expand(statement));
                } catch (const DatabaseError& error) {
                    EXPECT_EQ(error.kind(), DatabaseError::Kind::AlreadyExists) << statement << ": " << error.what();
                }
            }
        }
    });
}

TEST_P(Migrations, ADraftTakesNoSlug) {
    QueryWorld world(GetParam());
    StoredObject object;
    object.id = testkit::numberedId(1);
    object.bucketId = kQueriedBucket;
    object.type = "posts";
    object.slug = "one";
    object.status = "published";
    StoredObject draft = object;
    draft.draftId = testkit::numberedId(2);
    draft.status = "draft";
    object.isLatest = false;
    world.store({object, draft});
    world.database().write([&](Sql& sql) {
        const ListParams page{10, 0, "order"};
        EXPECT_EQ(ObjectListStore(sql, {kQueriedBucket, Visibility::Published}).list(page).objects.at(0).draftId, "");
        const ObjectPage any = ObjectListStore(sql, {kQueriedBucket, Visibility::Any}).list(page);
        ASSERT_EQ(any.objects.size(), 1U);
        EXPECT_EQ(any.objects[0].draftId, draft.draftId);
        StoredObject same = object;
        same.id = testkit::numberedId(3);
        try {
            ObjectStore(sql).insert(same);
            ADD_FAILURE() << "two objects have one slug";
        } catch (const DatabaseError& error) {
            EXPECT_EQ(error.kind(), DatabaseError::Kind::Duplicate);
        }
    });
}

}  // namespace
}  // namespace inkwell::objects
