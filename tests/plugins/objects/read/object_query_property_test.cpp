// What the database answers to a query is what matching in memory answers: random objects and queries, both engines.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <set>
#include <utility>

#include "tests/plugins/objects/query_world.h"
#include "tests/support/random_seed.h"

namespace inkwell::objects {
namespace {

constexpr int kRounds = 92;  // ten thousand queries on each engine
constexpr int kQueriesPerRound = 110;
constexpr int kObjectsPerRound = 40;

class QueryProperty : public testing::TestWithParam<test::Engine> {};
INSTANTIATE_TEST_SUITE_P(Engines, QueryProperty, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

std::set<std::string> inMemory(QueryWorld& world, const std::vector<StoredObject>& objects, Visibility visibility,
                               const ListQuery& query) {
    const ObjectScope scope{kQueriedBucket, visibility};
    ObjectMatcher matcher(world.database(), &world.engine(), scope, query);
    const std::vector<bool> matches = matcher.match(objects);
    std::set<std::string> ids;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const bool isVisible = visibility == Visibility::Any ? objects[i].isLatest : objects[i].isPublished();
        if (matches[i] && isVisible) ids.insert(objects[i].id);
    }
    return ids;
}

std::set<std::string> inDatabase(QueryWorld& world, Sql& sql, const ObjectScope& scope, const ListQuery& query) {
    const ListParams params{1000, 0, "created_at"};
    ListCache known;  // so that conditions are counted, and put in order
    ListReading reading;
    reading.known = &known;
    reading.origin = {kQueriedBucket, {}, known.stamp()};
    const ObjectPage page = isExact(query) ? ObjectListStore(sql, scope, reading).list(params, query)
                                           : searchObjects(world.database(), &world.engine(), scope, params, query);
    EXPECT_EQ(page.total, static_cast<std::int64_t>(page.objects.size()));
    std::set<std::string> ids;
    for (const StoredObject& object : page.objects) ids.insert(object.id);
    return ids;
}

// Every other one of those that there are.
std::shared_ptr<const PathNumbers::Numbers> someOf(const PathNumbers::Numbers& numbers) {
    PathNumbers::Numbers some;
    bool isOne = false;
    for (const auto& number : numbers)
        if ((isOne = !isOne)) some.insert(number);
    return std::make_shared<const PathNumbers::Numbers>(std::move(some));
}

// One that reaches through related objects from too deep is refused: another one takes its place.
std::string acceptedQuery(QueryMaker& maker) {
    while (true) {
        std::string text = writeJson(maker.query());
        try {
            parseObjectQuery(text);
            return text;
        } catch (const ApiError& error) {
            EXPECT_NE(error.message().find("too many levels"), std::string::npos) << text << ": " << error.message();
        }
    }
}

TEST_P(QueryProperty, TheDatabaseAndMemoryAgree) {
    const unsigned seed = test::randomSeed();
    std::cout << "seed " << seed << "\n";
    QueryMaker maker(seed);
    QueryWorld world(GetParam());
    int found = 0;
    int exact = 0;
    for (int round = 0; round < kRounds; ++round) {
        const std::vector<StoredObject> objects = maker.objects(kObjectsPerRound);
        world.clear();
        world.store(objects);
        const auto all = std::make_shared<const PathNumbers::Numbers>(world.database().read(
            [](Sql& sql) { return FieldStore(sql).numbersOf(kQueriedBucket, PathNumbers::kMaxPaths); }));
        const std::array<std::shared_ptr<const PathNumbers::Numbers>, 3> known = {nullptr, someOf(*all), all};
        for (int i = 0; i < kQueriesPerRound; ++i) {
            const std::string text = acceptedQuery(maker);
            const ListQuery query = parseObjectQuery(text);
            const Visibility visibility = i % 2 == 0 ? Visibility::Published : Visibility::Any;
            world.database().read([&](Sql& sql) {
                const std::set<std::string> expected = inMemory(world, objects, visibility, query);
                const ObjectScope scope{kQueriedBucket, visibility, {}, known[static_cast<std::size_t>(i) % 3]};
                ASSERT_EQ(inDatabase(world, sql, scope, query), expected) << "seed " << seed << ": " << text;
                if (!expected.empty() && static_cast<int>(expected.size()) < kObjectsPerRound) ++found;
            });
            if (isExact(query)) ++exact;
            if (HasFatalFailure()) return;
        }
    }
    // Otherwise the agreement would be about nothing.
    EXPECT_GT(found, kRounds * kQueriesPerRound / 4);
    EXPECT_GT(exact, kRounds * kQueriesPerRound / 4);
}

}  // namespace
}  // namespace inkwell::objects
