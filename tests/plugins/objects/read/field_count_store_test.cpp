// What a query begins with is chosen by counting, no further than it needs.
#include "read/field_count_store.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "numbered_id.h"
#include "read/object_list_store.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/noting_sql.h"

namespace inkwell::objects {
namespace {

class CountedFields : public testing::TestWithParam<test::Engine> {
protected:
    // "common" is the same in all of them, "half" in every second one, "rare" in every hundredth.
    void fill(int count) {
        std::vector<StoredObject> objects;
        for (int i = 0; i < count; ++i) {
            StoredObject object;
            object.id = testkit::numberedId(i);
            object.bucketId = kQueriedBucket;
            object.type = "posts";
            object.slug = "s" + std::to_string(i);
            object.status = "published";
            object.document["content"] = "";
            for (const auto& [key, each] : {std::pair("common", 1), std::pair("half", 2), std::pair("rare", 100)}) {
                object.metafields().push_back(
                    {{"key", key}, {"type", "text"}, {"value", i % each == 0 ? "yes" : "no"}});
            }
            objects.push_back(std::move(object));
        }
        world_.store(objects);
    }
    // The path that the rows are counted of, and are looked for first.
    static std::string wayInOf(const ObjectFilter& filter) {
        return filter.params.at(2).text().substr(0, filter.params.at(2).text().find('\x01'));
    }
    template <class F>
    void read(F&& body) {
        world_.database().read([&](Sql& sql) {
            test::NotingSql noting(sql);
            body(noting);
        });
    }
    ObjectFilter filterOf(Sql& sql, const std::string& query) {
        FieldCountStore counts(sql, known_);
        return ObjectFilter::of({kQueriedBucket, Visibility::Published}, parseObjectQuery(query), &counts);
    }

    QueryWorld world_{GetParam()};
    ListCache known_;
};
INSTANTIATE_TEST_SUITE_P(Engines, CountedFields, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(CountedFields, TellWhatFindsFewestHoweverTheQueryIsWritten) {
    fill(1200);
    read([&](test::NotingSql& sql) {
        for (const char* query :
             {R"({"metadata.common": "yes", "metadata.half": "yes", "metadata.rare": "yes"})",
              R"({"metadata.rare": "yes", "metadata.half": "yes", "metadata.common": "yes"})",
              // As a rule a range finds more than one value does.
              R"({"metadata.common": "yes", "metadata.half": "yes", "metadata.rare": {"$gt": "o"}})"}) {
            EXPECT_EQ(wayInOf(filterOf(sql, query)), "metadata.rare") << query;
        }
    });
}

TEST_P(CountedFields, AreCountedInOneStatementAndThenKnown) {
    fill(1200);
    const std::string query = R"({"metadata.common": "yes", "metadata.rare": "yes"})";
    read([&](test::NotingSql& sql) {
        filterOf(sql, query);
        EXPECT_EQ(sql.selects.size(), 1U);
        filterOf(sql, query);
        filterOf(sql, R"({"metadata.rare": "yes", "metadata.common": "yes"})");
        EXPECT_EQ(sql.selects.size(), 1U);
        known_.forget();
        filterOf(sql, query);
        EXPECT_EQ(sql.selects.size(), 2U);
    });
}

TEST_P(CountedFields, AreCountedFurtherOnlyWhereAllFindMany) {
    fill(1200);
    read([&](test::NotingSql& sql) {
        filterOf(sql, R"({"metadata.common": "yes", "metadata.half": "yes"})");
        EXPECT_EQ(sql.selects.size(), 2U);
        filterOf(sql, R"({"metadata.common": "yes", "metadata.half": "yes"})");
        EXPECT_EQ(sql.selects.size(), 2U);
    });
}

TEST_P(CountedFields, AreNotCountedForOneConditionNorForColumns) {
    fill(10);
    read([&](test::NotingSql& sql) {
        filterOf(sql, R"({"metadata.common": "yes", "type": "posts"})");
        filterOf(sql, R"({"slug": "s1", "type": "posts"})");
        EXPECT_EQ(sql.selects.size(), 0U);
    });
}

// Where all find many, the second rarest is scanned, with the rarest as a list, instead of looking at it for each.
TEST_P(CountedFields, ScanWhatIsNotMuchLargerAndLookAtWhatIs) {
    fill(4200);
    read([&](test::NotingSql& sql) {
        const ObjectFilter scans = filterOf(sql, R"({"metadata.common": "yes", "metadata.half": "yes"})");
        EXPECT_EQ(wayInOf(scans), "metadata.common");
        EXPECT_NE(scans.where.find("f.object IN ("), std::string::npos) << scans.where;
        const ObjectFilter looks = filterOf(sql, R"({"metadata.common": "yes", "metadata.rare": "yes"})");
        EXPECT_EQ(wayInOf(looks), "metadata.rare");
        EXPECT_EQ(looks.where.find("f.object IN ("), std::string::npos) << looks.where;
    });
}

TEST_P(CountedFields, FindTheSameWhetherListedOrLookedAt) {
    fill(4200);
    struct Tested {
        const char* query;
        const char* form;
        std::int64_t total;
    };
    for (const auto& [query, form, total] :
         {Tested{R"({"metadata.common": "yes", "metadata.half": "yes"})", "f.object IN (", 2100},
          Tested{R"({"metadata.common": "yes", "metadata.half": "no", "metadata.rare": "no"})", "f.object IN (", 2100},
          Tested{R"({"metadata.common": "yes", "metadata.rare": "yes"})", "SELECT DISTINCT", 42}}) {
        read([&](test::NotingSql& sql) {
            const ListParams params{1000, 0, "created_at"};
            ListReading reading;
            const ObjectScope scope{kQueriedBucket, Visibility::Published};
            const ObjectPage looked = ObjectListStore(sql, scope, reading).list(params, parseObjectQuery(query));
            reading.known = &known_;
            reading.origin = {kQueriedBucket, {}, known_.stamp()};
            const ObjectPage listed = ObjectListStore(sql, scope, reading).list(params, parseObjectQuery(query));
            EXPECT_NE(filterOf(sql, query).where.find(form), std::string::npos) << query;
            EXPECT_EQ(listed.total, total) << query;
            EXPECT_EQ(looked.total, total) << query;
            const std::size_t shown = std::min<std::size_t>(total, 1000);
            ASSERT_EQ(listed.objects.size(), shown) << query;
            ASSERT_EQ(looked.objects.size(), shown) << query;
            for (std::size_t i = 0; i < shown; ++i) ASSERT_EQ(listed.objects[i].id, looked.objects[i].id) << query;
        });
    }
}

}  // namespace
}  // namespace inkwell::objects
