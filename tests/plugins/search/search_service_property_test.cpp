// Whatever is written and asked, both engines find what a simple model finds, in its order.
#include <algorithm>
#include <random>

#include "search_service.h"
#include "tests/plugins/search/search_fixture.h"
#include "tests/support/random_seed.h"
#include "words.h"

namespace inkwell::search {
namespace {

// With what engines treat in ways of their own: accents, short and common words, marks, other scripts.
const std::vector<std::string> kVocabulary = {
    "the",    "The", "a",     "an",  "or",   "to", "Über",   "uber",    "ubers", "Ärger", "arg", "été",  "ete", "naïve",
    "O'Neil", "c++", "x-ray", "ray", "東京", "東", "Straße", "strasse", "2024",  "20",    "é",   "it's", "zzz"};

class Property : public SearchTest {
protected:
    Property() { host(); }

    std::string text(std::minstd_rand& random, int most) {
        std::string all;
        const int count = std::uniform_int_distribution<int>(1, most)(random);
        for (int i = 0; i < count; ++i)
            all += (i == 0 ? "" : " ") +
                   kVocabulary[std::uniform_int_distribution<std::size_t>(0, kVocabulary.size() - 1)(random)];
        return all;
    }
    /// However many entries are read before the index of words is asked.
    std::string foundAll(const std::string& asked, Visibility visibility, std::int64_t reach) {
        std::string all;
        const SearchRequest request{.words = wordsOf(asked), .limit = 100, .visibility = visibility};
        const JsonObject answer = SearchService(fixture_, reach).search(*bucket_, request);
        for (const Json& one : answer.at("results").as_array())
            all += (all.empty() ? "" : ", ") + std::string(one.at("title").as_string());
        return all;
    }
    static bool hasAll(const std::string& title, const std::vector<Word>& asked, bool whole) {
        const std::vector<Word> words = wordsOf(title);
        return std::all_of(asked.begin(), asked.end(), [&](const Word& one) {
            return std::any_of(words.begin(), words.end(), [&](const Word& word) {
                return whole || one.isOneLetter ? word.text == one.text : word.text.starts_with(one.text);
            });
        });
    }
    /// Whole words before beginnings, then the newest. All that is searched here is a title, but for a slug that is
    /// never asked for.
    std::string expected(const std::string& asked, Visibility visibility) {
        const std::vector<Word> words = wordsOf(asked);
        std::string all;
        for (const bool whole : {true, false}) {
            for (auto one = written_.rbegin(); one != written_.rend(); ++one) {
                const Shelf::Titles& titles = shelf_.objects.at(*one);
                const bool isDraft = visibility == Visibility::Any && !titles.draft.empty();
                const std::string& title = isDraft ? titles.draft : titles.live;
                if (title.empty() || !hasAll(title, words, false) || hasAll(title, words, true) != whole) continue;
                all += (all.empty() ? "" : ", ") + title;
            }
        }
        return all;
    }

    std::vector<std::string> written_;  // the ids, in their order
};
SEARCH_ON_BOTH_ENGINES(Property);

TEST_P(Property, BothEnginesFindWhatAModelFinds) {
    const auto seed = test::randomSeed();
    std::minstd_rand random(seed);
    SCOPED_TRACE("seed " + std::to_string(seed));
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 80; ++i) {
            const int kind = std::uniform_int_distribution<int>(0, 3)(random);
            add(i, kind == 0 ? "" : text(random, 4), kind <= 1 ? text(random, 4) : "");
            written_.push_back(testkit::numberedId(i));
        }
    });
    for (int i = 0; i < 150; ++i) {
        std::string asked = text(random, 2);
        const auto isAscii = [](char c) { return static_cast<signed char>(c) >= 0; };
        if (i % 3 == 0 && std::all_of(asked.begin(), asked.end(), isAscii)) asked.resize(2);
        if (wordsOf(asked).empty()) continue;
        for (const std::int64_t reach : {std::int64_t{0}, std::int64_t{10}, std::int64_t{40}, kReach}) {
            for (const Visibility visibility : {Visibility::Published, Visibility::Any}) {
                EXPECT_EQ(foundAll(asked, visibility, reach), expected(asked, visibility)) << asked << ", " << reach;
            }
        }
    }
}

}  // namespace
}  // namespace inkwell::search
