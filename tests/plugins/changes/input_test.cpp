#include "input.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "tests/plugins/changes/world.h"
#include "tests/support/error_text.h"

namespace inkwell::changes::test {
namespace {

using Query = std::vector<std::pair<std::string, std::string>>;

Request asking(Query query, Query headers = {}) {
    RequestParts parts;
    parts.query = std::move(query);
    parts.headers = std::move(headers);
    return Request(std::move(parts));
}

std::string refusalOf(const std::function<void()>& parse) {
    try {
        parse();
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 400);
        return error.message();
    }
    return "(taken)";
}

TEST(AuditInput, TakesEveryParameter) {
    const ChangeLog::Filter filter = parseAuditFilter(asking({{"kind", "object"},
                                                              {"action", "edited"},
                                                              {"actor", "write_key"},
                                                              {"id", "0123456789abcdef01234567"},
                                                              {"since", "2026-01-31T09:30:00.000Z"},
                                                              {"until", "2026-02-01"}}));
    EXPECT_EQ(filter.kind, "object");
    EXPECT_EQ(filter.action, "edited");
    EXPECT_EQ(filter.actor, "write_key");
    EXPECT_EQ(filter.id, "0123456789abcdef01234567");
    EXPECT_EQ(filter.fromMs, 1'769'851'800'000);
    EXPECT_EQ(filter.untilMs, 1'769'904'000'000);
    EXPECT_FALSE(parseAuditFilter(asking({{"since", ""}})).fromMs);
}

TEST(AuditInput, RefusesABadParameterByName) {
    for (const char* name : {"since", "until"}) {
        for (const char* value : {"yesterday", "2026-02-30", "1769851800000", "2026-01-31T25:00:00Z"}) {
            EXPECT_EQ(refusalOf([&] {
                          parseAuditFilter(asking({{name, value}}));
                      }),
                      std::string(name) + " must be a time such as 2026-01-31T09:30:00.000Z");
        }
    }
    for (const char* value : {"ann@example.com", "WRITE_KEY", "0000000000000000000000AB", "x' OR 1=1"}) {
        EXPECT_EQ(refusalOf([&] {
                      parseAuditFilter(asking({{"actor", value}}));
                  }),
                  "actor must be a user's id, 'token:' and the id of a token, 'write_key' or 'system'");
    }
}

TEST(StreamInput, TakesTheHeaderBeforeTheParameter) {
    EXPECT_FALSE(parseStreamWish(asking({})).from);
    EXPECT_FALSE(parseStreamWish(asking({{"last_event_id", ""}}, {{"Last-Event-ID", ""}})).from);
    EXPECT_EQ(parseStreamWish(asking({{"last_event_id", "3"}})).from, (Position{3, {}}));
    EXPECT_EQ(parseStreamWish(asking({{"last_event_id", "3"}}, {{"last-event-id", "5-4"}})).from,
              (Position{5, {{4, 4}}}));
}

TEST(StreamInput, RefusesABadIdByItsPlace) {
    EXPECT_EQ(refusalOf([] {
                  parseStreamWish(asking({}, {{"Last-Event-ID", "abc"}}));
              }),
              "Last-Event-ID must be the id of an event of this stream");
    EXPECT_EQ(refusalOf([] {
                  parseStreamWish(asking({{"last_event_id", "1-2"}}));
              }),
              "last_event_id must be the id of an event of this stream");
}

TEST(StreamInput, GivesDraftsToMembersOnly) {
    const auto asks = [](const std::string& status, Access access) {
        RequestParts parts;
        parts.query = {{"status", status}};
        parts.access = std::move(access);
        return parseStreamWish(Request(std::move(parts))).audience;
    };
    const Access member = Access::user("u1", Membership{});
    EXPECT_EQ(asks("any", member), Audience::Members);
    EXPECT_EQ(asks("published", member), Audience::Readers);
    EXPECT_EQ(asks("", Access::readKey(true)), Audience::Readers);
    EXPECT_EQ(refusalOf([&] { asks("draft", member); }), "status must be one of published, any, not 'draft'");
    EXPECT_EQ(inkwell::test::errorOf([&] { asks("any", Access::readKey(true)); }),
              "403: only members of the bucket are told of changes of drafts: sign in, and leave the key out");
}

TEST(StreamInput, TakesTypesLeniently) {
    EXPECT_TRUE(parseStreamWish(asking({})).types.empty());
    EXPECT_EQ(parseStreamWish(asking({{"types", " posts,pages , ,posts,"}})).types,
              (std::set<std::string, std::less<>>{"pages", "posts"}));
    EXPECT_EQ(refusalOf([] {
                  parseStreamWish(asking({{"types", "posts,No Slug"}}));
              }),
              "types must be at most 100 slugs of object types, with commas between them");
    std::string many;
    for (int n = 0; n < 101; ++n) many += "t" + std::to_string(n) + ",";
    EXPECT_NE(refusalOf([&] { parseStreamWish(asking({{"types", many}})); }), "(taken)");
}

}  // namespace
}  // namespace inkwell::changes::test
