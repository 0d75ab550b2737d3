#include "token_input.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell::bucket_tokens {
namespace {

constexpr std::int64_t kNow = 1'800'000'000'000;

TokenEdit parsed(const char* body) { return parseNewToken(parseJson(body).as_object(), kNow); }

std::string problemsOf(const char* body, bool isNew = true) {
    try {
        const Json json = parseJson(body);
        const JsonObject& object = json.as_object();
        (isNew ? parseNewToken(object, kNow) : parseTokenEdit(object, kNow)).problems.throwIfAny("refused");
        return "";
    } catch (const ApiError& error) {
        std::string all;
        for (const Problem& problem : error.problems()) all += problem.path + " " + problem.message + "; ";
        return all;
    }
}

TEST(TokenInput, TakesPermissionsAndGivesNothingThatIsNotAsked) {
    const TokenEdit reader = parsed(R"({"title":"Site","permissions":{"read":"published"}})");
    EXPECT_EQ(reader.title, "Site");
    EXPECT_EQ(reader.rights->read, TokenRights::Read::Published);
    EXPECT_FALSE(reader.rights->allTypes || reader.rights->media || reader.expiresAtMs.has_value());
    EXPECT_TRUE(reader.rights->objectTypes.empty());

    const TokenEdit writer =
        parsed(R"({"title":"x","permissions":{"write":["a","b"],"media":true},"expires_at":null})");
    EXPECT_EQ(writer.rights->read, TokenRights::Read::None);
    EXPECT_EQ(writer.rights->objectTypes, (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(writer.rights->media);
    ASSERT_TRUE(writer.expiresAtMs.has_value());
    EXPECT_FALSE(writer.expiresAtMs->has_value());
    EXPECT_TRUE(parsed(R"({"title":"x","permissions":{"write":"all"}})").rights->allTypes);
    EXPECT_EQ(**parsed(R"({"title":"x","permissions":{},"expires_at":4102444800000})").expiresAtMs, 4102444800000);
    EXPECT_EQ(**parsed(R"({"title":"x","permissions":{},"expires_at":"2100-01-01T00:00:00Z"})").expiresAtMs,
              4102444800000);
}

TEST(TokenInput, NamesWhatIsWrong) {
    EXPECT_EQ(problemsOf("{}"), "title is required; permissions is required; ");
    EXPECT_EQ(problemsOf(R"({"title":"x","permissions":{"write":"some"}})"),
              "permissions.write must be 'all' or an array of at most 200 slugs of object types; ");
    EXPECT_EQ(problemsOf(R"({"title":"x","permissions":{},"expires_at":5})"),
              "expires_at must be a future time, as '2027-01-31T00:00:00Z' or milliseconds since 1970, or null; ");
    EXPECT_NE(problemsOf(R"({"title":"x","permissions":{"read":"all"}})").find("permissions.read must be one of"),
              std::string::npos);
    EXPECT_NE(problemsOf(R"({"title":"x","permissions":{"admin":true}})").find("permissions.admin"), std::string::npos);
    EXPECT_EQ(problemsOf("{}", false), "title or 'permissions' or 'expires_at' is required; ");
    EXPECT_EQ(problemsOf(R"({"title":"y"})", false), "");
}

}  // namespace
}  // namespace inkwell::bucket_tokens
