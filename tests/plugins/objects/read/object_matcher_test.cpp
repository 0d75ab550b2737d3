#include "read/object_matcher.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "numbered_id.h"
#include "tests/plugins/objects/query_world.h"
#include "tests/support/error_text.h"
#include "tests/support/noting_database.h"

namespace inkwell::objects {
namespace {

class Matcher : public testing::TestWithParam<test::Engine> {
protected:
    static StoredObject objectOf(int number, std::vector<int> related = {}, const Json& value = nullptr) {
        StoredObject object;
        object.id = testkit::numberedId(number);
        object.bucketId = kQueriedBucket;
        object.type = "posts";
        object.slug = "s" + std::to_string(number);
        object.status = "published";
        object.title = "Title " + std::to_string(number);
        object.document["content"] = "";
        object.metafields().push_back({{"key", "n"}, {"type", "text"}, {"value", value}});
        for (const int other : related) {
            object.metafields().push_back({{"key", "rel"}, {"type", "object"}, {"value", testkit::numberedId(other)}});
        }
        return object;
    }
    /// "+" for each object that matches, "-" for others.
    std::string matches(const std::vector<StoredObject>& objects, const std::string& query,
                        Visibility visibility = Visibility::Published) {
        return matchesWith(&world_.engine(), objects, query, visibility);
    }
    std::string matchesWith(MetafieldEngine* engine, const std::vector<StoredObject>& objects, const std::string& text,
                            Visibility visibility = Visibility::Published) {
        const ListQuery query = parseObjectQuery(text);
        test::NotingDatabase noting(world_.database());
        std::string signs;
        const ObjectScope scope{kQueriedBucket, visibility};
        ObjectMatcher matcher(noting, engine, scope, query);
        for (const bool is : matcher.match(objects)) signs += is ? '+' : '-';
        selects_ = static_cast<int>(noting.selects.size());
        return signs;
    }

    QueryWorld world_{GetParam()};
    int selects_ = 0;
};
INSTANTIATE_TEST_SUITE_P(Engines, Matcher, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(Matcher, LooksAtColumnsAndMetafieldsWithoutTheDatabase) {
    const std::vector<StoredObject> objects = {objectOf(1, {}, 5), objectOf(2, {}, "5"), objectOf(3)};
    EXPECT_EQ(matches(objects, R"({"title": "Title 2"})"), "-+-");
    EXPECT_EQ(matches(objects, R"({"metadata.n": 5})"), "+--");
    EXPECT_EQ(matches(objects, R"({"$or": [{"title": {"$regex": "3$"}}, {"metadata.n": "5"}]})"), "-++");
    EXPECT_EQ(selects_, 0);
    EXPECT_EQ(matches({}, R"({"title": "x"})"), "");
}

TEST_P(Matcher, ReachesThroughRelatedObjectsAtEveryLevel) {
    world_.store({objectOf(11, {12}, 1), objectOf(12, {}, 2)});
    const std::vector<StoredObject> objects = {objectOf(1, {11}), objectOf(2, {12}), objectOf(3)};
    EXPECT_EQ(matches(objects, R"({"metadata.rel.title": "Title 11"})"), "+--");
    EXPECT_EQ(matches(objects, R"({"metadata.rel.metadata.n": 2})"), "-+-");
    EXPECT_EQ(matches(objects, R"({"metadata.rel.metadata.rel.title": "Title 12"})"), "+--");
    EXPECT_EQ(matches(objects, R"({"metadata.rel.title": {"$exists": false}})"), "--+");
}

TEST_P(Matcher, LoadsLongRelatedObjectsForAFewAtATime) {
    const auto longOne = [](int number) {
        StoredObject object = objectOf(number);
        object.document["content"] = std::string(20 << 20, 'x');
        return object;
    };
    world_.store({longOne(11), longOne(12), objectOf(13)});
    EXPECT_EQ(
        matches({objectOf(1, {11}), objectOf(2, {12}), objectOf(3, {13})}, R"({"metadata.rel.title": "Title 12"})"),
        "-+-");
    EXPECT_EQ(test::errorOf([&] {
                  matches({objectOf(1, {11, 12})}, R"({"metadata.rel.title": "Title 12"})");
              }),
              "400: the query asks for related objects of more than 32 MB, which are related to one object; ask for "
              "less in 'query'");
}

TEST_P(Matcher, AnyOfSeveralRelatedObjectsMayMatch) {
    world_.store({objectOf(11), objectOf(12)});
    const std::vector<StoredObject> objects = {objectOf(1, {11, 12}), objectOf(2, {11})};
    EXPECT_EQ(matches(objects, R"({"metadata.rel.title": "Title 12"})"), "+-");
    EXPECT_EQ(matches(objects, R"({"metadata.rel.title": {"$ne": "Title 12"}})"), "-+");
}

TEST_P(Matcher, SeesNoRelatedObjectThatItsReaderMayNotSee) {
    StoredObject hidden = objectOf(11);
    hidden.status = "draft";
    StoredObject elsewhere = objectOf(12);
    elsewhere.bucketId = "b00000000000000000000002";
    world_.store({hidden, elsewhere});
    const std::vector<StoredObject> objects = {objectOf(1, {11}), objectOf(2, {12}), objectOf(3, {13})};
    const std::string query = R"({"metadata.rel.title": {"$regex": "Title"}})";
    EXPECT_EQ(matches(objects, query), "---");
    EXPECT_EQ(matches(objects, query, Visibility::Any), "+--");
}

TEST_P(Matcher, LoadsRelatedObjectsWithOneStatementForEachLevel) {
    std::vector<StoredObject> related;
    for (int i = 100; i < 140; ++i) related.push_back(objectOf(i, {i + 100}));
    for (int i = 200; i < 240; ++i) related.push_back(objectOf(i));
    world_.store(related);
    std::vector<StoredObject> objects;
    for (int i = 0; i < 40; ++i) objects.push_back(objectOf(i, {100 + i, 100 + (i + 1) % 40}));
    EXPECT_EQ(matches(objects, R"({"metadata.rel.title": {"$regex": "^Title"}})"), std::string(40, '+'));
    EXPECT_EQ(selects_, 1);
    EXPECT_EQ(matches(objects, R"({"metadata.rel.metadata.rel.title": {"$regex": "^Title 2"}})"), std::string(40, '+'));
    EXPECT_EQ(selects_, 2);
}

TEST_P(Matcher, LoadsAnObjectThatIsOnItsOwnWayOnce) {
    const std::vector<StoredObject> circle = {objectOf(1, {2}), objectOf(2, {1})};
    world_.store(circle);
    EXPECT_EQ(matches(circle, R"({"metadata.rel.metadata.rel.title": "Title 1"})"), "+-");
    EXPECT_EQ(selects_, 1);
}

// Notes which objects are asked whether something in them is like a whole object.
class AskedEngine : public RelatingEngine {
public:
    bool anyObject(const JsonArray& metafields, std::string_view, const JsonTest&) override {
        ++asked[std::string(textOf(metafields.at(0).as_object(), "value"))];
        return false;
    }
    std::map<std::string, int> asked;
};

TEST_P(Matcher, AsksEachRelatedObjectOnceForEachCondition) {
    std::vector<int> first;
    std::vector<int> second;
    for (int i = 0; i < 20; ++i) {
        first.push_back(100 + i);
        second.push_back(200 + i);
    }
    std::vector<StoredObject> objects;
    std::vector<StoredObject> related;
    for (int i = 0; i < 20; ++i) {
        objects.push_back(objectOf(1 + i, first, "top"));
        related.push_back(objectOf(100 + i, second, "first"));
        related.push_back(objectOf(200 + i, {}, "second"));
    }
    world_.store(related);
    AskedEngine engine;
    const std::string condition = R"({"metadata.rel.metadata.rel.metadata.n": {"a": 1}})";
    EXPECT_EQ(matchesWith(&engine, objects, condition), std::string(20, '-'));
    EXPECT_EQ(engine.asked, (std::map<std::string, int>{{"top", 20}, {"first", 20}, {"second", 20}}));
    engine.asked.clear();
    EXPECT_EQ(matchesWith(&engine, objects, R"({"$nor": [)" + condition + "," + condition + "]}"),
              std::string(20, '+'));
    EXPECT_EQ(engine.asked, (std::map<std::string, int>{{"top", 40}, {"first", 40}, {"second", 40}}));
}

TEST_P(Matcher, AnswersOfOneConditionAreNoneOfAnother) {
    world_.store({objectOf(11, {12}, 1), objectOf(12, {}, 2)});
    const std::vector<StoredObject> objects = {objectOf(1, {11}), objectOf(2, {12}), objectOf(3, {11, 12})};
    EXPECT_EQ(matches(objects, R"({"metadata.rel.title": "Title 11", "metadata.rel.metadata.n": 2})"), "--+");
    EXPECT_EQ(matches(objects, R"({"metadata.rel.metadata.n": 2, "metadata.rel.metadata.rel.metadata.n": 2})"), "--+");
    EXPECT_EQ(matches(objects, R"({"$and": [{"metadata.rel.metadata.n": 1}, {"metadata.rel.metadata.n": 2}]})"), "--+");
}

TEST_P(Matcher, RefusesToComputeForever) {
    world_.store({objectOf(11)});
    const ListQuery query = parseObjectQuery(R"({"metadata.rel.title": {"$regex": "x"}})");
    const ObjectScope scope{kQueriedBucket, Visibility::Published};
    ObjectMatcher matcher(world_.database(), &world_.engine(), scope, query, std::chrono::milliseconds(0));
    EXPECT_EQ(test::errorOf([&] { matcher.match(std::vector<StoredObject>{objectOf(1, {11})}); }),
              "400: the query takes too long: what it asks for is looked for object by object, with 10 seconds of "
              "computing at most; ask for less in 'query', or for fewer objects, by their 'type' for instance");
}

TEST_P(Matcher, KnowsNoMetafieldsWithoutTheirPlugin) {
    world_.store({objectOf(11)});
    const std::vector<StoredObject> objects = {objectOf(1, {11}, 5)};
    EXPECT_EQ(matchesWith(nullptr, objects, R"({"metadata.n": 5})"), "-");
    EXPECT_EQ(matchesWith(nullptr, objects, R"({"metadata.rel.title": "Title 11"})"), "-");
    EXPECT_EQ(matchesWith(nullptr, objects, R"({"title": "Title 1"})"), "+");
}

}  // namespace
}  // namespace inkwell::objects
