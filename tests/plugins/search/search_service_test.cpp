#include "search_service.h"

#include "inkwell/error.h"
#include "inkwell/type_follower.h"
#include "tests/plugins/search/search_fixture.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::search {
namespace {

class Searching : public SearchTest {
protected:
    Searching() { host(); }
};
SEARCH_ON_BOTH_ENGINES(Searching);

TEST_P(Searching, FindsBeginningsOfWordsWithoutAccentsAndCase) {
    add(1, "Crème brûlée");
    add(2, "The sea");
    EXPECT_EQ(found("creme"), "Crème brûlée");
    EXPECT_EQ(found("BRÛ CRE"), "Crème brûlée");
    EXPECT_EQ(found("the"), "The sea") << "no word is too common";
    EXPECT_EQ(found("sea creme"), "") << "all words";
    EXPECT_EQ(found("ea"), "");
}

TEST_P(Searching, PutsWholeWordsFirstAndThenTheNewest) {
    add(1, "Art");
    add(2, "Artist");
    add(3, "Artisan");
    add(4, "art now");
    EXPECT_EQ(found("art"), "art now, Art, Artisan, Artist");
}

TEST_P(Searching, ShowsDraftsToThoseWhoAskForThem) {
    add(1, "Winter", "Summer");
    add(2, "", "Summertime");
    EXPECT_EQ(found("summer"), "");
    EXPECT_EQ(found("summer", "any"), "Summer, Summertime");
    EXPECT_EQ(found("winter"), "Winter");
    EXPECT_EQ(found("winter", "any"), "") << "what a draft no longer says";
    edit(1, "Summer");
    EXPECT_EQ(found("summer"), "Summer");
    EXPECT_EQ(found("winter"), "");
}

TEST_P(Searching, ForgetsWhatIsDeleted) {
    add(1, "Winter");
    shelf_.objects.clear();
    publish<ObjectDeleted>(1, "deleted");
    EXPECT_EQ(found("winter"), "");
    EXPECT_EQ(ask({{"q", "winter"}}).at("total"), 0);
}

TEST_P(Searching, IsPartOfTheTransactionOfTheWrite) {
    add(1, "Winter");
    EXPECT_THROW(fixture_.database().write([&](Sql&) {
        edit(1, "Summer");
        throw std::runtime_error("undone");
    }),
                 std::runtime_error);
    shelf_.objects[testkit::numberedId(1)] = {"Winter", ""};
    EXPECT_EQ(found("winter"), "Winter");
    EXPECT_EQ(found("summer"), "");
}

TEST_P(Searching, CountsUpToItsBound) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 1005; ++i) add(i, "Page");
    });
    const Json answer = ask({{"q", "page"}, {"limit", "100"}, {"skip", "950"}});
    EXPECT_EQ(answer.at("total"), 1000);
    EXPECT_EQ(answer.at("total_is_exact"), false);
}

TEST_P(Searching, CountsWhatManyHaveAmongTheNewestOnly) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 600; ++i) add(i, i % 100 == 0 ? "Page and leaf" : "Page");
    });
    const Json many = ask({{"q", "page"}, {"limit", "5"}});
    EXPECT_EQ(many.at("results").as_array().size(), 5U);
    EXPECT_GE(many.at("total").to_number<std::size_t>(), kManyFound);
    EXPECT_LE(many.at("total").to_number<std::size_t>(), 600U);
    EXPECT_EQ(many.at("total_is_exact"), false);
    const Json few = ask({{"q", "page leaf"}, {"limit", "5"}});
    EXPECT_EQ(few.at("total"), 6);
    EXPECT_EQ(few.at("total_is_exact"), true);
    const Json last = ask({{"q", "page"}, {"limit", "50"}, {"skip", "580"}});
    EXPECT_EQ(last.at("results").as_array().size(), 20U);
    EXPECT_EQ(last.at("total"), 600);
    EXPECT_EQ(last.at("total_is_exact"), true);
}

TEST_P(Searching, FindsBetterAmongTheOldThanAmongTheNewest) {
    add(1, "Sea");
    fixture_.database().write([&](Sql&) {
        for (int i = 2; i <= 40; ++i) add(i, "Seaside " + std::to_string(i));
    });
    const SearchRequest request{.words = wordsOf("sea"), .limit = 2};
    const JsonObject answer = SearchService(fixture_, 10).search(*bucket_, request);
    EXPECT_EQ(answer.at("results").at(0).at("title"), "Sea");
    EXPECT_EQ(answer.at("results").at(1).at("title"), "Seaside 40");
    EXPECT_EQ(answer.at("total"), 40);
}

TEST_P(Searching, FindsARareWordBesideACommonOne) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 400; ++i) add(i, i % 50 == 0 && i < 300 ? "Sea and leaf " + std::to_string(i) : "Seaside");
    });
    // Among the newest 100 nobody has the leaf, so the index is asked for the leaf alone.
    const auto titles = [&](const char* words) {
        const SearchRequest request{.words = wordsOf(words), .limit = 3};
        const JsonObject answer = SearchService(fixture_, 100).search(*bucket_, request);
        EXPECT_EQ(answer.at("total"), 5) << words;
        std::string all;
        for (const Json& one : answer.at("results").as_array()) all += std::string(one.at("title").as_string()) + ", ";
        return all;
    };
    EXPECT_EQ(titles("sea leaf"), "Sea and leaf 250, Sea and leaf 200, Sea and leaf 150, ");
    EXPECT_EQ(titles("lea se"), "Sea and leaf 250, Sea and leaf 200, Sea and leaf 150, ");
}

TEST_P(Searching, FindsARareWordBesideACommonOneInTheWordsOfBooks) {
    std::string book = "leaf sea";
    while (book.size() < 300'000) book += " " + std::string(50, 'w') + std::to_string(book.size());
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 9; ++i) add(i, book);
        for (int i = 10; i <= 200; ++i) add(i, "sea");
    });
    const SearchRequest request{.words = wordsOf("sea leaf"), .limit = 3};
    JsonObject answer;
    // While MariaDB moves so many words from its memory to its tables, a statement may find them in neither.
    ASSERT_TRUE(test::eventually([&] {
        answer = SearchService(fixture_, 100).search(*bucket_, request);
        return answer.at("total") == 9;
    })) << answer.at("total");
    EXPECT_EQ(answer.at("results").at(0).at("id"), Json(testkit::numberedId(9)));
}

TEST_P(Searching, TakesWordsThatAreGivenTwiceForOne) {
    add(1, "Winter sea");
    EXPECT_EQ(found("sea sea winter SEA"), "Winter sea");
    EXPECT_EQ(found("sea sea summer"), "");
}

TEST_P(Searching, ShowsPageAfterPageInOneOrder) {
    for (int i = 1; i <= 7; ++i) add(i, "art " + std::to_string(i));
    for (int i = 8; i <= 12; ++i) add(i, "artist " + std::to_string(i));
    std::string all;
    for (int skip = 0; skip < 15; skip += 5) {
        const Json answer = ask({{"q", "art"}, {"limit", "5"}, {"skip", std::to_string(skip)}});
        EXPECT_EQ(answer.at("total"), 12);
        EXPECT_EQ(answer.at("skip"), skip);
        for (const Json& one : answer.at("results").as_array()) all += std::string(one.at("title").as_string()) + ", ";
    }
    EXPECT_EQ(all,
              "art 7, art 6, art 5, art 4, art 3, art 2, art 1, artist 12, artist 11, artist 10, artist 9, artist 8, ");
    EXPECT_TRUE(ask({{"q", "art"}, {"skip", "12"}}).at("results").as_array().empty());
    EXPECT_TRUE(ask({{"q", "art"}, {"skip", "1000"}}).at("results").as_array().empty());
    EXPECT_EQ(test::errorOf([&] {
                  ask({{"q", "art"}, {"skip", "1001"}});
              }),
              "400: skip must be a whole number from 0 to 1000, not '1001'");
}

TEST_P(Searching, PagesEndWhereTheTotalEnds) {
    fixture_.database().write([&](Sql&) {
        for (int i = 1; i <= 1005; ++i) add(i, "Page");
    });
    EXPECT_EQ(ask({{"q", "page"}, {"limit", "100"}, {"skip", "950"}}).at("results").as_array().size(), 50U);
}

TEST_P(Searching, SearchesOneTypeOrKind) {
    add(1, "Winter");
    EXPECT_EQ(ask({{"q", "winter"}, {"type", "posts"}}).at("total"), 1);
    EXPECT_EQ(ask({{"q", "winter"}, {"type", "pages"}}).at("total"), 0);
    EXPECT_EQ(ask({{"q", "winter"}, {"kinds", "media"}}).at("total"), 0);
    for (const TypeFollower* one : fixture_.contributions<TypeFollower>()) (*one)(bucket_->id, "posts", "pages");
    EXPECT_EQ(ask({{"q", "winter"}, {"type", "pages"}}).at("total"), 1);
}

TEST_P(Searching, TakesLettersThatAreWordsForOneWhereTheyStandTogether) {
    add(1, "東京都庁舎案内図書館情報");
    add(2, "東京");
    EXPECT_EQ(ask({{"q", "東京都庁舎案内図書館情報"}}).at("total"), 1);
    EXPECT_EQ(ask({{"q", "東京"}}).at("total"), 2);
    std::string letters;
    for (int i = 0; i < 40; ++i) letters += "東";
    EXPECT_EQ(ask({{"q", letters}}).at("total"), 2);
    EXPECT_EQ(
        test::errorOf([&] {
            ask({{"q", letters + "東"}});
        }),
        "400: the parameter 'q' must have at most 40 letters where each is a word, as in Chinese, Japanese and Thai");
}

TEST_P(Searching, RefusesWhatHasNoWords) {
    const auto refusal = [&](const std::string& words) {
        try {
            ask({{"q", words}});
        } catch (const ApiError& error) {
            return error.message();
        }
        return std::string();
    };
    EXPECT_EQ(refusal(""), "the parameter 'q' must have a word to search for");
    EXPECT_EQ(refusal("+-*\"()"), "the parameter 'q' must have a word to search for");
    EXPECT_EQ(refusal("a b c d e f g h i j k"), "the parameter 'q' must have at most 10 words");
    EXPECT_EQ(refusal("a 東京 c d e f g h i j k"), "the parameter 'q' must have at most 10 words");
    EXPECT_EQ(refusal(std::string(201, 'a')), "the parameter 'q' must have at most 200 characters");
    EXPECT_EQ(refusal("\" OR tokens:*"), "") << "operators of the engines are no words";
}

}  // namespace
}  // namespace inkwell::search
