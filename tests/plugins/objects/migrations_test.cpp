// Objects stored before the table knew drafts of newer versions are what they were, on both engines.
#include <gtest/gtest.h>

#include "inkwell/database_engine.h"
#include "tests/plugins/objects/query_world.h"

namespace inkwell::objects {
namespace {

class Migrations : public testing::TestWithParam<test::Engine> {
protected:
    Migrations() : fixture_(GetParam() == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", settings()) {}

    static JsonObject settings() {
        if (GetParam() == test::Engine::Sqlite) return {};
        test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }
    void insertAsBefore(const std::string& id, const std::string& slug, const std::string& status) {
        fixture_.database().write([&](Sql& sql) {
            sql.execute(
                "INSERT INTO objects (id, bucket_id, type_slug, slug, locale, status, title, position, created_at, "
                "modified_at, thumbnail, version, trigger_webhook, document) "
                "VALUES (?, ?, 'posts', ?, '', ?, 'Old', 1, 1, 1, '', 1, 0, '{}')",
                {id, kQueriedBucket, slug, status});
        });
    }

    test::PluginFixture fixture_;
};
INSTANTIATE_TEST_SUITE_P(Engines, Migrations, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(Migrations, OlderObjectsAreTheirOwnNewestVersion) {
    const auto steps = migrations();
    fixture_.migrate("objects", {steps.begin(), steps.begin() + 3});
    insertAsBefore(QueryMaker::idOf(1), "one", "published");
    insertAsBefore(QueryMaker::idOf(2), "two", "draft");
    fixture_.migrate("objects", {steps.begin(), steps.end()});
    // As after a crash in the middle of it: every statement is harmless when it was done.
    fixture_.database().write([&](Sql& sql) {
        for (const char* statement : steps[3].statements) {
            try {
                sql.execute(sql.dialect().expand(statement));
            } catch (const DatabaseError& error) {
                EXPECT_EQ(error.kind(), DatabaseError::Kind::AlreadyExists) << statement << ": " << error.what();
            }
        }
    });
    fixture_.database().write([&](Sql& sql) {
        const ListParams page{10, 0, "order"};
        EXPECT_EQ(ObjectListStore(sql, {kQueriedBucket, Visibility::Published}).list(page).total, 1);
        const ObjectPage any = ObjectListStore(sql, {kQueriedBucket, Visibility::Any}).list(page);
        ASSERT_EQ(any.objects.size(), 2U);
        EXPECT_EQ(any.objects[0].id, QueryMaker::idOf(1));
        EXPECT_EQ(any.objects[0].draftId, "");
        EXPECT_TRUE(any.objects[0].isLatest);
        StoredObject same = any.objects[1];
        same.id = QueryMaker::idOf(3);
        same.slug = "one";
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
