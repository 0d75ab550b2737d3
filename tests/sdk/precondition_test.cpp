#include "inkwell/precondition.h"

#include <gtest/gtest.h>

#include "inkwell/http.h"

namespace inkwell {
namespace {

bool accepts(const char* ifMatch, std::int64_t version) { return Precondition::parse(ifMatch).accepts(version); }

TEST(Precondition, ComparesTheNumberAlone) {
    for (const char* tag : {"\"7\"", "\"7-1f0c\"", "W/\"7-1f0c-gzip\"", " \"3\" , \"7\"", "*", " * "}) {
        EXPECT_TRUE(accepts(tag, 7)) << tag;
    }
    EXPECT_FALSE(accepts("\"7-8\"", 8));
    EXPECT_FALSE(accepts("\"77\", \"70\"", 7));
}

TEST(Precondition, IsRefusedWhereItIsNoListOfVersions) {
    for (const char* bad : {"", "7", "\"\"", "\"x\"", "\"7\"\"8\"", "\"7\",", "\"+7\"", "\"-7\"",
                            "\"9223372036854775808\"", "*, \"7\"", "w/\"7\""}) {
        try {
            Precondition::parse(bad);
            FAIL() << bad;
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 400);
            EXPECT_EQ(error.problems().at(0).path, "If-Match");
        }
    }
}

TEST(Precondition, ComesFromTheHeaderOfTheRequest) {
    RequestParts parts;
    EXPECT_FALSE(preconditionOf(Request(parts)).has_value());
    parts.headers = {{"if-match", "\"4\""}};
    EXPECT_TRUE(preconditionOf(Request(parts))->accepts(4));
    EXPECT_NO_THROW(requireVersion(std::nullopt, "object", "x", 4));
    EXPECT_THROW(requireVersion(preconditionOf(Request(parts)), "object", "x", 5), VersionMismatch);
}

TEST(VersionMismatch, ShowsWhatIsReadAfterTheWrite) {
    const auto write = []() -> int { throw VersionMismatch("object", "x", 5); };
    try {
        writeVersion(write, [] { return VersionedRecord{{{"id", "x"}}, 6}; });
        FAIL();
    } catch (const VersionMismatch& mismatch) {
        EXPECT_EQ(mismatch.status(), 412);
        EXPECT_EQ(mismatch.code(), "precondition_failed");
        EXPECT_EQ(*mismatch.current(), (JsonObject{{"id", "x"}}));
        ASSERT_EQ(mismatch.headers().size(), 1U);
        EXPECT_EQ(mismatch.headers()[0], versionHeader(6));
    }
    EXPECT_EQ(writeVersion([] { return 3; }, [] { return VersionedRecord{}; }), 3);
}

TEST(EntityTags, AreComparedWeaklyOrStronglyInAList) {
    for (const char* header : {"\"a\"", "W/\"a\"", "*", " \"b\" , W/\"a\",\"c\""})
        EXPECT_TRUE(namesTag(header, "\"a\"")) << header;
    for (const char* header : {"", "a", "\"b\"", "w/\"a\"", "\"a", ","})
        EXPECT_FALSE(namesTag(header, "\"a\"")) << header;
    EXPECT_TRUE(namesTag("\"b\", \"a\"", "\"a\"", TagComparison::Strong));
    EXPECT_FALSE(namesTag("W/\"a\"", "\"a\"", TagComparison::Strong));
}

TEST(EntityTags, FollowTheText) {
    EXPECT_EQ(entityTagOf("a"), entityTagOf("a"));
    EXPECT_NE(entityTagOf("a"), entityTagOf("b"));
    EXPECT_TRUE(entityTagOf("a").starts_with('"') && entityTagOf("a").ends_with('"'));
    EXPECT_TRUE(namesTag("W/" + entityTagOf("a"), entityTagOf("a")));
}

TEST(ShownVersion, IsATagThatTheKernelCompletes) {
    Response response = Response::message("done");
    showVersion(response, 12);
    EXPECT_EQ(response.headers.at(0).second, "\"12-\"");
    EXPECT_EQ(versionPrefix("\"12-\""), "12-");
    for (const char* whole : {"\"12-ab\"", "\"12\"", "\"-\"", "\"ab-\"", "12-", ""})
        EXPECT_EQ(versionPrefix(whole), "") << whole;
}

}  // namespace
}  // namespace inkwell
