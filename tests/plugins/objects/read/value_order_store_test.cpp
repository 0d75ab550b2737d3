// Orders by a value: what comes first, ties, what has no value, and pages by number and behind an object.
#include "read/value_order_store.h"

#include <gtest/gtest.h>

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/noting_sql.h"
#include "tests/support/query_plan.h"

namespace inkwell::objects {
namespace {

using Ids = std::vector<std::string>;

class ValueOrders : public testing::TestWithParam<test::Engine> {
protected:
    // One that is `n`th by id, with a title and the values of a metafield "price".
    static StoredObject objectOf(int n, const std::string& title, const JsonArray& prices) {
        StoredObject object;
        object.id = testkit::numberedId(n);
        object.bucketId = kQueriedBucket;
        object.type = "posts";
        object.slug = "s" + std::to_string(9 - n);
        object.status = n == 8 ? "draft" : "published";
        object.title = title;
        object.document["content"] = "";
        for (const Json& price : prices)
            object.metafields().push_back({{"key", "price"}, {"type", "number"}, {"value", price}});
        return object;
    }
    ObjectPage page(const ListParams& params, const std::string& query = "", const std::string& after = "",
                    bool counts = true) {
        const ObjectScope scope{kQueriedBucket, Visibility::Published};
        const ListQuery asked = parseObjectQuery(query);
        return world_.database().read([&](Sql& sql) {
            ListReading reading;
            reading.counts = counts;
            ObjectListStore store(sql, scope, reading);
            const auto place = after.empty() ? std::nullopt : store.findPlace(after);
            return isExact(asked)
                       ? store.list(params, asked, place)
                       : searchObjects(world_.database(), &world_.engine(), scope, params, asked, place, reading);
        });
    }
    static Ids idsOf(const ObjectPage& page) {
        Ids ids;
        for (const StoredObject& object : page.objects) ids.push_back(object.id);
        return ids;
    }
    static Ids numbered(std::initializer_list<int> numbers) {
        Ids ids;
        for (const int number : numbers) ids.push_back(testkit::numberedId(number));
        return ids;
    }
    void SetUp() override {
        world_.store({objectOf(1, "beta", {5}), objectOf(2, "Alpha", {-3, 40}), objectOf(3, "alpha", {}),
                      objectOf(4, "gamma", {20}), objectOf(5, "beta", {5}), objectOf(6, "", {}),
                      objectOf(7, "delta", {"text"}), objectOf(8, "draft", {1})});
    }

    QueryWorld world_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Engines, ValueOrders, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(ValueOrders, OfFieldsGoByBytesAndThenById) {
    EXPECT_EQ(idsOf(page({10, 0, "title"})), numbered({6, 2, 3, 1, 5, 7, 4}));
    EXPECT_EQ(idsOf(page({10, 0, "-title"})), numbered({4, 7, 5, 1, 3, 2, 6}));
    EXPECT_EQ(idsOf(page({10, 0, "slug"})), numbered({7, 6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(idsOf(page({10, 0, "-slug"})), numbered({1, 2, 3, 4, 5, 6, 7}));
}

TEST_P(ValueOrders, OfMetafieldsTakeTheFirstOfSeveralValuesAndEndWithWhatHasNone) {
    EXPECT_EQ(idsOf(page({10, 0, "metadata.price"})), numbered({2, 1, 5, 4, 7, 3, 6}));
    EXPECT_EQ(idsOf(page({10, 0, "-metadata.price"})), numbered({7, 2, 4, 5, 1, 6, 3}));
    EXPECT_EQ(idsOf(page({10, 0, "metadata.unknown"})), numbered({1, 2, 3, 4, 5, 6, 7}));
}

TEST_P(ValueOrders, HavePagesByNumberAndBehindAnObjectThatFitTogether) {
    for (const char* sort : {"title", "-title", "slug", "-slug", "metadata.price", "-metadata.price", "-metadata.no"}) {
        for (const char* query : {"", R"({"type": "posts"})", R"({"title": {"$regex": "a"}})"}) {
            const Ids all = idsOf(page({10, 0, sort}, query));
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto skip = static_cast<std::int64_t>(i) + 1;
                const auto rest = all.begin() + static_cast<std::ptrdiff_t>(skip);
                EXPECT_EQ(idsOf(page({10, skip, sort}, query)), Ids(rest, all.end())) << sort << " skip " << skip;
                const ObjectPage next = page({10, 0, sort}, query, all[i]);
                EXPECT_EQ(idsOf(next), Ids(rest, all.end())) << sort << " after " << all[i] << " " << query;
                EXPECT_EQ(next.total, static_cast<std::int64_t>(all.size())) << sort << " " << query;
                const Ids two(rest, rest + std::min<std::ptrdiff_t>(2, all.end() - rest));
                EXPECT_EQ(idsOf(page({2, 0, sort}, query, all[i], false)), two) << sort << " after " << all[i];
                EXPECT_EQ(idsOf(page({2, skip, sort}, query, "", false)), two) << sort << " skip " << skip;
            }
        }
    }
}

TEST_P(ValueOrders, OfOneTypeMergeTheSlugsOfItsLocales) {
    StoredObject german = objectOf(9, "delta", {7});
    german.locale = "de-DE";
    german.slug = "s5";  // also the slug of the fourth
    world_.store({german});
    const std::string type = R"({"type": "posts"})";
    EXPECT_EQ(idsOf(page({10, 0, "slug"}, type)), numbered({7, 6, 5, 4, 9, 3, 2, 1}));
    EXPECT_EQ(idsOf(page({3, 3, "slug"}, type)), numbered({4, 9, 3}));
    EXPECT_EQ(idsOf(page({3, 0, "slug"}, type, testkit::numberedId(4))), numbered({9, 3, 2}));
    EXPECT_EQ(idsOf(page({3, 0, "-slug"}, type, testkit::numberedId(3))), numbered({9, 4, 5}));
}

TEST_P(ValueOrders, OfOneTypeWalkAnIndex) {
    std::vector<StoredObject> many;
    for (int i = 10; i < 2000; ++i) {
        StoredObject object = objectOf(i, "title " + std::to_string(i % 7), {i % 50});
        object.slug = "many-" + std::to_string(i);
        many.push_back(std::move(object));
    }
    world_.store(many);
    world_.database().write([](Sql& sql) { test::updateStatistics(sql, "objects, objects_fields"); });
    world_.database().read([](Sql& sql) {
        for (const Visibility visibility : {Visibility::Published, Visibility::Any}) {
            const ObjectScope scope{kQueriedBucket, visibility};
            const ObjectFilter filter = ObjectFilter::of(scope, parseObjectQuery(R"({"type": "posts"})"));
            for (const auto& [sort, index] :
                 {std::pair("title", "objects_type_title"), std::pair("-title", "objects_type_title"),
                  std::pair("slug", "objects_live_slug"), std::pair("-slug", "objects_live_slug"),
                  std::pair("metadata.price", "objects_fields_value"),
                  std::pair("-metadata.price", "objects_fields_value")}) {
                for (const std::optional<std::string>& after :
                     {std::optional<std::string>(), {testkit::numberedId(525)}}) {
                    test::NotingSql noting(sql);
                    ValueOrderStore::Part part;
                    part.after = after;
                    part.limit = 10;
                    EXPECT_EQ(ValueOrderStore(noting, scope, sort).ids(filter, part).size(), 10U);
                    std::string plan;
                    for (const auto& [statement, params] : noting.selects)
                        if (statement.find(" LIMIT ?") != std::string::npos)
                            plan += test::queryPlan(sql, statement, params);
                    EXPECT_NE(plan.find(index), std::string::npos) << sort << "\n" << plan;
                    for (const char* sorting : {"filesort", "TEMP B-TREE"})
                        EXPECT_EQ(plan.find(sorting), std::string::npos) << sort << "\n" << plan;
                }
            }
        }
    });
}

TEST_P(ValueOrders, GoWithConditionsOnValuesAndTheDeepestQueries) {
    EXPECT_EQ(idsOf(page({10, 0, "-title"}, R"({"metadata.price": {"$lt": 10}})")), numbered({5, 1, 2}));
    std::string deepest = R"({"metadata.rel.metadata.rel.title": {"$in": ["nobody", null]}})";
    for (int i = 0; i < 2; ++i) deepest = R"({"$nor": [{"slug": "x"}, )" + deepest + "]}";
    EXPECT_EQ(idsOf(page({10, 0, "metadata.price"}, deepest)), numbered({2, 1, 5, 4, 7, 3, 6}));
}

}  // namespace
}  // namespace inkwell::objects
