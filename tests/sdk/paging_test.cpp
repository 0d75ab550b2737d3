#include "inkwell/paging.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

/// "0" to "99", of which `gone` are no more there when they are loaded.
class Numbers {
public:
    Numbers() {
        for (int i = 0; i < 100; ++i) ids_.push_back(std::to_string(i));
    }

    MatchedPage<int> page(std::size_t atOnce, std::int64_t limit, std::int64_t skip, int divisor, int from = 0) {
        ListParams params;
        params.limit = limit;
        params.skip = skip;
        const auto load = [&](std::span<const std::string> part) {
            largestPart = std::max(largestPart, part.size());
            std::vector<int> numbers;
            for (const std::string& id : part) {
                if (id != gone) numbers.push_back(std::stoi(id));
            }
            return numbers;
        };
        const auto match = [&](const std::vector<int>& numbers) {
            std::vector<bool> matches;
            for (const int number : numbers) matches.push_back(number % divisor == 0);
            return matches;
        };
        if (from == 0) return pageOfMatches<int>(ids_, atOnce, params, load, match);
        return pageOfMatches<int>(ids_, atOnce, params, load, match, [&](int number) { return number >= from; });
    }

    std::string gone;
    std::size_t largestPart = 0;

private:
    std::vector<std::string> ids_;
};

TEST(PageOfMatches, IsTheSameHoweverManyAreLoadedAtOnce) {
    for (const std::size_t atOnce : {1U, 7U, 10U, 99U, 100U, 500U}) {
        Numbers numbers;
        const MatchedPage<int> page = numbers.page(atOnce, 3, 2, 10);
        EXPECT_EQ(page.items, (std::vector<int>{20, 30, 40})) << atOnce;
        EXPECT_EQ(page.total, 10) << atOnce;
        EXPECT_LE(numbers.largestPart, atOnce);
    }
}

TEST(PageOfMatches, CountsWhatIsOnNoPage) {
    Numbers numbers;
    EXPECT_EQ(numbers.page(10, 0, 0, 10).total, 10);
    EXPECT_EQ(numbers.page(10, 5, 1000, 10).total, 10);
    EXPECT_TRUE(numbers.page(10, 5, 1000, 10).items.empty());
    EXPECT_EQ(numbers.page(10, 5, 8, 10).items, (std::vector<int>{80, 90}));
}

TEST(PageOfMatches, CountsWhatIsNotListedAndMakesNoPageOfIt) {
    Numbers numbers;
    const MatchedPage<int> page = numbers.page(10, 2, 1, 10, 45);
    EXPECT_EQ(page.items, (std::vector<int>{60, 70}));
    EXPECT_EQ(page.total, 10);
}

TEST(PageOfMatches, LeavesOutWhatIsGone) {
    Numbers numbers;
    numbers.gone = "10";
    const MatchedPage<int> page = numbers.page(10, 2, 0, 10);
    EXPECT_EQ(page.items, (std::vector<int>{0, 20}));
    EXPECT_EQ(page.total, 9);
}

}  // namespace
}  // namespace inkwell
