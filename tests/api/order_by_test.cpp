// interface/reads-and-queries.md, "Sorting": order_by; "Lists": total=false.
#include <map>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class OrderBy : public ApiTest {
protected:
    using Titles = std::vector<std::string>;

    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        add("pear", 3);
        add("Apple", 20);
        add("fig", 3);
        makeObject("posts", "kiwi", {});
    }
    void add(const std::string& title, int price) {
        const JsonArray metafields = {{{"type", "number"}, {"title", "Price"}, {"key", "price"}, {"value", price}}};
        ids_[title] = makeId("posts", title, {{"metafields", metafields}});
    }
    Titles titles(const std::string& query) {
        Titles found;
        for (const Json& one : get("/objects?" + query).array("objects"))
            found.emplace_back(textOf(one.as_object(), "title"));
        return found;
    }

    std::map<std::string, std::string> ids_;
};
INKWELL_ON_BOTH_ENGINES(OrderBy);

TEST_P(OrderBy, SortsByAFieldOrAMetafieldInBothDirections) {
    EXPECT_EQ(titles("order_by=title"), (Titles{"Apple", "fig", "kiwi", "pear"}));
    EXPECT_EQ(titles("order_by=-title"), (Titles{"pear", "kiwi", "fig", "Apple"}));
    EXPECT_EQ(titles("order_by=slug&limit=2"), (Titles{"Apple", "fig"}));
    EXPECT_EQ(titles("order_by=created_at"), (Titles{"pear", "Apple", "fig", "kiwi"}));
    EXPECT_EQ(titles("order_by=-created_at"), (Titles{"kiwi", "fig", "Apple", "pear"}));
    EXPECT_EQ(titles("order_by=metadata.price"), (Titles{"pear", "fig", "Apple", "kiwi"}));
    EXPECT_EQ(titles("order_by=-metadata.price"), (Titles{"Apple", "fig", "pear", "kiwi"}));
    EXPECT_EQ(titles("order_by=-metadata.price&query={\"metadata.price\":3}"), (Titles{"fig", "pear"}));
}

TEST_P(OrderBy, FindsWhatIsScheduledSoonestFirst) {
    constexpr std::int64_t kFar = 4'000'000'000'000;
    const auto schedule = [&](const char* title, const JsonObject& times) {
        ids_[title] = makeId("posts", title, times);
    };
    schedule("late", {{"publish_at", kFar + 2}});
    schedule("early", {{"publish_at", kFar}, {"unpublish_at", kFar + 9}});
    schedule("ends", {{"unpublish_at", kFar + 1}});
    const std::string any = "status=any&query=";
    EXPECT_EQ(titles(any + "{\"publish_at\":{\"$gt\":0}}&order_by=publish_at"), (Titles{"early", "late"}));
    EXPECT_EQ(titles(any + "{\"publish_at\":{\"$gt\":0}}&order_by=-publish_at"), (Titles{"late", "early"}));
    EXPECT_EQ(titles(any + "{\"unpublish_at\":{\"$exists\":true}}&order_by=unpublish_at"), (Titles{"ends", "early"}));
    EXPECT_EQ(titles(any + "{\"publish_at\":" + std::to_string(kFar) + "}"), (Titles{"early"}));
    EXPECT_EQ(titles("query={\"unpublish_at\":{\"$gt\":0}}"), (Titles{"ends"})) << "readers see no drafts";
    // What has no time comes last in both directions, and pages go on there.
    EXPECT_EQ(titles("status=any&order_by=publish_at&limit=3"), (Titles{"early", "late", "pear"}));
    EXPECT_EQ(titles("status=any&order_by=-publish_at&limit=2&after=" + ids_["early"]), (Titles{"ends", "kiwi"}));
    EXPECT_EQ(titles("order_by=unpublish_at"), (Titles{"ends", "pear", "Apple", "fig", "kiwi"}));
    EXPECT_EQ(patch("/objects/" + ids_["late"], {{"publish_at", Json()}}).status, 200);
    EXPECT_EQ(titles(any + "{\"publish_at\":{\"$gt\":0}}"), (Titles{"early"}));
}

TEST_P(OrderBy, GoesOnWithSkipAndAfter) {
    EXPECT_EQ(titles("order_by=-metadata.price&limit=2&skip=1"), (Titles{"fig", "pear"}));
    EXPECT_EQ(titles("order_by=-metadata.price&limit=2&after=" + ids_["fig"]), (Titles{"pear", "kiwi"}));
    EXPECT_EQ(get("/objects?order_by=title&limit=1&after=" + ids_["fig"]).json().at("total"), 4);
}

TEST_P(OrderBy, SeesAnEditAtOnce) {
    EXPECT_EQ(titles("order_by=title"), (Titles{"Apple", "fig", "kiwi", "pear"}));
    EXPECT_EQ(patch("/objects/" + ids_["pear"], {{"title", "Banana"}}).status, 200);
    EXPECT_EQ(titles("order_by=title"), (Titles{"Apple", "Banana", "fig", "kiwi"}));
}

TEST_P(OrderBy, IsRefusedBesideSortAndWithAnUnknownField) {
    EXPECT_EQ(refusalOf(get("/objects?order_by=title&sort=created_at")),
              "400: the parameter 'order_by' cannot be used together with 'sort'");
    EXPECT_EQ(
        refusalOf(get("/objects?order_by=price")),
        "400: order_by must be title, slug, created_at, modified_at, publish_at, unpublish_at or metadata.<key>, with "
        "a minus before it for the reverse, not 'price'");
}

TEST_P(OrderBy, IsNamedWhereSomebodyAsksForItInSort) {
    for (const std::string asked : {"-title", "title:asc"}) {
        EXPECT_EQ(refusalOf(get("/objects?sort=" + asked)),
                  "400: sort must be one of order, created_at, -created_at, modified_at, -modified_at, random, not '" +
                      asked + "'; the list of objects sorts by other fields with 'order_by', as in order_by=title");
    }
}

TEST_P(OrderBy, AListWithoutTotalHasNone) {
    for (const std::string& query :
         {std::string("limit=2"), std::string("limit=2&order_by=title"),
          std::string("limit=2&query={\"title\":{\"$regex\":\".\"}}"), "limit=2&after=" + ids_["pear"]}) {
        const Reply counted = get("/objects?" + query);
        EXPECT_EQ(counted.json().at("total"), 4) << query;
        const Reply reply = get("/objects?total=false&" + query);
        EXPECT_EQ(reply.status, 200) << query;
        EXPECT_FALSE(reply.json().contains("total")) << query;
        EXPECT_EQ(reply.array("objects"), counted.array("objects")) << query;
    }
    EXPECT_EQ(refusalOf(get("/objects?total=no")), "400: total must be true or false, not 'no'");
}

}  // namespace
}  // namespace inkwell::test
