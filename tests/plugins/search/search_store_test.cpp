#include "search_store.h"

#include "tests/plugins/search/search_fixture.h"
#include "tests/support/noting_sql.h"
#include "tests/support/query_plan.h"
#include "tokens.h"

namespace inkwell::search {
namespace {

class Store : public SearchTest {
protected:
    Store() { host(); }
};
SEARCH_ON_BOTH_ENGINES(Store);

TEST_P(Store, FindsByTheIndexOfWordsWhateverElseIsAsked) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 300; ++i) add(i, (i % 3 == 0 ? "winter " : "summer ") + std::to_string(i));
    });
    fixture_.database().read([&](Sql& sql) {
        if (sql.dialect().name() != "sqlite") test::updateStatistics(sql, "search_entries");
        const std::int64_t number = SearchStore(sql).progressOf(bucket_->id)->number;
        const std::vector<Word> words = wordsOf("winter");
        for (const Rank rank : {Rank::WholeTitle, Rank::Title, Rank::Whole, Rank::Any}) {
            for (const std::string& type : {std::string(), std::string("posts")}) {
                test::NotingSql noting(sql);
                const std::string expression =
                    expressionFor(sql.dialect().name(), wishesFor(number, words, Visibility::Published, rank));
                const std::string kind = type.empty() ? "" : kObject;
                EXPECT_EQ(SearchStore(noting).find({bucket_->id, expression, kind, type}, 1000).size(), 100U);
                const std::string plan = test::queryPlan(sql, noting.selects.back().text, noting.selects.back().params);
                if (sql.dialect().name() == "sqlite") {
                    EXPECT_NE(plan.find("f VIRTUAL TABLE INDEX"), std::string::npos) << plan;
                    EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << plan;
                    EXPECT_EQ(plan.find("SCAN e"), std::string::npos) << plan;
                } else {
                    EXPECT_NE(plan.find("|fulltext|"), std::string::npos) << plan;
                    EXPECT_NE(plan.find("|search_entries_tokens|"), std::string::npos) << plan;
                }
            }
        }
    });
}

TEST_P(Store, ReadsTheNewestWithoutSortingOrReadingOthers) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 300; ++i) add(i, "winter " + std::to_string(i));
    });
    fixture_.database().read([&](Sql& sql) {
        if (sql.dialect().name() != "sqlite") test::updateStatistics(sql, "search_entries");
        test::NotingSql noting(sql);
        const std::vector<Numbered> first = SearchStore(noting).newest(bucket_->id, kNewest, 20);
        ASSERT_EQ(first.size(), 20U);
        EXPECT_EQ(first.front().entry.thing.id, testkit::numberedId(300));
        const std::vector<Numbered> next = SearchStore(noting).newest(bucket_->id, first.back().number, 20);
        EXPECT_EQ(next.front().entry.thing.id, testkit::numberedId(280));
        const std::string plan = test::queryPlan(sql, noting.selects.back().text, noting.selects.back().params);
        EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << plan;
        EXPECT_EQ(plan.find("filesort"), std::string::npos) << plan;
        // Both go from the newest down; which one is taken depends on how many buckets there are.
        const bool byIndex = plan.find("search_entries_newest") != std::string::npos;
        EXPECT_TRUE(byIndex || plan.find("|PRIMARY|") != std::string::npos) << plan;
    });
}

}  // namespace
}  // namespace inkwell::search
