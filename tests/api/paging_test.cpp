// interface/reads-and-queries.md, "Paging": after.
#include <atomic>
#include <set>
#include <thread>

#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Paging : public ApiTest {
protected:
    using Titles = std::vector<std::string>;

    std::string idOf(const std::string& title, const JsonObject& more = {}) { return makeId("posts", title, more); }
    Titles titles(const std::string& query) {
        Titles found;
        for (const Json& one : get("/objects?" + query).array("objects"))
            found.emplace_back(textOf(one.as_object(), "title"));
        return found;
    }
    void import(int objects) {
        JsonArray all;
        for (int i = 0; i < objects; ++i) {
            const std::string number = std::to_string(100000 + i);
            all.push_back({{"id", "000000000000000000" + number},
                           {"type", "posts"},
                           {"title", number},
                           {"slug", "post-" + number},
                           {"metafields", JsonArray()}});
        }
        kernel::importBucket(api().server(),
                             {{"format", "inkwell-bucket/1"}, {"bucket", {{"objects", std::move(all)}}}}, bucket().slug,
                             "", [](auto&&...) {});
    }
};
INKWELL_ON_BOTH_ENGINES(Paging);

TEST_P(Paging, AfterContinuesInEverySort) {
    makeType("posts");
    std::map<std::string, std::string> ids;
    for (const char* title : {"a", "b", "c", "d", "e"}) ids[title] = idOf(title);
    EXPECT_EQ(patch("/objects/" + ids["b"], {{"content", "later"}}).status, 200);
    for (const char* sort : {"order", "created_at", "-created_at", "modified_at", "-modified_at"}) {
        const Titles all = titles(std::string("sort=") + sort);
        ASSERT_EQ(all.size(), 5U);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string query = std::string("sort=") + sort + "&skip=0&after=" + ids[all[i]];
            const auto rest = all.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            EXPECT_EQ(titles(query), Titles(rest, all.end())) << query;
            const Titles two(rest, rest + std::min<std::ptrdiff_t>(2, all.end() - rest));
            EXPECT_EQ(titles(query + "&limit=2"), two) << query;
            EXPECT_EQ(get("/objects?" + query).json().at("total"), 5) << query;
        }
    }
}

TEST_P(Paging, AfterWorksWithAQueryThatSqlTellsAndWithOneThatItDoesNot) {
    makeType("posts");
    std::vector<std::string> ids;
    for (const char* title : {"yes 1", "no", "yes 2", "yes 3"}) ids.push_back(idOf(title));
    for (const char* query : {R"({"title":{"$ne":"no"}})", R"({"title":{"$regex":"^yes"}})"}) {
        const std::string asked = std::string("query=") + query + "&after=";
        EXPECT_EQ(titles(asked + ids[0]), (Titles{"yes 2", "yes 3"})) << query;
        EXPECT_EQ(titles(asked + ids[1] + "&limit=1"), (Titles{"yes 2"})) << query;  // itself no match
        EXPECT_EQ(get("/objects?" + asked + ids[2]).json().at("total"), 3) << query;
    }
}

TEST_P(Paging, AfterFollowsAnObjectThatHasMoved) {
    makeType("posts");
    const std::string a = idOf("a");
    idOf("b");
    EXPECT_EQ(titles("sort=modified_at&after=" + a), Titles{"b"});
    EXPECT_EQ(patch("/objects/" + a, {{"content", "later"}}).status, 200);
    EXPECT_EQ(titles("sort=modified_at&after=" + a), Titles{});
}

TEST_P(Paging, AWrongAfterIsRefused) {
    makeType("posts");
    const std::string draft = idOf("draft", {{"status", "draft"}});
    const std::string shown = idOf("shown");
    for (const std::string& query :
         {"after=" + shown + "&skip=1", "after=" + shown + "&sort=random",
          std::string("after=0123456789abcdef01234567"), std::string("after=x"), "after=" + draft}) {
        const Reply reply = get("/objects?" + query);
        EXPECT_EQ(reply.status, 400) << query;
        EXPECT_NE(reply.message().find("'after'"), std::string::npos) << reply.body;
    }
    EXPECT_EQ(titles("status=any&after=" + draft), Titles{"shown"});
    const TestServer::Bucket other = api().makeBucket();
    const Reply foreign =
        api().get("/v2/buckets/" + other.slug + "/objects?read_key=" + other.readKey + "&after=" + shown);
    EXPECT_EQ(foreign.status, 400);
    EXPECT_NE(foreign.message().find("'after'"), std::string::npos) << foreign.body;
}

// The imported ones share their times: pages are told apart by ids alone.
TEST_P(Paging, PagesOfEverySortNeitherRepeatNorMissAmongEqualTimes) {
    makeType("posts");
    import(30);
    for (const std::string sort : {"order", "created_at", "-created_at", "modified_at", "-modified_at"}) {
        const Titles all = titles("sort=" + sort);
        EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 30U) << sort;
        Titles paged;
        for (int skip = 0; skip < 30; skip += 7) {
            for (std::string& title : titles("limit=7&sort=" + sort + "&skip=" + std::to_string(skip)))
                paged.push_back(std::move(title));
        }
        EXPECT_EQ(paged, all) << sort;
        const std::string opposite = sort.starts_with("-") ? sort.substr(1) : "-" + sort;
        if (sort == "order") continue;
        EXPECT_EQ(titles("sort=" + opposite), Titles(all.rbegin(), all.rend())) << sort;
    }
}

TEST_P(Paging, RandomShowsAllInEverNewOrders) {
    makeType("posts");
    import(30);
    std::set<Titles> orders;
    for (int i = 0; i < 3; ++i) {
        Titles shuffled = titles("sort=random");
        orders.insert(shuffled);
        EXPECT_EQ(std::set<std::string>(shuffled.begin(), shuffled.end()).size(), 30U);
    }
    EXPECT_EQ(orders.size(), 3U);
}

// Every tenth object is deleted and others are added while the list is walked.
TEST_P(Paging, AWalkNeitherRepeatsNorMissesWhileOthersWrite) {
    constexpr int kObjects = 5000;
    makeType("posts");
    import(kObjects);
    std::set<std::string> staying;
    std::vector<std::string> going;
    for (int skip = 0; skip < kObjects; skip += 1000) {
        for (const Json& one : get("/objects?props=id&skip=" + std::to_string(skip)).array("objects")) {
            const std::string id(textOf(one.as_object(), "id"));
            if ((staying.size() + going.size()) % 10 == 5) {
                going.push_back(id);
            } else {
                staying.insert(id);
            }
        }
    }
    ASSERT_EQ(staying.size() + going.size(), static_cast<std::size_t>(kObjects));
    std::atomic<bool> done = false;
    std::thread deleting([&] {
        for (std::size_t i = 0; i < going.size() && !done; ++i) del("/objects/" + going[i]);
    });
    std::thread adding([&] {
        for (int i = 0; i < 500 && !done; ++i) post("/objects", {{"type", "posts"}, {"title", "new"}});
    });
    std::set<std::string> seen;
    std::string after;
    bool goesOn = true;
    for (int page = 0; goesOn && page < 100; ++page) {
        const std::string query = "use_cache=false&sort=-created_at&limit=250&props=id&after=" + after;
        goesOn = false;
        for (const Json& one : get("/objects?" + query).array("objects")) {
            const std::string id(textOf(one.as_object(), "id"));
            if (staying.count(id) == 0) continue;  // continuing from one that is deleted meanwhile would be refused
            EXPECT_TRUE(seen.insert(id).second) << "repeated " << id;
            after = id;
            goesOn = true;
        }
    }
    done = true;
    deleting.join();
    adding.join();
    EXPECT_EQ(seen, staying);
}

}  // namespace
}  // namespace inkwell::test
