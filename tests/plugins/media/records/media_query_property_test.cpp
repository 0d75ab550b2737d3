// What the database answers to a query is what matching in memory answers: random media and queries, both engines.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <tuple>

#include "inkwell/list_query_sql.h"
#include "migrations.h"
#include "records/media_query.h"
#include "records/media_query_store.h"
#include "records/media_search.h"
#include "tests/plugins/media/records/media_query_maker.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/query_plan.h"
#include "tests/support/random_seed.h"
#include "tests/support/test_server.h"

namespace inkwell::media {
namespace {

constexpr int kRounds = 50;
constexpr int kQueriesPerRound = 110;
constexpr int kMediaPerRound = 40;

using Ids = std::vector<std::string>;

class MediaQueryProperty : public testing::TestWithParam<test::Engine> {
protected:
    MediaQueryProperty()
        : fixture_(GetParam() == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", settings()) {
        const auto steps = migrations();
        fixture_.migrate("media", {steps.begin(), steps.end()});
    }
    static JsonObject settings() {
        if (GetParam() == test::Engine::Sqlite) return {};
        test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }
    void replaceAll(const std::vector<StoredMedia>& media) {
        fixture_.database().write([&](Sql& sql) {
            MediaRecordStore(sql).removeOfBucket(kQueriedBucket);
            for (const StoredMedia& one : media) MediaRecordStore(sql).insert(one);
        });
    }
    MediaPage inDatabase(const ListParams& params, const ListQuery& query) {
        return fixture_.database().read([&](Sql& sql) { return searchMedia(sql, kQueriedBucket, params, query); });
    }
    static Ids inMemory(const std::vector<StoredMedia>& media, const std::string& sort, const ListQuery& query) {
        std::vector<const StoredMedia*> found;
        for (const StoredMedia& one : media)
            if (matches(query, one)) found.push_back(&one);
        const auto place = [&](const StoredMedia* one) {
            const std::string text = sort.ends_with("name")   ? one->originalName
                                     : sort.ends_with("type") ? one->contentType
                                                              : "";
            const std::int64_t number = sort.ends_with("size")      ? one->sizeBytes
                                        : sort.ends_with("created") ? one->createdAtMs
                                                                    : 0;
            return std::tuple(text, number, one->id);
        };
        std::sort(found.begin(), found.end(), [&](const StoredMedia* a, const StoredMedia* b) {
            return sort.starts_with("-") ? place(b) < place(a) : place(a) < place(b);
        });
        Ids ids;
        for (const StoredMedia* one : found) ids.push_back(one->id);
        return ids;
    }

    test::PluginFixture fixture_;
};
INSTANTIATE_TEST_SUITE_P(Engines, MediaQueryProperty, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

Ids idsOf(const MediaPage& page) {
    Ids ids;
    for (const StoredMedia& one : page.media) ids.push_back(one.id);
    return ids;
}

Ids pageOf(const Ids& all, const ListParams& params) {
    Ids ids;
    for (std::int64_t i = params.skip; i < static_cast<std::int64_t>(all.size()); ++i)
        if (i - params.skip < params.limit) ids.push_back(all[static_cast<std::size_t>(i)]);
    return ids;
}

TEST_P(MediaQueryProperty, TheDatabaseAndMemoryAgreeOnPagesAndTotals) {
    const unsigned seed = test::randomSeed();
    std::cout << "seed " << seed << "\n";
    QueryMaker maker(seed);
    int found = 0;
    int exact = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::vector<StoredMedia> media = maker.media(kMediaPerRound);
        replaceAll(media);
        for (int i = 0; i < kQueriesPerRound; ++i) {
            const std::string text = writeJson(maker.query());
            const ListQuery query = parseMediaQuery(text);
            ListParams params{1000, 0, maker.sort()};
            if (i % 4 == 0) params = {1 + maker.below(9), maker.below(9), params.sort};
            const Ids expected = inMemory(media, params.sort, query);
            const MediaPage page = inDatabase(params, query);
            ASSERT_EQ(page.total, static_cast<std::int64_t>(expected.size())) << "seed " << seed << ": " << text;
            ASSERT_EQ(idsOf(page), pageOf(expected, params)) << "seed " << seed << ": " << text;
            if (!expected.empty() && static_cast<int>(expected.size()) < kMediaPerRound) ++found;
            if (isSqlExact(query)) ++exact;
        }
    }
    // Otherwise the agreement would be about nothing.
    EXPECT_GT(found, kRounds * kQueriesPerRound / 4);
    EXPECT_GT(exact, kRounds * kQueriesPerRound / 4);
}

TEST_P(MediaQueryProperty, SizesCompareWithFractionsAsNumbers) {
    StoredMedia media;
    media.id = "000000000000000000000001";
    media.bucketId = kQueriedBucket;
    media.name = "a";
    replaceAll({media});
    for (const char* query : {R"({"size": 0})", R"({"size": {"$gt": -0.5, "$lt": 0.5}})",
                              R"({"size": {"$lte": 1e300}})", R"({"size": {"$gte": -1e-300}})"}) {
        EXPECT_EQ(inDatabase({}, parseMediaQuery(query)).total, 1) << query;
    }
    for (const char* query :
         {R"({"size": -1e-300})", R"({"size": {"$in": [true, 0.5]}})", R"({"size": {"$gt": 1e300}})",
          R"({"size": {"$lt": -1e-300}})", R"({"size": {"$gte": 1e-300}})"}) {
        EXPECT_EQ(inDatabase({}, parseMediaQuery(query)).total, 0) << query;
    }
}

TEST_P(MediaQueryProperty, AFieldIsSoughtInItsIndex) {
    std::vector<StoredMedia> all;
    for (int i = 0; i < 2000; ++i) {
        StoredMedia media;
        media.id = std::to_string(100000000000000000 + i) + "abcdef";
        media.bucketId = kQueriedBucket;
        media.name = "n" + std::to_string(i);
        media.metadata = {{"alt", "Alt " + std::to_string(i)}, {"width", i}};
        all.push_back(media);
    }
    replaceAll(all);
    fixture_.database().write([](Sql& sql) { test::updateStatistics(sql, "media, media_fields"); });
    fixture_.database().read([](Sql& sql) {
        for (const char* text : {R"({"metadata.alt": "Alt 7"})", R"({"metadata.width": {"$gt": 1990}})",
                                 R"({"name": "n5", "folder": null})", R"({"type": "image/none"})"}) {
            const MediaFilter filter = MediaFilter::of(kQueriedBucket, parseMediaQuery(text));
            const std::string plan = test::queryPlan(
                sql, "SELECT id FROM media " + filter.where + " ORDER BY created_at, id LIMIT 10", filter.params);
            for (const char* scan : {"|media|ALL", "|f|ALL", "SCAN media", "SCAN f"})
                EXPECT_EQ(plan.find(scan), std::string::npos) << text << "\n" << plan;
            EXPECT_TRUE(plan.find("media_fields_text") != std::string::npos ||
                        plan.find("media_fields_number") != std::string::npos)
                << text << "\n"
                << plan;
        }
    });
}

}  // namespace
}  // namespace inkwell::media
