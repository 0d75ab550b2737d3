#include "kernel/http/idempotency/lost_answer.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "tests/support/error_text.h"

namespace inkwell::kernel {
namespace {

const std::string kLost = "410: this request was carried out before; its answer is no longer known";

class LostAnswer : public testing::Test {
protected:
    Route post(const std::string& path, const char* answer, std::vector<std::pair<int, const char*>> others = {}) {
        const auto never = [](const Request&) -> Response { throw std::logic_error("it is not run again"); };
        RouteOptions options{.description = {.summary = "s", .answer = answer, .others = std::move(others)}};
        return {Method::Post, path, Auth::Public, never, std::move(options), "things", true};
    }
    Route read(const std::string& path, const char* answer) {
        const auto shown = [](const Request& request) {
            if (request.path("id") == "gone") throw ApiError::notFound("thing", "gone");
            return Response::ok({{"read", request.path("id")}, {"status", request.query("status").value_or("")}});
        };
        return {Method::Get, path, Auth::Public, shown, {.description = {.summary = "s", .answer = answer}},
                "things",    true};
    }
    Response answer(const Route& route, const std::string& changedId, RequestParts parts = {}) const {
        return lostAnswer(router_, route, std::move(parts), changedId);
    }
    std::string refusal(const Route& route, const std::string& changedId, const RequestParts& parts = {}) const {
        return inkwell::test::errorOf([&] { answer(route, changedId, parts); });
    }

    Router router_{{read("/things/{id}", "Thing"), read("/others/{id}", "Other")}};
};

TEST_F(LostAnswer, IsWhatAReadShowsOfTheNewThing) {
    const Response response = answer(post("/things", "Thing"), "t1");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.json.at("read"), "t1");
    EXPECT_EQ(response.json.at("status"), "any");
}

TEST_F(LostAnswer, IsWhatAReadShowsOfTheThingThatWasActedOn) {
    RequestParts parts;
    parts.path = {{"id", "t1"}};
    EXPECT_EQ(answer(post("/things/{id}/act", "Thing"), "t1", parts).json.at("read"), "t1");
    EXPECT_EQ(refusal(post("/things/{id}/act", "Thing"), "t2", parts), kLost + ", and what it changed is 't2'");
}

TEST_F(LostAnswer, IsGoneWhereNoReadAnswersInThatShape) {
    EXPECT_EQ(refusal(post("/things", "ThingMade"), "t1"), kLost + ", and what it changed is 't1'");
    EXPECT_EQ(refusal(post("/things", ""), "t1"), kLost + ", and what it changed is 't1'");
    EXPECT_EQ(refusal(post("/things", "Thing"), ""), kLost);
}

TEST_F(LostAnswer, IsAMessageWhereTheRouteAnswersWithOne) {
    const Response response = answer(post("/things/{id}/act", "Message"), "t1");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.json.at("message"),
              "this request was carried out before; its answer is no longer known, and what it changed is 't1'");
}

TEST_F(LostAnswer, OfAThingThatIsGoneIsGone) {
    EXPECT_EQ(refusal(post("/things", "Thing"), "gone"), kLost + ", and what it changed is 'gone'");
}

}  // namespace
}  // namespace inkwell::kernel
