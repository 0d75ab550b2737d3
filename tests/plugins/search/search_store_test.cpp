#include "search_store.h"

#include "tests/plugins/search/search_fixture.h"
#include "tests/support/noting_sql.h"
#include "tests/support/query_plan.h"
#include "tokens.h"

namespace inkwell::search {
namespace {

constexpr std::size_t kAnySize = 1U << 30;

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
        const Stretch first = SearchStore(noting).newest(bucket_->id, kNewest, 20, kAnySize);
        ASSERT_EQ(first.entries.size(), 20U);
        EXPECT_EQ(first.entries.front().entry.thing.id, testkit::numberedId(300));
        const Stretch next = SearchStore(noting).newest(bucket_->id, first.entries.back().number, 20, kAnySize);
        EXPECT_EQ(next.entries.front().entry.thing.id, testkit::numberedId(280));
        for (const auto& select : noting.selects) {
            const std::string plan = test::queryPlan(sql, select.text, select.params);
            EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << plan;
            EXPECT_EQ(plan.find("filesort"), std::string::npos) << plan;
            // Both go from the newest down; which one is taken depends on how many buckets there are.
            const bool byIndex = plan.find("search_entries_newest") != std::string::npos;
            EXPECT_TRUE(byIndex || plan.find("|PRIMARY|") != std::string::npos) << plan;
        }
    });
}

TEST_P(Store, ReadsNoMoreOfTheNewestThanItMayHold) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 9; ++i) add(i, "winter " + std::to_string(i));
    });
    fixture_.database().read([&](Sql& sql) {
        SearchStore store(sql);
        const auto sizeOf = [](const Stretch& some) {
            std::size_t bytes = 0;
            for (const Numbered& one : some.entries) bytes += one.entry.tokens.size();
            return bytes;
        };
        const Stretch all = store.newest(bucket_->id, kNewest, 20, kAnySize);
        EXPECT_EQ(all.entries.size(), 9U);
        EXPECT_TRUE(all.isLast);
        const std::size_t one = sizeOf(all) / 9;
        const Stretch some = store.newest(bucket_->id, kNewest, 20, 3 * one);
        EXPECT_EQ(some.entries.size(), 3U);
        EXPECT_FALSE(some.isLast);
        EXPECT_EQ(store.newest(bucket_->id, kNewest, 20, 0).entries.size(), 1U) << "it goes on";
        EXPECT_FALSE(store.newest(bucket_->id, kNewest, 9, kAnySize).isLast) << "it has not looked further";
        const Stretch none = store.newest(bucket_->id, all.entries.back().number, 20, kAnySize);
        EXPECT_TRUE(none.entries.empty());
        EXPECT_TRUE(none.isLast);
    });
}

TEST_P(Store, ReadsTheTokensOfWhatIsFoundOnlyWhereTheyAreFew) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 9; ++i) add(i, "winter " + std::to_string(i));
    });
    fixture_.database().read([&](Sql& sql) {
        const std::int64_t number = SearchStore(sql).progressOf(bucket_->id)->number;
        const std::vector<Word> words = wordsOf("winter");
        const Wanted wanted{
            bucket_->id,
            expressionFor(sql.dialect().name(), wishesFor(number, words, Visibility::Published, Rank::Any)), "", ""};
        test::NotingSql noting(sql);
        SearchStore store(noting);
        const auto found = store.findFew(wanted, 10, kAnySize);
        ASSERT_TRUE(found);
        ASSERT_EQ(found->size(), 9U);
        std::size_t bytes = 0;
        for (const Entry& entry : *found) bytes += entry.tokens.size();
        EXPECT_TRUE(store.findFew(wanted, 10, bytes));
        noting.selects.clear();
        EXPECT_FALSE(store.findFew(wanted, 10, bytes - 1));
        EXPECT_FALSE(store.findFew(wanted, 9, kAnySize));
        EXPECT_EQ(noting.selects.size(), 2U) << "no tokens are read in vain";
    });
}

}  // namespace
}  // namespace inkwell::search
