#include "inkwell/request_params.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell {
namespace {

Request requestWith(std::vector<std::pair<std::string, std::string>> query) {
    RequestParts parts;
    parts.query = std::move(query);
    return Request(std::move(parts));
}

ListParams listParams(std::vector<std::pair<std::string, std::string>> query) {
    return parseListParams(requestWith(std::move(query)), 1000, {"order", "-created_at"});
}

template <class F>
std::string messageOf(F&& call) {
    try {
        call();
        return "(accepted)";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        EXPECT_EQ(error.problems().size(), 1u);
        return error.message();
    }
}

TEST(Request, ReadsFlagsAndCountsAnEmptyValueAsAbsent) {
    EXPECT_TRUE(requestWith({{"pretty", "true"}}).flag("pretty", false));
    EXPECT_FALSE(requestWith({{"pretty", "false"}}).flag("pretty", true));
    EXPECT_TRUE(requestWith({{"pretty", ""}}).flag("pretty", true));
    EXPECT_TRUE(requestWith({}).flag("pretty", true));
    EXPECT_EQ(messageOf([] {
                  requestWith({{"pretty", "1"}}).flag("pretty", false);
              }),
              "pretty must be true or false, not '1'");
}

TEST(Request, ReadsChoicesAndListsThemWhenTheValueIsAnother) {
    EXPECT_EQ(requestWith({{"status", "any"}}).choice("status", "published", {"published", "any"}), "any");
    EXPECT_EQ(requestWith({{"status", ""}}).choice("status", "published", {"published", "any"}), "published");
    EXPECT_EQ(messageOf([] {
                  requestWith({{"status", "draft"}}).choice("status", "", {"published", "any"});
              }),
              "status must be one of published, any, not 'draft'");
}

TEST(RequestParams, ReadATimeAndCountAnEmptyValueAsAbsent) {
    EXPECT_EQ(parseTime(requestWith({{"until", "1970-01-01T00:00:01.500Z"}}), "until"), 1500);
    EXPECT_EQ(parseTime(requestWith({{"until", ""}}), "until"), std::nullopt);
    EXPECT_EQ(parseTime(requestWith({}), "until"), std::nullopt);
    EXPECT_EQ(messageOf([] {
                  parseTime(requestWith({{"until", "noon"}}), "until");
              }),
              "until must be a time such as 2026-01-31T09:30:00.000Z");
}

TEST(Request, CutsALongValueInAMessageBetweenCharacters) {
    std::string value = "x";
    for (int i = 0; i < 100; ++i) value += "\xC3\xA9";
    const std::string message = messageOf([&] { requestWith({{"status", value}}).choice("status", "", {"any"}); });
    EXPECT_EQ(message.substr(message.size() - 6), "\xC3\xA9...'");
    EXPECT_LT(message.size(), 130u);
}

TEST(Request, FindsHeadersWhateverTheirCase) {
    RequestParts parts;
    parts.headers = {{"X-Read-Key", "k"}};
    const Request request(std::move(parts));
    EXPECT_EQ(request.header("x-read-KEY"), "k");
    EXPECT_EQ(request.header("x-read"), std::nullopt);
}

TEST(Request, TakesOnlyAnObjectForABody) {
    RequestParts parts;
    parts.body = JsonArray{};
    EXPECT_THROW(Request(std::move(parts)).json(), ApiError);
}

TEST(Request, TellsTheAuthorOfARouteWhatItsPathLacks) {
    const Request request = requestWith({});
    EXPECT_THROW(request.path("id"), std::logic_error);
    EXPECT_THROW(request.bucket(), std::logic_error);
    EXPECT_THROW(request.body(), std::logic_error);
}

TEST(ListParams, HaveTheInterfacesDefaults) {
    const ListParams params = listParams({{"limit", ""}, {"sort", ""}});
    EXPECT_EQ(params.limit, 1000);
    EXPECT_EQ(params.skip, 0);
    EXPECT_EQ(params.sort, "order");
}

TEST(ListParams, TakeGivenValues) {
    const ListParams params = listParams({{"limit", "1"}, {"skip", "7"}, {"sort", "-created_at"}});
    EXPECT_EQ(params.limit, 1);
    EXPECT_EQ(params.skip, 7);
    EXPECT_EQ(params.sort, "-created_at");
}

TEST(ListParams, NameTheBadParameterAndItsRange) {
    for (const char* limit : {"abc", "0", "-1", "1001", "1.5", " 1", "1e2", "99999999999999999999"}) {
        EXPECT_EQ(messageOf([&] {
                      listParams({{"limit", limit}});
                  }),
                  "limit must be a whole number from 1 to 1000, not '" + std::string(limit) + "'");
    }
    EXPECT_EQ(messageOf([] { listParams({{"skip", "-1"}}); }), "skip must be a whole number of at least 0, not '-1'");
    EXPECT_EQ(messageOf([] {
                  listParams({{"sort", "title"}});
              }),
              "sort must be one of order, -created_at, not 'title'");
}

TEST(ListParams, NeverDefaultAboveTheConfiguredLimit) {
    EXPECT_EQ(parseListParams(requestWith({}), 50, {}).limit, 50);
    EXPECT_EQ(parseListParams(requestWith({{"limit", "5000"}}), 9000, {}).limit, 5000);
}

}  // namespace
}  // namespace inkwell
