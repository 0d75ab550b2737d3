#include "newest.h"

#include "tests/plugins/search/search_fixture.h"

namespace inkwell::search {
namespace {

/// Counts the units of work.
class CountedDatabase : public Database {
public:
    explicit CountedDatabase(Database& database) : database_(database) {}
    const Dialect& dialect() const override { return database_.dialect(); }
    bool isWriting() const noexcept override { return database_.isWriting(); }
    std::uint64_t currentAttempt() const noexcept override { return database_.currentAttempt(); }
    int units = 0;

protected:
    void runUnit(bool, const std::function<void(Sql&)>& body) override {
        ++units;
        database_.read(body);
    }

private:
    Database& database_;
};

class TheNewest : public SearchTest {
protected:
    TheNewest() { host(); }

    /// What is found for one word when up to `reach` entries are read.
    Newest read(std::int64_t reach) {
        const std::int64_t number =
            fixture_.database().read([&](Sql& sql) { return SearchStore(sql).progressOf(bucket_->id)->number; });
        lookup_.emplace(number, wordsOf("winter"), Visibility::Published);
        Newest newest(*lookup_, 1, any_, any_);
        newest.read(database_, bucket_->id, reach, 1000);
        return newest;
    }

    CountedDatabase database_{fixture_.database()};
    std::optional<Lookup> lookup_;
    const std::string any_;
};
SEARCH_ON_BOTH_ENGINES(TheNewest);

TEST_P(TheNewest, AreReadWithoutHoldingASessionAllTheWhile) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 600; ++i) add(i, "winter");
    });
    const Newest all = read(2000);
    EXPECT_EQ(all.count(), 600U);
    EXPECT_TRUE(all.isAll());
    EXPECT_EQ(database_.units, 3);
    EXPECT_FALSE(read(600).isAll()) << "it has not looked further";
}

TEST_P(TheNewest, AreFewerWhereTheyHaveTheWordsOfABook) {
    std::string book = "winter";
    while (book.size() < 300'000) book += " " + std::string(50, 'w') + std::to_string(book.size());
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 12; ++i) add(i, book);
    });
    const Newest some = read(2000);
    EXPECT_FALSE(some.isAll());
    EXPECT_GT(some.count(), 0U);
    EXPECT_LT(some.count(), 12U);
}

}  // namespace
}  // namespace inkwell::search
