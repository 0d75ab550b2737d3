#include "inkwell/slug.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/error.h"

namespace inkwell {
namespace {

TEST(DeriveSlug, LowersTransliteratesAndHyphenates) {
    EXPECT_EQ(deriveSlug("Hello, World!", "x"), "hello-world");
    EXPECT_EQ(deriveSlug("  --A  &  B--  ", "x"), "a-b");
    EXPECT_EQ(deriveSlug("\xC3\x89ric Gr\xC3\xB6\xC3\x9F"
                         "e \xC5\x81\xC3\xB3"
                         "d\xC5\xBA",
                         "x"),
              "eric-grosse-lodz");
}

TEST(DeriveSlug, KeepsLettersThatAreNoOthersWithAnAccent) {
    EXPECT_EQ(deriveSlug("Đorđe Đặng", "x"), "dorde-dang");
    EXPECT_EQ(deriveSlug("Þórður ı Ħŧŋ", "x"), "thordur-i-htn");
    EXPECT_EQ(deriveSlug("Paraŀlel STRAẞE Ǆep əli ǋ", "x"), "parallel-strasse-dzep-eli-nj");
}

TEST(DeriveSlug, FallsBackWhenNothingSurvives) {
    EXPECT_EQ(deriveSlug("\xF0\x9F\x98\x80", "object"), "object");
    EXPECT_EQ(deriveSlug("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "object"), "object");
    EXPECT_EQ(deriveSlug("", "object"), "object");
    EXPECT_EQ(deriveSlug("!!!", "object"), "object");
}

TEST(DeriveSlug, SurvivesTextThatIsNotUtf8) { EXPECT_EQ(deriveSlug("a\xFF\xC3 b", "x"), "a-b"); }

TEST(DeriveSlug, CutsALongTitleBetweenWords) {
    std::string title;
    for (int i = 0; i < 40; ++i) title += "seventy ";
    const std::string slug = deriveSlug(title, "x");
    EXPECT_LE(slug.size(), kMaxSlugLength - 10);
    EXPECT_TRUE(slug.ends_with("-seventy")) << slug;
    EXPECT_EQ(deriveSlug(std::string(500, 'a'), "x").size(), kMaxSlugLength - 10);
    EXPECT_EQ(deriveSlug("a " + std::string(500, 'b'), "x").size(), kMaxSlugLength - 10);
}

TEST(DeriveSlug, AlwaysYieldsASlug) {
    for (const char* title : {"A", "_a_", "a-", "9 lives", "C++ & Co.", "\xC3\x9F"}) {
        EXPECT_TRUE(isSlug(deriveSlug(title, "fallback"))) << title;
    }
}

TEST(NumberedSlug, StartsWithTheSlugItself) {
    EXPECT_EQ(numberedSlug("post", 1), "post");
    EXPECT_EQ(numberedSlug("post", 2), "post-2");
}

TEST(IsSlug, TellsGoodFromBad) {
    for (const char* good : {"a", "0", "a-b_c", "a--b", "2026"}) EXPECT_TRUE(isSlug(good)) << good;
    for (const char* bad : {"", "A", "-a", "a-", "_a", "a b", "a/b", "a.b", "\xC3\xA9"})
        EXPECT_FALSE(isSlug(bad)) << bad;
    EXPECT_TRUE(isSlug(std::string(200, 'a')));
    EXPECT_FALSE(isSlug(std::string(201, 'a')));
}

TEST(FreeSlug, IsTheFirstThatIsNotTaken) {
    EXPECT_EQ(freeSlug("post", std::vector<std::string>{}), "post");
    EXPECT_EQ(freeSlug("post", {"post-2", "post-x"}), "post");
    EXPECT_EQ(freeSlug("post", {"post", "post-2", "post-4"}), "post-3");
    int asked = 0;
    EXPECT_EQ(freeSlug("post", [&](const std::string&) { return ++asked < 4; }), "post-4");
}

TEST(EndOfSlugsLike, EndsTheRangeOfASlugAndItsNumbers) {
    const std::string end = endOfSlugsLike("post");
    for (const char* like : {"post", "post-", "post-2", "post-zzz"}) {
        EXPECT_TRUE(like >= std::string("post") && like < end) << like;
    }
    for (const char* other : {"pos", "post0", "posta", "post_a", "posz", "q"}) {
        EXPECT_FALSE(other >= std::string("post") && other < end) << other;
    }
}

/// A table with a unique index.
class Slugs {
public:
    explicit Slugs(std::set<std::string> taken) : taken_(std::move(taken)) {}

    std::string insert(std::string slug) {
        insertWithDerivedSlug(
            slug,
            [&] {
                ++inserts;
                if (beforeInsert) beforeInsert(slug);
                if (!taken_.insert(slug).second) throw DatabaseError(DatabaseError::Kind::Duplicate, "taken");
            },
            [&](const std::string& like) {
                ++looks;
                return std::vector<std::string>(taken_.lower_bound(like), taken_.lower_bound(endOfSlugsLike(like)));
            });
        return slug;
    }
    void take(const std::string& slug) { taken_.insert(slug); }

    std::function<void(const std::string&)> beforeInsert;
    int inserts = 0;
    int looks = 0;

private:
    std::set<std::string> taken_;
};

TEST(InsertWithDerivedSlug, AsksForTheOthersOnlyWhenItIsTaken) {
    Slugs slugs({"other", "post-2"});
    EXPECT_EQ(slugs.insert("post"), "post");
    EXPECT_EQ(slugs.looks, 0);
    EXPECT_EQ(slugs.insert("post"), "post-3");
    EXPECT_EQ(slugs.looks, 1);
    EXPECT_EQ(slugs.inserts, 3);
}

TEST(InsertWithDerivedSlug, TriesAgainWhenAnotherWriterIsQuicker) {
    Slugs slugs({"post"});
    int races = 3;
    slugs.beforeInsert = [&](const std::string& slug) {
        if (races-- > 0) slugs.take(slug);
    };
    EXPECT_EQ(slugs.insert("post"), "post-4");
}

TEST(InsertWithDerivedSlug, EndsWithAConflictWhenOthersAreAlwaysQuicker) {
    Slugs slugs({});
    slugs.beforeInsert = [&](const std::string& slug) { slugs.take(slug); };
    try {
        slugs.insert("post");
        ADD_FAILURE();
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 409);
        EXPECT_NE(error.message().find("'post'"), std::string::npos) << error.message();
    }
    EXPECT_EQ(slugs.inserts, 50);
}

TEST(InsertWithDerivedSlug, PassesEveryOtherFailureOn) {
    Slugs slugs({});
    slugs.beforeInsert = [](const std::string&) { throw DatabaseError(DatabaseError::Kind::Unavailable, "gone"); };
    EXPECT_THROW(slugs.insert("post"), DatabaseError);
    EXPECT_EQ(slugs.inserts, 1);
}

}  // namespace
}  // namespace inkwell
