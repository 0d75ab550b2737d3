#include "kernel/http/gatekeeper.h"

#include <gtest/gtest.h>

#include "inkwell/bucket_tokens.h"
#include "inkwell/error.h"
#include "tests/kernel/http/fakes.h"

namespace inkwell::kernel::test {
namespace {

const std::pair kNoReadToken(401,
                             std::string("the Authorization header holds no valid token of a user or of bucket "
                                         "'blog'; a read key is sent as parameter 'read_key' or header 'X-Read-Key'"));

class Gatekeeper : public ::testing::Test {
protected:
    Gatekeeper() {
        snapshot_.services[BucketDirectory::kServiceId] = static_cast<BucketDirectory*>(&directory_);
        snapshot_.services[Identity::kServiceId] = static_cast<Identity*>(&identity_);
    }

    static RequestParts at(const std::string& slug) {
        RequestParts parts;
        parts.path = {{"bucket_slug", slug}};
        return parts;
    }
    static RequestParts withAuthorization(const std::string& slug, const std::string& value) {
        RequestParts parts = at(slug);
        parts.headers = {{"authorization", value}};
        return parts;
    }
    static RequestParts withReadKeys(const std::string& slug, const std::vector<std::string>& keys) {
        RequestParts parts = at(slug);
        for (const std::string& key : keys) parts.query.emplace_back("read_key", key);
        return parts;
    }

    // The refusal's status and message, or 0 when the request was let in.
    std::pair<int, std::string> refusal(Auth auth, RequestParts parts) const {
        try {
            admit(snapshot_, auth, parts);
            return {0, ""};
        } catch (const ApiError& error) {
            return {error.status(), error.message()};
        }
    }

    FakeDirectory directory_;
    FakeIdentity identity_;
    Snapshot snapshot_;
};

TEST_F(Gatekeeper, LetsEverybodyIntoPublicRoutes) {
    RequestParts parts;
    admit(snapshot_, Auth::Public, parts);
    EXPECT_EQ(parts.bucket, nullptr);
    EXPECT_EQ(parts.access.actor(), "");
}

TEST_F(Gatekeeper, FindsTheBucketOfAPublicRoute) {
    RequestParts parts = at("blog");
    admit(snapshot_, Auth::Public, parts);
    ASSERT_NE(parts.bucket, nullptr);
    EXPECT_EQ(parts.bucket->id, "b1");
    EXPECT_EQ(refusal(Auth::Public, at("none")).first, 404);
}

TEST_F(Gatekeeper, TakesTheReadKeyFromQueryOrHeader) {
    RequestParts byQuery = withReadKeys("blog", {kReadKey});
    admit(snapshot_, Auth::ReadKey, byQuery);
    EXPECT_EQ(byQuery.bucket->slug, "blog");
    EXPECT_FALSE(byQuery.access.isWriteKey());

    RequestParts byHeader = at("blog");
    byHeader.headers = {{"x-READ-key", kReadKey}};
    EXPECT_EQ(refusal(Auth::ReadKey, byHeader).first, 0);
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {kReadKey, kReadKey})).first, 0);
}

TEST_F(Gatekeeper, RefusesTwoHeadersOfReadKeysThatDiffer) {
    RequestParts parts = at("blog");
    parts.headers = {{"X-Read-Key", kReadKey}, {"x-read-key", kReadKey}, {"X-READ-KEY", ""}};
    EXPECT_EQ(refusal(Auth::ReadKey, parts).first, 0);
    parts.headers.emplace_back("X-Read-Key", "other");
    EXPECT_EQ(refusal(Auth::ReadKey, parts),
              std::pair(401, std::string("the request carries two read keys that differ")));
}

TEST_F(Gatekeeper, SeesAWriterBesideTheReadKeyWhereDraftsAreNotForAll) {
    const auto mayReadDrafts = [&](const std::string& authorization) {
        RequestParts parts = withReadKeys("quiet", {kReadKey});
        if (!authorization.empty()) parts.headers = {{"Authorization", authorization}};
        admit(snapshot_, Auth::ReadKey, parts);
        EXPECT_EQ(parts.access.actor(), "") << "it stays a read with the read key";
        return parts.access.mayReadDrafts(*parts.bucket);
    };
    EXPECT_FALSE(mayReadDrafts(""));
    EXPECT_FALSE(mayReadDrafts("Bearer nonsense"));
    EXPECT_FALSE(mayReadDrafts(std::string("Bearer ") + kReadKey));
    EXPECT_FALSE(mayReadDrafts("Bearer token-of-stranger"));
    EXPECT_TRUE(mayReadDrafts(std::string("Bearer ") + kWriteKey));
    EXPECT_TRUE(mayReadDrafts("Bearer token-of-editor"));
    EXPECT_TRUE(mayReadDrafts("token-of-admin"));
    snapshot_.services.erase(Identity::kServiceId);
    EXPECT_FALSE(mayReadDrafts("Bearer token-of-editor"));
}

TEST_F(Gatekeeper, IgnoresAuthorizationOfReads) {
    RequestParts parts = withReadKeys("blog", {kReadKey});
    parts.headers = {{"Authorization", "Bearer nonsense"}};
    EXPECT_EQ(refusal(Auth::ReadKey, parts).first, 0);
    EXPECT_EQ(refusal(Auth::ReadKey, withAuthorization("blog", std::string("Bearer ") + kWriteKey)).first, 401);
}

TEST_F(Gatekeeper, RefusesTwoAuthorizationsThatDiffer) {
    RequestParts parts = withAuthorization("blog", std::string("Bearer ") + kWriteKey);
    parts.headers.emplace_back("authorization", kWriteKey);
    EXPECT_EQ(refusal(Auth::WriteKey, parts).first, 0) << "the same with and without the scheme";
    parts.headers.emplace_back("AUTHORIZATION", "Bearer token-of-editor");
    const std::pair differ(401, std::string("the request carries two headers 'Authorization' that differ"));
    for (const Auth auth : {Auth::WriteKey, Auth::UserToken, Auth::BucketAdmin, Auth::ReadKey}) {
        EXPECT_EQ(refusal(auth, parts), differ);
    }
    RequestParts reads = withReadKeys("blog", {kReadKey});
    reads.headers = parts.headers;
    EXPECT_EQ(refusal(Auth::ReadKey, reads).first, 0) << "a read is never refused for this header";
}

TEST_F(Gatekeeper, LetsMembersReadWithTheirToken) {
    RequestParts parts = withAuthorization("blog", "Bearer token-of-editor");
    admit(snapshot_, Auth::ReadKey, parts);
    EXPECT_EQ(parts.access.userId(), "editor");
    EXPECT_EQ(refusal(Auth::ReadKey, withAuthorization("blog", "Bearer token-of-stranger")),
              std::pair(404, std::string("bucket 'blog' was not found")));
    for (const std::string guess : {"guess", kReadKey, kWriteKey}) {
        EXPECT_EQ(refusal(Auth::ReadKey, withAuthorization("blog", "Bearer " + guess)), kNoReadToken) << guess;
    }
    parts = withReadKeys("blog", {"guess"});
    parts.headers = {{"authorization", "Bearer token-of-editor"}};
    EXPECT_EQ(refusal(Auth::ReadKey, parts).second, "the read key is not that of bucket 'blog'");
}

class FakeTokens : public BucketTokens {
public:
    std::optional<Access> admit(const Bucket& bucket, std::string_view token) override {
        if (bucket.id != "b1" || token == "bt_revoked") return std::nullopt;
        TokenRights rights;
        rights.id = "t1";
        rights.read = token == "bt_writes" ? TokenRights::Read::None : TokenRights::Read::Published;
        rights.allTypes = token == "bt_writes";
        Membership maker;
        maker.role = Role::Admin;
        return Access::token(rights, maker);
    }
    std::string bucketOf(std::string_view) override { return {}; }
    bool isValid(const std::string&, const std::string&) override { return true; }
    bool readsDrafts(const std::string&, const std::string&) override { return false; }
};

TEST_F(Gatekeeper, AsksTheTokensOfTheBucket) {
    FakeTokens tokens;
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {"bt_reads"})),
              std::pair(503, std::string("tokens of buckets are disabled")));
    snapshot_.services[BucketTokens::kServiceId] = static_cast<BucketTokens*>(&tokens);
    for (RequestParts parts : {withReadKeys("blog", {"bt_reads"}), withAuthorization("blog", "Bearer bt_reads")}) {
        admit(snapshot_, Auth::ReadKey, parts);
        EXPECT_EQ(parts.access.actor(), "token:t1");
        EXPECT_FALSE(parts.access.mayReadDrafts(*parts.bucket));
    }
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {"bt_writes"})),
              std::pair(403, std::string("this token does not allow to read")));
    RequestParts parts = withAuthorization("blog", "Bearer bt_writes");
    admit(snapshot_, Auth::WriteKey, parts);
    EXPECT_TRUE(parts.access.mayWriteObjectsOf("posts"));
    EXPECT_FALSE(parts.access.mayWriteObjectTypes());
    EXPECT_EQ(refusal(Auth::WriteKey, withAuthorization("blog", "Bearer bt_revoked")).first, 401);
    EXPECT_EQ(refusal(Auth::ReadKey, withAuthorization("blog", "Bearer bt_revoked")), kNoReadToken);
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {"bt_revoked"})).second,
              "the read key is not that of bucket 'blog'");
    EXPECT_EQ(refusal(Auth::UserToken, withAuthorization("blog", "Bearer bt_writes")).first, 403);
    EXPECT_EQ(refusal(Auth::BucketAdmin, withAuthorization("blog", "Bearer bt_writes")).first, 403);
    EXPECT_EQ(refusal(Auth::UserToken, withAuthorization("blog", "Bearer bt_revoked")).first, 401);
    EXPECT_EQ(refusal(Auth::UserToken, withAuthorization("keyless", "Bearer bt_writes")).first, 401)
        << "of another one";
}

// The conditions under which a cookie counts: interface/users-and-roles.md, "Browsers".
RequestParts withCookie(const std::string& cookie, const char* from = "same-origin") {
    RequestParts parts;
    parts.path = {{"bucket_slug", "blog"}};
    parts.clientAddress = "127.0.0.1";
    parts.headers = {{"cookie", cookie}, {"sec-fetch-site", from}, {"host", "x.org"}};
    return parts;
}

TEST_F(Gatekeeper, TakesTheSessionOfABrowserForItsOwnPagesOnly) {
    RequestParts parts = withCookie("a=b; inkwell=token-of-editor");
    admit(snapshot_, Auth::ReadKey, parts);
    EXPECT_EQ(parts.access.userId(), "editor");
    for (const char* from : {"cross-site", "same-site", "none"})
        EXPECT_EQ(refusal(Auth::UserToken, withCookie("inkwell=token-of-editor", from)).first, 401) << from;

    RequestParts older = withCookie("inkwell=token-of-editor", "");
    EXPECT_EQ(refusal(Auth::UserToken, older).first, 401);
    older.headers.emplace_back("origin", "https://x.org");
    EXPECT_EQ(refusal(Auth::UserToken, older).first, 0);
    older.headers.back().second = "https://y.org";
    EXPECT_EQ(refusal(Auth::UserToken, older).first, 401);
}

TEST_F(Gatekeeper, TakesACookieWithoutItsPrefixFromTheSameMachineOnly) {
    RequestParts far = withCookie("inkwell=token-of-editor");
    far.clientAddress = "192.0.2.1";
    EXPECT_EQ(refusal(Auth::UserToken, far).first, 401);
    far.headers[0].second = "__Host-inkwell=token-of-editor";
    EXPECT_EQ(refusal(Auth::UserToken, far).first, 0);
}

TEST_F(Gatekeeper, WritesByASessionOnlyBesideAHeaderThatFormsCannotSet) {
    RequestParts parts = withCookie("inkwell=token-of-editor");
    parts.method = Method::Post;
    EXPECT_EQ(refusal(Auth::WriteKey, parts),
              std::pair(401, std::string("a session's cookie writes only beside the header 'Inkwell-Session: 1'")));
    parts.headers.emplace_back("inkwell-session", "1");
    EXPECT_EQ(refusal(Auth::WriteKey, parts).first, 0);
}

TEST_F(Gatekeeper, NeverCountsACookieBesideAKeyOrAToken) {
    RequestParts beside = withCookie("inkwell=token-of-editor");
    beside.headers.emplace_back("authorization", "Bearer guess");
    EXPECT_EQ(refusal(Auth::UserToken, beside).first, 401);
    RequestParts keyed = withCookie("inkwell=token-of-editor");
    keyed.query = {{"read_key", "guess"}};
    EXPECT_EQ(refusal(Auth::ReadKey, keyed).first, 401);
    RequestParts reader = withCookie("inkwell=token-of-editor");
    reader.query = {{"read_key", kReadKey}};
    admit(snapshot_, Auth::ReadKey, reader);
    EXPECT_EQ(reader.access.userId(), "");
}

TEST_F(Gatekeeper, TellsAMissingReadKeyFromAWrongOne) {
    const auto missing = refusal(Auth::ReadKey, at("blog"));
    const auto wrong = refusal(Auth::ReadKey, withReadKeys("blog", {"guess"}));
    EXPECT_EQ(missing.first, 401);
    EXPECT_EQ(wrong.first, 401);
    EXPECT_NE(missing.second, wrong.second);
    EXPECT_EQ(wrong.second, "the read key is not that of bucket 'blog'");
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {kWriteKey})).first, 401);
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {""})).second, missing.second);
}

TEST_F(Gatekeeper, RefusesTwoReadKeysThatDiffer) {
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {kReadKey, "other"})).first, 401);
    RequestParts parts = withReadKeys("blog", {kReadKey});
    parts.headers = {{"X-Read-Key", "other"}};
    EXPECT_EQ(refusal(Auth::ReadKey, parts).first, 401);
}

TEST_F(Gatekeeper, AnswersAnUnknownBucketBySlug) {
    const auto [status, message] = refusal(Auth::ReadKey, withReadKeys("none", {kReadKey}));
    EXPECT_EQ(status, 404);
    EXPECT_EQ(message, "bucket 'none' was not found");
    EXPECT_EQ(refusal(Auth::WriteKey, withAuthorization("none", kWriteKey)).first, 404);
}

TEST_F(Gatekeeper, NeverTakesAnEmptyKeyForABucketWithoutKeys) {
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("keyless", {""})).first, 401);
    EXPECT_EQ(refusal(Auth::WriteKey, withAuthorization("keyless", "Bearer ")).first, 401);
}

TEST_F(Gatekeeper, TakesTheWriteKeyWithAndWithoutBearer) {
    for (const char* scheme : {"Bearer ", "bearer ", ""}) {
        RequestParts parts = withAuthorization("blog", scheme + std::string(kWriteKey));
        admit(snapshot_, Auth::WriteKey, parts);
        EXPECT_TRUE(parts.access.isWriteKey()) << scheme;
    }
}

TEST_F(Gatekeeper, TakesTheTokenOfAMemberForWrites) {
    RequestParts parts = withAuthorization("blog", "Bearer token-of-editor");
    admit(snapshot_, Auth::WriteKey, parts);
    EXPECT_FALSE(parts.access.isWriteKey());
    EXPECT_EQ(parts.access.userId(), "editor");
    ASSERT_TRUE(parts.access.membership());
    EXPECT_EQ(parts.access.membership()->role, Role::Editor);
}

TEST_F(Gatekeeper, HidesABucketFromATokenWithoutARoleInIt) {
    for (const Auth auth : {Auth::WriteKey, Auth::UserToken, Auth::BucketAdmin}) {
        const auto [status, message] = refusal(auth, withAuthorization("blog", "Bearer token-of-stranger"));
        EXPECT_EQ(status, 404);
        EXPECT_EQ(message, "bucket 'blog' was not found");
    }
}

TEST_F(Gatekeeper, RefusesMissingAndWrongWriteKeys) {
    const auto missing = refusal(Auth::WriteKey, at("blog"));
    const auto wrong = refusal(Auth::WriteKey, withAuthorization("blog", "Bearer guess"));
    EXPECT_EQ(missing.first, 401);
    EXPECT_EQ(wrong.first, 401);
    EXPECT_NE(missing.second, wrong.second);
    EXPECT_EQ(refusal(Auth::WriteKey, withAuthorization("blog", std::string("Bearer ") + kReadKey)).first, 401);
    EXPECT_EQ(refusal(Auth::WriteKey, withReadKeys("blog", {kWriteKey})).first, 401);
}

TEST_F(Gatekeeper, TakesAUserTokenWithoutABucket) {
    RequestParts parts;
    parts.headers = {{"Authorization", "token-of-stranger"}};
    admit(snapshot_, Auth::UserToken, parts);
    EXPECT_EQ(parts.access.userId(), "stranger");
    EXPECT_FALSE(parts.access.membership());
}

TEST_F(Gatekeeper, RefusesMissingAndWrongUserTokens) {
    RequestParts missing;
    EXPECT_EQ(refusal(Auth::UserToken, missing).first, 401);
    EXPECT_EQ(refusal(Auth::UserToken, withAuthorization("blog", "Bearer guess")).first, 401);
    EXPECT_EQ(refusal(Auth::UserToken, withAuthorization("none", "Bearer guess")).first, 401);
    EXPECT_EQ(refusal(Auth::UserToken, withAuthorization("none", "Bearer token-of-admin")).first, 404);
}

TEST_F(Gatekeeper, SaysThatAKeyOfTheBucketIsNoUser) {
    for (const Auth auth : {Auth::UserToken, Auth::BucketAdmin}) {
        EXPECT_EQ(refusal(auth, withAuthorization("blog", std::string("Bearer ") + kWriteKey)),
                  std::pair(403, std::string("this needs a user who has signed in: the header 'Authorization: Bearer "
                                             "<token>' holds a key or a token of the bucket")));
        EXPECT_EQ(refusal(auth, withAuthorization("none", std::string("Bearer ") + kWriteKey)).first, 401);
        EXPECT_EQ(refusal(auth, withAuthorization("blog", std::string("Bearer ") + kReadKey)).first, 401)
            << "which is for reads, in another place";
    }
    RequestParts parts;
    parts.headers = {{"authorization", kWriteKey}};
    EXPECT_EQ(refusal(Auth::UserToken, parts).first, 401) << "no bucket is asked for";
}

TEST_F(Gatekeeper, GivesTheRoleInTheBucketToAUserToken) {
    RequestParts parts = withAuthorization("blog", "Bearer token-of-editor");
    admit(snapshot_, Auth::UserToken, parts);
    EXPECT_EQ(parts.bucket->id, "b1");
    EXPECT_EQ(parts.access.membership()->role, Role::Editor);
}

TEST_F(Gatekeeper, LetsOnlyAdminsIntoAdminRoutes) {
    EXPECT_EQ(refusal(Auth::BucketAdmin, withAuthorization("blog", "Bearer token-of-admin")).first, 0);
    EXPECT_EQ(refusal(Auth::BucketAdmin, withAuthorization("blog", "Bearer token-of-editor")).first, 403);
    EXPECT_EQ(refusal(Auth::BucketAdmin, at("blog")).first, 401);
}

/// Everybody with a role in 'blog' has the permissions of the test.
class PermittingIdentity : public FakeIdentity {
public:
    std::optional<Membership> findMembership(const std::string& userId, const std::string& bucketId) override {
        std::optional<Membership> membership = FakeIdentity::findMembership(userId, bucketId);
        if (membership) membership->additionalPermissions = permissions;
        return membership;
    }
    std::vector<std::string> permissions;
};

TEST_F(Gatekeeper, LetsMembersWithThePermissionOfARouteIn) {
    PermittingIdentity identity;
    snapshot_.services[Identity::kServiceId] = static_cast<Identity*>(&identity);
    const auto statusFor = [&](const std::string& authorization, const char* permission) {
        RequestParts parts = withAuthorization("blog", authorization);
        try {
            admit(snapshot_, Auth::BucketAdmin, parts, permission);
            return 0;
        } catch (const ApiError& error) {
            return error.status();
        }
    };
    identity.permissions = {"settings"};
    EXPECT_EQ(statusFor("Bearer token-of-editor", "settings"), 0);
    EXPECT_EQ(statusFor("Bearer token-of-editor", "users"), 403);
    EXPECT_EQ(statusFor("Bearer token-of-editor", nullptr), 403);
    EXPECT_EQ(statusFor("Bearer token-of-stranger", "settings"), 404);
    EXPECT_EQ(statusFor(std::string("Bearer ") + kWriteKey, "settings"), 403);
    identity.permissions = {};
    EXPECT_EQ(statusFor("Bearer token-of-editor", "settings"), 403);
    EXPECT_EQ(statusFor("Bearer token-of-admin", "settings"), 0);
}

TEST_F(Gatekeeper, SaysThatUserAuthenticationIsDisabledWithoutUsers) {
    snapshot_.services.erase(Identity::kServiceId);
    for (const Auth auth : {Auth::UserToken, Auth::BucketAdmin}) {
        const auto [status, message] = refusal(auth, withAuthorization("blog", "Bearer token-of-admin"));
        EXPECT_EQ(status, 503);
        EXPECT_EQ(message, "user authentication is disabled");
    }
}

TEST_F(Gatekeeper, KeepsKeysWorkingWithoutUsers) {
    snapshot_.services.erase(Identity::kServiceId);
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {kReadKey})).first, 0);
    EXPECT_EQ(refusal(Auth::WriteKey, withAuthorization("blog", kWriteKey)).first, 0);
    EXPECT_EQ(refusal(Auth::WriteKey, withAuthorization("blog", "Bearer token-of-admin")).first, 401);
}

TEST_F(Gatekeeper, AnswersUnavailableWithoutBuckets) {
    snapshot_.services.erase(BucketDirectory::kServiceId);
    EXPECT_EQ(refusal(Auth::ReadKey, withReadKeys("blog", {kReadKey})).first, 503);
}

TEST_F(Gatekeeper, RepeatsNoKeyInAMessage) {
    for (const Auth auth : {Auth::ReadKey, Auth::WriteKey, Auth::UserToken, Auth::BucketAdmin}) {
        RequestParts parts = withAuthorization("blog", "Bearer my-secret");
        parts.query = {{"read_key", "my-secret"}};
        const auto [status, message] = refusal(auth, parts);
        EXPECT_EQ(status, 401);
        EXPECT_EQ(message.find("my-secret"), std::string::npos) << message;
        EXPECT_EQ(message.find(kReadKey), std::string::npos) << message;
        EXPECT_EQ(message.find(kWriteKey), std::string::npos) << message;
    }
}

}  // namespace
}  // namespace inkwell::kernel::test
