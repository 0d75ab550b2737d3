// The table objects_fields: how it is kept, and that queries seek in it instead of scanning.
#include "read/object_query_store.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/query_plan.h"

namespace inkwell::objects {
namespace {

JsonObject metafield(const std::string& key, boost::json::value_ref value) {
    return {{"key", key}, {"type", "text"}, {"value", value}};
}

StoredObject objectOf(int number) {
    StoredObject object;
    object.id = testkit::numberedId(number);
    object.bucketId = kQueriedBucket;
    object.type = "posts";
    object.slug = "s" + std::to_string(number);
    object.status = "published";
    object.title = "Title " + std::to_string(number);
    object.document["content"] = "";
    object.metafields() = {metafield("n", number),
                           metafield("t", std::to_string(number)),
                           {{"key", "rel"}, {"type", "object"}, {"value", testkit::numberedId(number + 1)}}};
    return object;
}

void fill(QueryWorld& world) {
    std::vector<StoredObject> objects;
    for (int i = 0; i < 2000; ++i) objects.push_back(objectOf(i));
    world.store(objects);
    world.database().write([](Sql& sql) { test::updateStatistics(sql, "objects, objects_fields"); });
}

class QueryPlan : public testing::TestWithParam<test::Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, QueryPlan, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

std::string planOf(Sql& sql, const std::string& query,
                   const std::shared_ptr<const PathNumbers::Numbers>& known = nullptr) {
    const ObjectFilter filter =
        ObjectFilter::of({kQueriedBucket, Visibility::Published, {}, known}, parseObjectQuery(query));
    return test::queryPlan(sql, "SELECT id FROM objects " + filter.where + " ORDER BY created_at, id LIMIT 10",
                           filter.params);
}

TEST_P(QueryPlan, OfAFieldSeeksInItsIndex) {
    QueryWorld world(GetParam());
    fill(world);
    world.database().read([](Sql& sql) {
        const auto known = std::make_shared<const PathNumbers::Numbers>(
            FieldStore(sql).numbersOf(kQueriedBucket, PathNumbers::kMaxPaths));
        for (const char* query :
             {R"({"metadata.n": 5})", R"({"metadata.t": "5", "type": "posts"})", R"({"title": "Title 7"})",
              R"({"metadata.n": {"$gt": 1990}})", R"({"metadata.rel.title": "Title 9"})",
              R"({"$or": [{"metadata.n": 1}, {"metadata.n": 2}], "metadata.t": {"$in": ["1", "2"]}})"}) {
            for (const std::string& plan : {planOf(sql, query), planOf(sql, query, known)}) {
                for (const char* scan : {"|objects|ALL", "|f|ALL", "|p|ALL", "SCAN objects", "SCAN f"}) {
                    EXPECT_EQ(plan.find(scan), std::string::npos) << query << "\n" << plan;
                }
                EXPECT_NE(plan.find("objects_fields_value"), std::string::npos) << query << "\n" << plan;
            }
        }
    });
}

TEST(QueryText, OfAFieldWhosePathIsKnownDoesNotLookForIt) {
    const auto known =
        std::make_shared<const PathNumbers::Numbers>(PathNumbers::Numbers{{indexedText("metadata.n"), 7}});
    const ObjectFilter filter =
        ObjectFilter::of({kQueriedBucket, Visibility::Published, {}, known}, parseObjectQuery(R"({"metadata.n": 5})"));
    EXPECT_EQ(filter.where.find("objects_paths"), std::string::npos) << filter.where;
    EXPECT_EQ(filter.params.at(1).integer(), 7);
}

TEST_P(QueryPlan, OfASlugSeeksInItsIndex) {
    QueryWorld world(GetParam());
    fill(world);
    world.database().read([](Sql& sql) {
        for (const char* query : {R"({"slug": "s5"})", R"({"slug": "s5", "type": "posts"})",
                                  R"({"slug": {"$in": ["s5", "s6"]}, "type": "posts", "locale": "de"})",
                                  R"({"metadata.rel.slug": "s5"})"}) {
            for (const char* order : {"created_at, object_id", "position, created_at, object_id", "title"}) {
                for (const auto visibility : {Visibility::Published, Visibility::Any}) {
                    const ObjectFilter filter = ObjectFilter::of({kQueriedBucket, visibility}, parseObjectQuery(query));
                    const std::string plan = test::queryPlan(
                        sql, "SELECT id FROM objects " + filter.where + " ORDER BY " + order + " LIMIT 10",
                        filter.params);
                    const bool isSqlite = sql.dialect().name() == "sqlite";
                    for (const char* scan : {"|objects|ALL", "|s|ALL", "|p|ALL", "SCAN"}) {
                        EXPECT_EQ(plan.find(scan), std::string::npos) << query << "\n" << plan;
                    }
                    EXPECT_NE(plan.find(isSqlite ? "INDEX objects_slug (bucket_id=? AND slug=?)" : "|objects_slug|"),
                              std::string::npos)
                        << query << "\n"
                        << plan;
                }
            }
        }
    });
}

TEST_P(QueryPlan, OfARangeIsOneStretchOfAnIndex) {
    QueryWorld world(GetParam());
    world.database().read([](Sql& sql) {
        const std::string query = R"({"metadata.n": {"$gte": 5, "$lt": 10}})";
        const std::string where =
            ObjectFilter::of({kQueriedBucket, Visibility::Published}, parseObjectQuery(query)).where;
        EXPECT_EQ(where.find("objects_fields f"), where.rfind("objects_fields f")) << where;
        if (sql.dialect().name() != "sqlite") return;
        const std::string plan = planOf(sql, query);
        EXPECT_NE(plan.find("path=? AND value>? AND value<?"), std::string::npos) << plan;
    });
}

// The one that finds fewest is the way in, and the others are tested on what it finds, not listed.
TEST_P(QueryPlan, OfManyConditionsBeginsWithTheOneThatFindsFewest) {
    QueryWorld world(GetParam());
    fill(world);
    world.database().read([](Sql& sql) {
        const std::string query =
            R"({"metadata.n": {"$gt": 5}, "metadata.f": true, "metadata.rel": "000000000000000000000007"})";
        const ObjectFilter filter = ObjectFilter::of({kQueriedBucket, Visibility::Published}, parseObjectQuery(query));
        EXPECT_NE(filter.params.at(2).text().find("metadata.rel"), std::string::npos) << filter.where;
        if (sql.dialect().name() != "sqlite") return;
        const std::string plan = planOf(sql, query);
        for (const char* look : {"value=?)", "value>? AND value<?)"}) {
            EXPECT_NE(plan.find(std::string("SEARCH g USING PRIMARY KEY (object=? AND path=? AND ") + look),
                      std::string::npos)
                << plan;
        }
        // One list alone: of the rarest, and the ranges of what it finds are asked for by object.
        EXPECT_EQ(plan.find("SEARCH f USING COVERING INDEX objects_fields_value (path=? AND value>?"),
                  std::string::npos)
            << plan;
    });
}

// Not: goes through all related objects that the list has, for each object that the first condition finds.
TEST(QueryPlanOnSqlite, LooksIntoTheListOfRelatedObjects) {
    QueryWorld world(test::Engine::Sqlite);
    world.database().read([](Sql& sql) {
        const std::string plan = planOf(sql, R"({"metadata.n": 5, "metadata.rel.title": {"$gt": "A"}})");
        EXPECT_NE(plan.find("SEARCH g USING PRIMARY KEY (object=? AND path=?)"), std::string::npos) << plan;
        EXPECT_EQ(plan.find("SEARCH g USING COVERING INDEX"), std::string::npos) << plan;
    });
}

std::string manyConditions(const std::string& group, const std::string& key, const std::string& test) {
    std::string query = "{\"" + group + "\": [";
    for (int i = 0; i < 50; ++i) query += std::string(i == 0 ? "" : ",") + "{\"" + key + "\": " + test + "}";
    return query + "]}";
}

std::string walkOf(Sql& sql, Visibility visibility, const std::string& sort, const std::string& query) {
    const ObjectFilter filter = ObjectFilter::of({kQueriedBucket, visibility}, parseObjectQuery(query));
    return test::queryPlan(sql,
                           "SELECT object_id FROM objects" + filter.walk(sort) + " " + filter.where + " ORDER BY " +
                               ObjectOrder(sort).clause(sql.dialect()) + " LIMIT 10",
                           filter.params);
}

TEST_P(QueryPlan, OfEveryOrderWalksAnIndexOfItsOwn) {
    QueryWorld world(GetParam());
    fill(world);
    world.database().read([](Sql& sql) {
        for (const auto& [query, name] : {std::pair("", "objects_"), std::pair(R"({"type": "posts"})", "objects_type_"),
                                          std::pair(R"({"type": "posts", "status": "draft"})", "objects_type_")}) {
            for (const auto& [sort, order] : {std::pair("order", "order"), std::pair("-created_at", "created"),
                                              std::pair("modified_at", "modified")}) {
                for (const Visibility visibility : {Visibility::Published, Visibility::Any}) {
                    // MariaDB sees that nothing can be found, and looks nowhere.
                    if (visibility == Visibility::Published && std::string(query).find("draft") != std::string::npos)
                        continue;
                    const std::string plan = walkOf(sql, visibility, sort, query);
                    EXPECT_NE(plan.find(std::string(name) + order), std::string::npos) << plan;
                    const bool covers = plan.find("COVERING INDEX") != std::string::npos ||
                                        plan.find("Using index") != std::string::npos;
                    EXPECT_TRUE(covers) << plan;
                    for (const char* sorting : {"filesort", "TEMP B-TREE"}) {
                        EXPECT_EQ(plan.find(sorting), std::string::npos) << plan;
                    }
                }
            }
        }
    });
}

TEST_P(QueryPlan, OfIdsSeeksThem) {
    QueryWorld world(GetParam());
    fill(world);
    world.database().read([](Sql& sql) {
        const bool isSqlite = sql.dialect().name() == "sqlite";
        const std::string ids = "[\"" + testkit::numberedId(1) + "\", \"" + testkit::numberedId(2) + "\"]";
        const ListQuery query = parseObjectQuery("{\"id\": {\"$in\": " + ids + "}, \"type\": \"posts\"}");
        for (const auto& [visibility, sqlite, mysql] :
             {std::tuple(Visibility::Published, "(id=?)", "|objects_id|"),
              std::tuple(Visibility::Any, "(object_id=? AND latest=?)", "|objects_versions|")}) {
            const ObjectFilter filter = ObjectFilter::of({kQueriedBucket, visibility}, query);
            const std::string plan =
                test::queryPlan(sql, "SELECT object_id FROM objects " + filter.where, filter.params);
            EXPECT_NE(plan.find(isSqlite ? sqlite : mysql), std::string::npos) << plan;
        }
    });
}

TEST_P(QueryPlan, IsMadeForTheLargestQueriesToo) {
    QueryWorld world(GetParam());
    std::vector<StoredObject> objects;
    for (int i = 0; i < 100; ++i) objects.push_back(objectOf(i));
    world.store(objects);
    const auto found = [&](const std::string& text) {
        return world.database().read([&](Sql& sql) {
            return ObjectListStore(sql, {kQueriedBucket, Visibility::Any})
                .list({10, 0, "created_at"}, parseObjectQuery(text))
                .total;
        });
    };
    const std::string related = "metadata.rel.metadata.rel.title";
    EXPECT_EQ(found(manyConditions("$and", "metadata.n", R"({"$lt": 20})")), 20);
    EXPECT_EQ(found(manyConditions("$or", "metadata.n", R"({"$lt": 20})")), 20);
    EXPECT_EQ(found(manyConditions("$nor", "metadata.n", R"({"$lt": 20})")), 80);
    EXPECT_EQ(found(manyConditions("$and", related, R"({"$gte": "Title 9"})")), 11);
    EXPECT_EQ(found(manyConditions("$or", related, R"({"$gte": "Title 9"})")), 11);
    EXPECT_EQ(found(manyConditions("$nor", related, R"({"$gte": "Title 9"})")), 89);
    const auto deepest = [](const std::string& key, int levels) {
        std::string query = "{\"" + key + R"(": {"$not": {"$nin": ["Title 9", null]}}})";
        for (int i = 0; i < levels; ++i) query = R"({"$nor": [{"slug": "x"}, )" + query + "]}";
        return query;
    };
    const auto alternating = [](const std::string& key, int levels) {
        std::string query = "{\"" + key + R"(": {"$in": ["Title 9", null]}})";
        for (int i = 0; i < levels; ++i)
            query =
                (i % 2 == 0 ? R"({"$or": [{"slug": "x"}, )" : R"({"$and": [{"slug": {"$ne": "x"}}, )") + query + "]}";
        return query;
    };
    // All at one depth, so that the last one stands behind others in every group.
    const std::function<std::string(int)> balanced = [&](int levels) -> std::string {
        if (levels == 0) return "{\"" + related + R"(": {"$gte": "Title 9"}})";
        const std::string half = balanced(levels - 1);
        return std::string(levels % 2 == 0 ? R"({"$or": [)" : R"({"$and": [)") + half + "," + half + "]}";
    };
    EXPECT_EQ(found(balanced(5)), 11);
    EXPECT_EQ(found(deepest("metadata.rel.title", 6)), 2);
    EXPECT_EQ(found(deepest(related, 1)), 97);
    EXPECT_EQ(found(alternating("metadata.rel.title", 6)), 2);
    EXPECT_EQ(found(alternating(related, 4)), 3);
    EXPECT_THROW(found(deepest(related, 6)), ApiError);
}

}  // namespace
}  // namespace inkwell::objects
