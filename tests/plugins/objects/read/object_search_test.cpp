#include "read/object_search.h"

#include <gtest/gtest.h>

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/noting_database.h"

namespace inkwell::objects {
namespace {

class Search : public testing::TestWithParam<test::Engine> {
protected:
    static StoredObject post(int number, std::size_t contentBytes) {
        StoredObject object;
        object.id = testkit::numberedId(number);
        object.bucketId = kQueriedBucket;
        object.type = "posts";
        object.slug = "s" + std::to_string(number);
        object.status = "published";
        object.title = "Title " + std::to_string(number);
        object.createdAtMs = number;
        object.document["content"] = std::string(contentBytes, 'x');
        object.metafields().push_back({{"key", "rel"}, {"type", "object"}, {"value", testkit::numberedId(number)}});
        return object;
    }
    /// With what it costs: statements that load what is related are one for each part that is matched.
    ObjectPage search(const std::string& text, const ListReading& reading = {}) {
        const ListQuery query = parseObjectQuery(text);
        test::NotingDatabase noting(world_.database());
        const ObjectScope scope{kQueriedBucket, Visibility::Published};
        ObjectPage page = searchObjects(noting, &world_.engine(), scope, {1000, 0, "created_at"}, query, {}, reading);
        selects_ = static_cast<int>(noting.selects.size());
        statements_ = noting.selects;
        return page;
    }

    QueryWorld world_{GetParam()};
    int selects_ = 0;
    std::vector<test::NotingSql::Statement> statements_;
};
INSTANTIATE_TEST_SUITE_P(Engines, Search, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

const std::string kQuery = R"({"metadata.rel.title": {"$regex": "Title [2-5]"}})";

TEST_P(Search, MatchesLongDocumentsAFewAtATime) {
    for (int number = 1; number <= 6; ++number) world_.store({post(number, 100)});
    EXPECT_EQ(search(kQuery).total, 4);
    const int together = selects_;
    world_.clear();
    for (int number = 1; number <= 6; ++number) world_.store({post(number, 3 << 20)});
    EXPECT_EQ(search(kQuery).total, 4);
    EXPECT_EQ(selects_, together + 1);
}

TEST_P(Search, OpensNoDocumentWhereTitlesTell) {
    for (int number = 1; number <= 6; ++number) world_.store({post(number, 100)});
    const ObjectPage page = search(R"({"title": {"$regex": "Title [2-5]"}, "type": "posts"})");
    EXPECT_EQ(page.total, 4);
    ASSERT_EQ(page.objects.size(), 4u);
    EXPECT_EQ(page.objects.front().title, "Title 2");
    EXPECT_EQ(page.objects.front().document.at("content").as_string(), std::string(100, 'x'));
    int whole = 0;
    for (const auto& statement : statements_) whole += statement.text.find("COALESCE(packed") != std::string::npos;
    EXPECT_EQ(whole, 1) << "those of the page alone";
}

TEST_P(Search, HoldsNoSessionWhileItMatches) {
    class Watching : public RelatingEngine {
    public:
        explicit Watching(const test::NotingDatabase& database) : database_(database) {}
        bool anyObject(const JsonArray&, std::string_view, const JsonTest&) override {
            (database_.isOpen() ? within : outside) += 1;
            return true;
        }
        int within = 0;
        int outside = 0;

    private:
        const test::NotingDatabase& database_;
    };
    world_.store({post(1, 10), post(2, 10)});
    test::NotingDatabase database(world_.database());
    Watching engine(database);
    const ListQuery query = parseObjectQuery(R"({"$nor": [{"metadata.rel.metadata.n": {"a": 1}}]})");
    const ObjectScope scope{kQueriedBucket, Visibility::Published};
    searchObjects(database, &engine, scope, {1000, 0, "created_at"}, query);
    EXPECT_EQ(engine.within, 0);
    EXPECT_GT(engine.outside, 0);
}

TEST_P(Search, FindsDocumentsInTheFormThatIsAskedFor) {
    world_.store({post(1, 10), post(2, 10)});
    const ObjectPage parsed = search(kQuery);
    ASSERT_EQ(parsed.objects.size(), 1U);
    EXPECT_EQ(parsed.objects[0].document.at("content"), "xxxxxxxxxx");
    EXPECT_TRUE(parsed.objects[0].packedDocument.empty());
    const ObjectPage packed = search(kQuery, {{}, Documents::Text});
    ASSERT_EQ(packed.objects.size(), 1U);
    EXPECT_NE(packed.objects[0].documentText().find("xxxxxxxxxx"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::objects
