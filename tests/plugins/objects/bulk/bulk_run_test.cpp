#include "bulk/bulk_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::objects {
namespace {

using Status = BulkResult::Status;

class BulkRun : public testing::Test {
protected:
    void SetUp() override {
        for (int i = 0; i < 120; ++i) ids_.push_back("id" + std::to_string(i));
        fixture_.migrate("objects", {{1, "done", {"CREATE TABLE done (id {key} NOT NULL PRIMARY KEY) {table}"}}});
    }
    // Stores each id; some are refused before that, some after it.
    BulkWork storing(std::set<std::string> refused, std::set<std::string> halfStored = {}) {
        return [this, refused = std::move(refused), halfStored = std::move(halfStored)](
                   Sql& sql, std::span<const std::string> ids, std::size_t first) {
            mostAtOnce_ = std::max(mostAtOnce_, ids.size());
            std::vector<BulkResult> results;
            for (std::size_t i = 0; i < ids.size(); ++i) {
                EXPECT_EQ(ids[i], ids_.at(first + i));
                if (refused.contains(ids[i])) {
                    results.push_back(failedResult(ids[i], ApiError::conflict("no")));
                    continue;
                }
                sql.execute("INSERT INTO done (id) VALUES (?)", {ids[i]});
                if (halfStored.contains(ids[i])) throw HalfStored(failedResult(ids[i], ApiError::conflict("late")));
                results.push_back({ids[i], Status::Changed});
            }
            return results;
        };
    }
    std::int64_t stored() {
        return fixture_.database().read(
            [](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM done")->at(0).integer(); });
    }
    static int count(const std::vector<BulkResult>& results, Status status) {
        int found = 0;
        for (const BulkResult& one : results) found += one.status == status ? 1 : 0;
        return found;
    }

    test::PluginFixture fixture_;
    std::vector<std::string> ids_;
    std::size_t mostAtOnce_ = 0;
};

TEST_F(BulkRun, ATrialStoresNothingAndTellsWhatWouldBecomeOfEach) {
    EXPECT_EQ(count(tryAll(fixture_.database(), ids_, storing({})), Status::Changed), 120);
    const std::vector<BulkResult> refused = tryAll(fixture_.database(), ids_, storing({"id60"}));
    EXPECT_EQ(count(refused, Status::Skipped), 119);
    EXPECT_EQ(refused.at(60).message, "no");
    EXPECT_EQ(stored(), 0);
}

TEST_F(BulkRun, OfAllStoresAllOrNothing) {
    EXPECT_EQ(count(runAll(fixture_.database(), ids_, storing({})), Status::Changed), 120);
    EXPECT_EQ(stored(), 120);
    EXPECT_EQ(mostAtOnce_, kBulkAtOnce);
    fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM done"); });

    const auto refused = runAll(fixture_.database(), ids_, storing({"id3", "id100"}));
    EXPECT_EQ(stored(), 0);
    EXPECT_EQ(count(refused, Status::Failed), 2) << "every refusal is told, not only the first";
    EXPECT_EQ(count(refused, Status::Skipped), 118);
    EXPECT_EQ(refused.at(100).message, "no");

    const auto late = runAll(fixture_.database(), ids_, storing({}, {"id60"}));
    EXPECT_EQ(stored(), 0);
    ASSERT_EQ(late.size(), 120U);
    EXPECT_EQ(late.at(60).message, "late");
    EXPECT_EQ(count(late, Status::Skipped), 119);
}

TEST_F(BulkRun, OfEachLeavesTheOthersAsTheyAre) {
    const auto results = runEach(fixture_.database(), fixture_.capturedLog(), ids_, storing({"id3"}, {"id60", "id61"}));
    ASSERT_EQ(results.size(), 120U);
    EXPECT_EQ(stored(), 117);
    EXPECT_EQ(count(results, Status::Changed), 117);
    for (const int failed : {3, 60, 61}) EXPECT_EQ(results.at(static_cast<std::size_t>(failed)).status, Status::Failed);
    for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i].id, ids_[i]);
}

TEST_F(BulkRun, OfEachTellsWhatIsStoredWhenALaterShareFails) {
    std::string failing = "id110";
    const BulkWork work = [&](Sql& sql, std::span<const std::string> ids, std::size_t first) {
        if (std::find(ids.begin(), ids.end(), failing) != ids.end()) {
            throw DatabaseError(DatabaseError::Kind::Unavailable, "gone");
        }
        return storing({})(sql, ids, first);
    };
    const auto results = runEach(fixture_.database(), fixture_.capturedLog(), ids_, work);
    ASSERT_EQ(results.size(), 120U);
    EXPECT_EQ(stored(), 100);
    EXPECT_EQ(count(results, Status::Changed), 100);
    EXPECT_EQ(count(results, Status::Failed), 20);
    EXPECT_EQ(results.at(100).message,
              "the server failed before it was done with object 'id100'; read it before you try again");
    EXPECT_TRUE(fixture_.capturedLog().contains("a change of many objects ended early: gone"));

    fixture_.database().write([](Sql& sql) { sql.execute("DELETE FROM done"); });
    failing = "id7";
    EXPECT_THROW(runEach(fixture_.database(), fixture_.capturedLog(), ids_, work), DatabaseError)
        << "nothing is stored, so that it can be tried again";
}

TEST_F(BulkRun, IsForbiddenWhenNothingIsAllowed) {
    const BulkResult forbidden = failedResult("a", ApiError::forbidden("not you"));
    const BulkResult missing = failedResult("b", ApiError::notFound("object", "b"));
    const auto refusal = [](const std::vector<BulkResult>& results) {
        return test::errorOf([&] { refuseIfForbidden(results); });
    };
    EXPECT_EQ(refusal({forbidden, forbidden}), "403: not you");
    EXPECT_EQ(refusal({forbidden, {"c", Status::Skipped}}), "no error") << "it may have been allowed";
    EXPECT_EQ(refusal({forbidden, missing}), "no error");
    EXPECT_EQ(refusal({forbidden, {"c", Status::Changed}}), "no error");
    EXPECT_EQ(refusal({}), "no error");
}

TEST_F(BulkRun, OfAllIsForbiddenByWhatEachAloneWouldHaveComeTo) {
    const std::vector<std::string> ids{"a", "b"};
    const BulkResult forbidden = failedResult("a", ApiError::forbidden("not you"));
    const BulkResult also = failedResult("b", ApiError::forbidden("nor here"));
    EXPECT_EQ(test::errorOf([&] { allOrNone(ids, {forbidden, also}); }), "403: not you");
    const std::vector<BulkResult> mixed = allOrNone(ids, {forbidden, {"b", Status::Changed}});
    EXPECT_EQ(mixed.at(0).status, Status::Failed);
    EXPECT_EQ(mixed.at(1).status, Status::Skipped);
    EXPECT_EQ(allOrNone(ids, {forbidden}).at(1).status, Status::Skipped) << "it never came to its turn";
    EXPECT_EQ(allOrNone(ids, {{"a", Status::Changed}, {"b", Status::Changed}}).at(0).status, Status::Changed);
}

TEST_F(BulkRun, SaysWhatIsStoredWhateverEndsIt) {
    const BulkWork work = [&](Sql& sql, std::span<const std::string> ids, std::size_t first) {
        if (first > 0) throw 42;
        return storing({})(sql, ids, first);
    };
    const auto results = runEach(fixture_.database(), fixture_.capturedLog(), ids_, work);
    ASSERT_EQ(results.size(), ids_.size());
    EXPECT_EQ(count(results, Status::Changed), static_cast<int>(stored()));
    EXPECT_TRUE(fixture_.capturedLog().contains("ended early: an exception that is no std::exception"));
}

}  // namespace
}  // namespace inkwell::objects
