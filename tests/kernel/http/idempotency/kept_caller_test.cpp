#include "kernel/http/idempotency/kept_caller.h"

#include <gtest/gtest.h>

#include "inkwell/bucket_tokens.h"
#include "kernel/http/gatekeeper.h"
#include "tests/kernel/http/fakes.h"

namespace inkwell::kernel::test {
namespace {

class Directory : public FakeDirectory {
public:
    std::shared_ptr<const Bucket> findById(std::string_view id) override {
        return id == "b1" ? findBySlug("blog") : nullptr;
    }
};

class Accounts : public FakeIdentity {
public:
    std::optional<Account> findByToken(std::string_view token) override {
        std::optional<Account> account = FakeIdentity::findByToken(token);
        if (account) account->serverAdmin = isServerAdmin;
        return account;
    }
    std::vector<std::string> bucketsOf(const std::string&) override { return buckets; }

    bool isServerAdmin = false;
    std::vector<std::string> buckets{"b1"};
};

class Tokens : public BucketTokens {
public:
    std::optional<Access> admit(const Bucket&, std::string_view) override {
        TokenRights rights;
        rights.id = "t1";
        rights.read = read;
        return isRevoked ? std::nullopt : std::optional(Access::token(rights, {}));
    }
    std::string bucketOf(std::string_view) override { return isRevoked ? "" : "b1"; }
    bool isValid(const std::string&, const std::string&) override { return !isRevoked; }
    bool readsDrafts(const std::string&, const std::string&) override { return false; }

    TokenRights::Read read = TokenRights::Read::Any;
    bool isRevoked = false;
};

class KeptCallerTest : public testing::Test {
protected:
    KeptCallerTest() {
        snapshot_.services[BucketDirectory::kServiceId] = static_cast<BucketDirectory*>(&directory_);
        snapshot_.services[Identity::kServiceId] = static_cast<Identity*>(&identity_);
        snapshot_.services[BucketTokens::kServiceId] = static_cast<BucketTokens*>(&tokens_);
    }

    std::optional<KeptCaller> find(Auth auth, const std::string& authorization, const std::string& slug = "") {
        RequestParts parts;
        if (!authorization.empty()) parts.headers = {{"authorization", authorization}};
        if (!slug.empty()) parts.path = {{"bucket_slug", slug}};
        admit(snapshot_, auth, parts);
        return findKeptCaller(snapshot_, auth, parts);
    }
    std::optional<KeptCaller> findPublic(const std::string& authorization) { return find(Auth::Public, authorization); }

    Directory directory_;
    Accounts identity_;
    Tokens tokens_;
    Snapshot snapshot_;
};

TEST_F(KeptCallerTest, OfAPublicRouteIsWhoseTokenIsValidNow) {
    EXPECT_FALSE(findPublic(""));
    EXPECT_FALSE(findPublic("Bearer token-of-nobody"));
    EXPECT_TRUE(findPublic("Bearer token-of-editor"));
    EXPECT_TRUE(findPublic("Bearer bt_1"));
    identity_.isEnded = true;
    tokens_.isRevoked = true;
    EXPECT_FALSE(findPublic("Bearer token-of-editor"));
    EXPECT_FALSE(findPublic("Bearer bt_1"));
    snapshot_.services.clear();
    EXPECT_FALSE(findPublic("Bearer token-of-editor"));
    EXPECT_FALSE(findPublic("Bearer bt_1"));
}

TEST_F(KeptCallerTest, IsOneHoweverTheTokenIsWritten) {
    const std::string scope = findPublic("Bearer token-of-editor")->scope;
    EXPECT_EQ(findPublic("Bearer    token-of-editor")->scope, scope);
    EXPECT_EQ(findPublic("token-of-editor")->scope, scope);
    EXPECT_NE(findPublic("Bearer token-of-admin")->scope, scope);
    EXPECT_NE(findPublic("Bearer bt_1")->scope, scope);
}

TEST_F(KeptCallerTest, OfAPublicRouteHasTheRightsThatTheTokenHasNow) {
    const std::string rights = findPublic("Bearer token-of-editor")->rights;
    EXPECT_EQ(findPublic("Bearer token-of-editor")->rights, rights);
    identity_.isRestricted = true;
    const std::string restricted = findPublic("Bearer token-of-editor")->rights;
    EXPECT_NE(restricted, rights);
    identity_.buckets.clear();
    EXPECT_NE(findPublic("Bearer token-of-editor")->rights, restricted);

    const std::string ofToken = findPublic("Bearer bt_1")->rights;
    tokens_.read = TokenRights::Read::Published;
    EXPECT_NE(findPublic("Bearer bt_1")->rights, ofToken);
}

TEST_F(KeptCallerTest, OfARouteOfABucketIsTheMemberOrTheKey) {
    const std::string key = std::string("Bearer ") + kWriteKey;
    EXPECT_NE(find(Auth::WriteKey, key, "blog")->scope, find(Auth::WriteKey, "token-of-editor", "blog")->scope);
    const std::string rights = find(Auth::WriteKey, "token-of-editor", "blog")->rights;
    identity_.isRestricted = true;
    EXPECT_NE(find(Auth::WriteKey, "token-of-editor", "blog")->rights, rights);
}

TEST_F(KeptCallerTest, OfARouteOfTheServerIsTheAccountAndWhetherItAdministersIt) {
    const std::string rights = find(Auth::UserToken, "token-of-admin")->rights;
    identity_.buckets = {"b1", "b2"};
    EXPECT_EQ(find(Auth::UserToken, "token-of-admin")->rights, rights) << "a repeated POST may have made the bucket";
    identity_.isServerAdmin = true;
    EXPECT_NE(find(Auth::UserToken, "token-of-admin")->rights, rights);
}

}  // namespace
}  // namespace inkwell::kernel::test
