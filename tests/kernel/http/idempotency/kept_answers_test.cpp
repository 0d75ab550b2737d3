#include "kernel/http/idempotency/kept_answers.h"

#include <gtest/gtest.h>

#include "fake_services.h"
#include "kernel/data/migrations.h"
#include "kernel/data/migrator.h"
#include "kernel/runtime/change_witness.h"
#include "tests/kernel/data/both_engines.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

using kernel::ChangeWitness;
using kernel::KeptAnswers;

class KeptAnswersTest : public EachEngine {
protected:
    KeptAnswersTest() { kernel::migrate(*engine_, {kernel::kernelMigrations()}, 1); }

    static RequestParts parts() {
        RequestParts parts;
        parts.method = Method::Post;
        parts.id = "request-" + std::to_string(++requests_);
        parts.access = Access::writeKey();
        parts.headers = {{"Authorization", "Bearer key"}};
        return parts;
    }
    std::unique_ptr<KeptAnswers::Turn> begin(const std::string& key, const std::string& body = "{}") {
        auto turn = std::make_unique<KeptAnswers::Turn>(kept_, key, route_, parts(), caller_);
        turn->body().add(body);
        turn->body().end();
        return turn;
    }
    /// Writes something once, as a service does.
    Response create(KeptAnswers::Turn& turn, const std::string& id) {
        return turn.answer([&] {
            database_.write([&](Sql&) { tell(id); });
            return Response::ok({{"id", id}});
        });
    }
    void tell(const std::string& id) {
        Change change;
        change.id = id;
        ChangeWitness::tell(change, database_.currentAttempt());
    }
    bool isKept(const std::string& key) { return begin(key)->isRepeat(); }

    const kernel::KeptCaller caller_{std::string(64, 'a'), "all"};
    static inline int requests_ = 0;
    testkit::FixedClock clock_;
    KeptAnswers kept_{database_, clock_, 100};
    const kernel::Route route_{Method::Post, "/things", Auth::WriteKey, {}, {}, "things", true};
};
INKWELL_ON_EACH_ENGINE(KeptAnswersTest);

TEST_P(KeptAnswersTest, GiveTheFirstAnswerAgain) {
    create(*begin("k"), "t1");
    auto again = begin("k");
    ASSERT_TRUE(again->isRepeat());
    EXPECT_EQ(again->changedId(), "t1");
    const std::optional<Response> response = again->repeated();
    ASSERT_TRUE(response);
    EXPECT_EQ(response->status, 200);
    EXPECT_EQ(response->json.at("id"), "t1");
    again.reset();
    EXPECT_EQ(errorOf([&] { begin("k", "{\"a\":1}")->repeated(); }).substr(0, 30), "422: this Idempotency-Key came");
}

TEST_P(KeptAnswersTest, ARequestWithoutHeadersOfItsOwnIsKnownFromBefore) {
    create(*begin("k1"), "t1");
    const std::vector<SqlRow> rows =
        database_.read([](Sql& sql) { return sql.select("SELECT fingerprint FROM kept_answers"); });
    EXPECT_EQ(rows.at(0)[0].text(), "c1a3f6115d760402f1b5be5d2927d6e1f44b12c306a427f11761fe526a93a060");
}

TEST_P(KeptAnswersTest, TheRowTellsNothingOfTheBodyWithoutTheKey) {
    create(*begin("k1", "a password"), "t1");
    create(*begin("k2", "a password"), "t2");
    const std::vector<SqlRow> rows =
        database_.read([](Sql& sql) { return sql.select("SELECT fingerprint FROM kept_answers"); });
    ASSERT_EQ(rows.size(), 2U);
    const std::string one = rows[0][0].text();
    const std::string other = rows[1][0].text();
    ASSERT_EQ(one.size(), 64U);
    EXPECT_NE(one.substr(0, 32), other.substr(0, 32)) << "of the target";
    EXPECT_NE(one.substr(32), other.substr(32)) << "of the body";
    EXPECT_TRUE(begin("k1", "a password")->repeated());
}

TEST_P(KeptAnswersTest, ExpireAfterADay) {
    create(*begin("k"), "t1");
    clock_.advance(KeptAnswers::kKeptMs - 1);
    EXPECT_TRUE(isKept("k"));
    clock_.advance(1);
    EXPECT_FALSE(isKept("k"));
    EXPECT_EQ(count("kept_answers"), 0);
    create(*begin("k"), "t2");
    EXPECT_EQ(begin("k")->changedId(), "t2");
}

TEST_P(KeptAnswersTest, AreSweptByAgeAndByNumber) {
    create(*begin("old"), "t0");
    clock_.advance(KeptAnswers::kKeptMs);
    for (int i = 0; i < 5; ++i) {
        clock_.advance(1);
        create(*begin("k" + std::to_string(i)), "t");
    }
    kept_.sweep();
    EXPECT_EQ(count("kept_answers"), 5);
    kept_.setMost(2);
    kept_.sweep();
    EXPECT_EQ(count("kept_answers"), 2);
    EXPECT_FALSE(isKept("k2"));
    EXPECT_TRUE(isKept("k3"));
}

TEST_P(KeptAnswersTest, WhereARouteNeedsNoKeyOnlyChangesAreKept) {
    const kernel::Route open{Method::Post, "/mcp", Auth::Public, {}, {}, "mcp", true};
    const auto turn = [&](const std::string& key) {
        return std::make_unique<KeptAnswers::Turn>(kept_, key, open, parts(), caller_);
    };
    turn("k1")->answer([] { return Response::ok({{"read", "much"}}); });
    EXPECT_FALSE(turn("k1")->isRepeat());
    EXPECT_EQ(count("kept_answers"), 0);
    create(*turn("k2"), "t1");
    EXPECT_TRUE(turn("k2")->isRepeat());
}

TEST_P(KeptAnswersTest, OneAtATimeHasAKey) {
    const auto first = begin("k");
    EXPECT_EQ(errorOf([&] { begin("k"); }),
              "409: a request with this Idempotency-Key is still under way; repeat it in a moment");
    EXPECT_FALSE(begin("other")->isRepeat());
}

TEST_P(KeptAnswersTest, ARequestThatIsUndoneIsNotKept) {
    EXPECT_THROW(begin("k")->answer([&]() -> Response {
        database_.write([&](Sql&) {
            tell("t1");
            throw std::runtime_error("no");
        });
        return {};
    }),
                 std::runtime_error);
    EXPECT_FALSE(isKept("k"));
}

TEST_P(KeptAnswersTest, WhatIsCommittedIsKnownWithoutAnAnswer) {
    EXPECT_THROW(begin("k")->answer([&]() -> Response {
        database_.write([&](Sql&) { tell("t1"); });
        throw std::runtime_error("the server ends here");
    }),
                 std::runtime_error);
    const auto again = begin("k");
    ASSERT_TRUE(again->isRepeat());
    EXPECT_FALSE(again->repeated());
    EXPECT_EQ(again->changedId(), "t1");
}

TEST_P(KeptAnswersTest, ARequestMayNeedSeveralTransactions) {
    begin("k")->answer([&] {
        EXPECT_THROW(database_.write([&](Sql&) {
            tell("t0");
            throw std::runtime_error("undone");
        }),
                     std::runtime_error);
        for (const char* id : {"t1", "t2"}) {
            database_.write([&](Sql&) {
                tell(id);
                tell(id);
            });
        }
        return Response::ok({{"ok", true}});
    });
    const auto again = begin("k");
    EXPECT_EQ(again->changedId(), "t1");
    EXPECT_EQ(again->repeated()->json.at("ok"), true);
}

TEST_P(KeptAnswersTest, WhatAnotherServerHasCommittedIsNotDoneTwice) {
    KeptAnswers other(database_, clock_, 100);
    const auto mine = begin("k");
    {
        KeptAnswers::Turn theirs(other, "k", route_, parts(), caller_);
        theirs.body().add("{}");
        theirs.body().end();
        create(theirs, "t1");
    }
    EXPECT_EQ(errorOf([&] { create(*mine, "t2"); }),
              "409: a request with this Idempotency-Key is still under way; repeat it in a moment");
}

// Its commit was on the way to this server when the second attempt looked for it.
TEST_P(KeptAnswersTest, WhatIsRefusedForItsOwnFirstAttemptIsAskedToComeAgain) {
    KeptAnswers other(database_, clock_, 100);
    const auto refuse = []() -> Response { throw ApiError::conflict("the slug 's' is taken"); };
    EXPECT_EQ(errorOf([&] { begin("k")->answer(refuse); }), "409: the slug 's' is taken");
    const auto mine = begin("k");
    {
        KeptAnswers::Turn theirs(other, "k", route_, parts(), caller_);
        theirs.body().add("{}");
        theirs.body().end();
        create(theirs, "t1");
    }
    EXPECT_EQ(errorOf([&] { mine->answer(refuse); }),
              "409: a request with this Idempotency-Key is still under way; repeat it in a moment");
}

TEST_P(KeptAnswersTest, ABodyThatComesWhileThingsChangeIsComparedAfterwards) {
    {
        KeptAnswers::Turn first(kept_, "k", route_, parts(), caller_);
        first.answer([&] {
            first.body().add("{");
            database_.write([&](Sql&) { tell("t1"); });
            first.body().add("}");
            first.body().end();
            return Response::ok({{"ok", true}});
        });
    }
    EXPECT_TRUE(begin("k")->repeated());
    EXPECT_EQ(errorOf([&] { begin("k", "{\"a\":1}")->repeated(); }).substr(0, 4), "422:");
}

TEST_P(KeptAnswersTest, ALongAnswerIsNotKeptButThatItWasGiven) {
    begin("k")->answer([] { return Response::ok({{"text", std::string(KeptAnswers::kMaxAnswerBytes, 'x')}}); });
    const auto again = begin("k");
    ASSERT_TRUE(again->isRepeat());
    EXPECT_FALSE(again->repeated());
    EXPECT_EQ(again->changedId(), "");
}

TEST_P(KeptAnswersTest, ARefusalThatIsToldAsAnAnswerIsNotKept) {
    const auto refusal = [] {
        Response response = Response::ok({{"refused", true}});
        response.headers.emplace_back("Inkwell-Refused", "true");
        return response;
    };
    begin("k1")->answer(refusal);
    EXPECT_FALSE(isKept("k1"));
    begin("k2")->answer([&] {
        database_.write([&](Sql&) { tell("t1"); });
        return refusal();
    });
    EXPECT_TRUE(isKept("k2")) << "something was changed all the same";
}

}  // namespace
}  // namespace inkwell::test
