// Every wrong credential at every route: interface/users-and-roles.md, "Keys and tokens".
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "inkwell/account_admin.h"
#include "inkwell/identity.h"
#include "inkwell/text.h"
#include "tests/api/attack_world.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

struct Attempt {
    std::string name;
    std::string query;  // behind '?'
    Headers headers;
    int status = 401;
};

/// What nobody may do with these attempts: read, write, or learn a secret.
class Attacks : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        world_ = std::make_unique<AttackWorld>(api());
    }

    /// Every attempt at every route of that kind, then a look at what it did.
    void attack(Auth auth, const std::function<std::vector<Attempt>(const AttackWorld::Target&)>& attemptsOf) {
        const auto before = world_->state();
        int routes = 0;
        for (const AttackWorld::Target& target : world_->targets()) {
            if (target.route->auth != auth) continue;
            ++routes;
            for (const Attempt& attempt : attemptsOf(target)) attackOne(target, attempt);
        }
        EXPECT_GT(routes, 0);
        EXPECT_EQ(world_->state(), before);
    }

    void attackOne(const AttackWorld::Target& target, const Attempt& attempt) {
        SCOPED_TRACE(target.name() + " with " + attempt.name);
        const std::string url = attempt.query.empty() ? target.url : target.url + "?" + attempt.query;
        const Reply reply = sendRequest(api().port(), target.method, url, attempt.headers, AttackWorld::bodyOf(target));
        EXPECT_EQ(reply.status, attempt.status) << reply.body;
        for (const std::string& secret : {world_->bucket.readKey, world_->bucket.writeKey, world_->admin.token}) {
            EXPECT_EQ(reply.body.find(secret), std::string::npos);
        }
    }

    void expectMissing(const std::string& url, const Headers& headers) {
        const std::string refusal = refusalOf(sendRequest(api().port(), "GET", url, headers));
        EXPECT_TRUE(refusal.starts_with("404: ") && refusal.find("' was not found") != std::string::npos)
            << url << " " << refusal;
    }

    std::string tokenOfAnOperator() {
        const std::string email = world_->bucket.slug + "-operator@example.com";
        api().server().plugins().find<Identity>()->addAccount(email, kPassword, true);
        return api().signIn(email, kPassword);
    }

    std::unique_ptr<AttackWorld> world_;
};
INKWELL_ON_BOTH_ENGINES(Attacks);

/// Whether the route is for the server's administrators: no role in a bucket opens it.
bool isOfTheServer(const AttackWorld::Target& target) { return target.route->path.starts_with("/v2/server/"); }

std::string readKeyIs(const std::string& value) { return "read_key=" + percentEncoded(value); }

/// Tokens of people who may not be let in any more.
std::vector<std::pair<std::string, std::string>> endedTokens(TestServer& server, const TestServer::Bucket& bucket) {
    std::vector<std::pair<std::string, std::string>> tokens;
    const TestServer::User left = server.makeUser(bucket, "admin");
    server.send("DELETE", "/v2/authenticate", left.token, nullptr);
    tokens.emplace_back("a token after sign-out", left.token);

    const TestServer::User careful = server.makeUser(bucket, "admin");
    const JsonObject change{{"password", "another fine password"}, {"current_password", kPassword}};
    EXPECT_EQ(server.send("PATCH", "/v2/user", careful.token, change).status, 200);
    tokens.emplace_back("a token after a change of the password", careful.token);

    const TestServer::User removed = server.makeUser(bucket, "admin");
    server.server().plugins().find<AccountAdmin>()->remove(removed.email);
    tokens.emplace_back("a token of a removed account", removed.token);

    const TestServer::User again = server.makeUser(bucket, "admin");
    server.server().plugins().find<AccountAdmin>()->remove(again.email);
    auto* identity = server.server().plugins().find<Identity>();
    identity->addAdmin(identity->addAccount(again.email, kPassword, false).id, bucket.id);
    tokens.emplace_back("a token from before the account was made anew", again.token);
    return tokens;
}

TEST_P(Attacks, NothingButTheReadKeyOpensARead) {
    const std::string& key = world_->bucket.readKey;
    std::vector<Attempt> attempts = {
        {"nothing", "", {}},
        {"an empty key", "read_key=", {}},
        {"the write key", readKeyIs(world_->bucket.writeKey), {}},
        {"another bucket's read key", readKeyIs(world_->other.readKey), {}},
        {"a user token", readKeyIs(world_->admin.token), {}},
        {"the read key as bearer", "", {bearer(key)}},
        {"the write key as bearer", "", {bearer(world_->bucket.writeKey)}},
        {"a stranger's token as bearer", "", {bearer(world_->stranger.token)}, 404},
        {"a token of another bucket's admin as bearer", "", {bearer(world_->adminOfOther.token)}, 404},
        {"a member's token beside another bucket's read key",
         readKeyIs(world_->other.readKey),
         {bearer(world_->admin.token)}},
        {"a member's token in a cookie from another site",
         "",
         {{"Cookie", "inkwell=" + world_->admin.token}, {"Sec-Fetch-Site", "cross-site"}}},
        {"a member's token in a cookie from nowhere", "", {{"Cookie", "inkwell=" + world_->admin.token}}},
        {"the read key and another value", readKeyIs(key) + "&read_key=x", {}},
        {"another value and the read key", "read_key=x&" + readKeyIs(key), {}},
        {"two values of which one is another bucket's", readKeyIs(key) + "&" + readKeyIs(world_->other.readKey), {}},
        {"a header that differs", readKeyIs(key), {{"X-Read-Key", "x"}}},
        {"a wrong header", "", {{"X-Read-Key", world_->bucket.writeKey}}},
        {"a parameter in capitals", "READ_KEY=" + key, {}},
        {"a parameter as an array", "read_key[]=" + key, {}},
        {"a parameter with an operator", "read_key[$ne]=", {}},
        {"a parameter with a blank", "read_key%20=" + key, {}},
        {"a cookie", "", {{"Cookie", "read_key=" + key}}},
        {"a blank before", "read_key=%20" + key, {}},
        {"a blank behind", "read_key=" + key + "%20", {}},
        {"a plus behind", "read_key=" + key + "+", {}},
        {"a tab behind", "read_key=" + key + "%09", {}},
        {"a line break behind", "read_key=" + key + "%0A", {}},
        {"a NUL behind", "read_key=" + key + "%00", {}, 400},
        {"a NUL before", "read_key=%00" + key, {}, 400},
        {"no UTF-8", "read_key=" + key + "%FF", {}, 400},
    };
    for (const auto& [name, value] : mangled(key)) attempts.push_back({"the key " + name, readKeyIs(value), {}});
    attack(Auth::ReadKey, [&](const AttackWorld::Target&) { return attempts; });
}

TEST_P(Attacks, NothingButTheWriteKeyOrATokenOpensAWrite) {
    const std::string& key = world_->bucket.writeKey;
    std::vector<Attempt> attempts = {
        {"nothing", "", {}},
        {"an empty header", "", {{"Authorization", ""}}},
        {"no key behind Bearer", "", {{"Authorization", "Bearer "}}},
        {"the read key", "", {bearer(world_->bucket.readKey)}},
        {"the read key in the query", readKeyIs(world_->bucket.readKey), {}},
        {"the write key as read key", readKeyIs(key), {}},
        {"the write key in the query", "write_key=" + key + "&token=" + key + "&access_token=" + key, {}},
        {"the write key in other headers",
         "",
         {{"X-Write-Key", key}, {"X-Read-Key", key}, {"Cookie", "write_key=" + key}}},
        {"another bucket's write key", "", {bearer(world_->other.writeKey)}},
        {"another scheme", "", {{"Authorization", "Basic " + key}}},
        {"quotes", "", {bearer("\"" + key + "\"")}},
        {"something behind", "", {bearer(key + " " + key)}},
        {"a comma", "", {bearer(key + "," + key)}},
        {"a NUL behind", "", {bearer(key + std::string(1, '\0'))}, 400},
        {"a session's cookie from another site",
         "",
         {{"Cookie", "inkwell=" + world_->admin.token}, {"Sec-Fetch-Site", "same-site"}, {"Inkwell-Session", "1"}}},
        {"a token of a user without a role", "", {bearer(world_->stranger.token)}, 404},
        {"a token of another bucket's admin", "", {bearer(world_->adminOfOther.token)}, 404},
    };
    for (const auto& [name, value] : mangled(key)) attempts.push_back({"the key " + name, "", {bearer(value)}});
    for (const auto& [name, value] : mangled(world_->admin.token))
        attempts.push_back({"a token " + name, "", {bearer(value)}});
    for (const auto& [name, value] : endedTokens(api(), world_->bucket))
        attempts.push_back({name, "", {bearer(value)}});
    attack(Auth::WriteKey, [&](const AttackWorld::Target& target) {
        std::vector<Attempt> all = attempts;
        if (target.method == "GET") return all;
        all.push_back({"a session's cookie without the header that forms cannot set",
                       "",
                       {{"Cookie", "inkwell=" + world_->admin.token}, {"Sec-Fetch-Site", "same-origin"}}});
        return all;
    });
}

TEST_P(Attacks, NothingButATokenOpensWhatBelongsToUsers) {
    std::vector<Attempt> attempts = {
        {"nothing", "", {}},
        {"an empty header", "", {{"Authorization", "Bearer"}}},
        {"the read key", readKeyIs(world_->bucket.readKey), {bearer(world_->bucket.readKey)}},
        {"another bucket's write key", "", {bearer(world_->other.writeKey)}},
        {"a token in the query", "token=" + world_->admin.token + "&access_token=" + world_->admin.token, {}},
        {"a token in a cookie", "", {{"Cookie", "token=" + world_->admin.token}}},
        {"another scheme", "", {{"Authorization", "Basic " + world_->admin.token}}},
        {"a user's id", "", {bearer(world_->admin.id)}},
        {"an e-mail address", "", {bearer(world_->admin.email)}},
        {"a NUL behind", "", {bearer(world_->admin.token + std::string(1, '\0'))}, 400},
    };
    for (const auto& [name, value] : mangled(world_->admin.token))
        attempts.push_back({"a token " + name, "", {bearer(value)}});
    for (const auto& [name, value] : endedTokens(api(), world_->bucket))
        attempts.push_back({name, "", {bearer(value)}});
    const std::vector<Attempt> strangers = {
        {"a token of a user without a role", "", {bearer(world_->stranger.token)}, 404},
        {"a token of another bucket's admin", "", {bearer(world_->adminOfOther.token)}, 404},
    };
    const auto attemptsOf = [&](const AttackWorld::Target& target) {
        std::vector<Attempt> all = attempts;
        all.push_back({"the write key", "", {bearer(world_->bucket.writeKey)}, target.isOfABucket() ? 403 : 401});
        if (target.isOfABucket()) all.insert(all.end(), strangers.begin(), strangers.end());
        if (isOfTheServer(target))
            all.push_back({"a token of a bucket's admin", "", {bearer(world_->admin.token)}, 403});
        return all;
    };
    attack(Auth::UserToken, attemptsOf);
    attack(Auth::BucketAdmin, [&](const AttackWorld::Target& target) {
        std::vector<Attempt> all = attemptsOf(target);
        all.push_back({"an editor's token", "", {bearer(world_->editor.token)}, 403});
        return all;
    });
}

TEST_P(Attacks, ARemovedMembersTokenOpensNothingInTheBucket) {
    const TestServer::User member = api().makeUser(world_->bucket, "admin");
    const std::string url = "/v2/buckets/" + world_->bucket.slug + "/users/" + member.id;
    ASSERT_EQ(api().send("DELETE", url, world_->admin.token, nullptr).status, 200);
    for (const Auth auth : {Auth::WriteKey, Auth::UserToken, Auth::BucketAdmin}) {
        attack(auth, [&](const AttackWorld::Target& target) {
            return target.isOfABucket()
                       ? std::vector<Attempt>{{"a removed member's token", "", {bearer(member.token)}, 404}}
                       : std::vector<Attempt>{};
        });
    }
}

// Without it the attacks could all have missed.
TEST_P(Attacks, TheRightCredentialsReachTheSameAddresses) {
    const std::string operatorToken = tokenOfAnOperator();
    for (const AttackWorld::Target& target : world_->targets()) {
        SCOPED_TRACE(target.name());
        const bool takesJson = target.route->options.body == BodyKind::Json;
        const bool endless = target.route->path.ends_with("/changes");
        if (endless || (!takesJson && target.method != "GET") || target.route->auth == Auth::Public) continue;
        Headers headers{{"Content-Type", "text/plain"}};
        if (target.route->auth == Auth::ReadKey) headers.emplace_back("X-Read-Key", world_->bucket.readKey);
        if (target.route->auth == Auth::WriteKey) headers.push_back(bearer(world_->bucket.writeKey));
        if (target.route->auth == Auth::UserToken || target.route->auth == Auth::BucketAdmin)
            headers.push_back(bearer(isOfTheServer(target) ? operatorToken : world_->admin.token));
        const Reply reply = sendRequest(api().port(), target.method, target.url, headers, AttackWorld::bodyOf(target));
        EXPECT_TRUE(takesJson ? reply.status == 415 : reply.status != 401 && reply.status != 403) << reply.body;
    }
}

TEST_P(Attacks, NoSpellingOfAnAddressAvoidsTheLock) {
    const std::string objects = "/buckets/" + world_->bucket.slug + "/objects";
    for (const std::string& url :
         {"/v2" + objects + "/", "//v2" + objects, "/v2/" + objects, "/v2/." + objects, "/./v2" + objects,
          "/v2/x/.." + objects, "/%76%32" + objects, "/v2%2Fbuckets/" + world_->bucket.slug + "/objects",
          "/V2" + objects, "/v2" + objects + ";x=1", "/v2" + objects + "%00", "/v2" + objects + "%20",
          "/v2" + objects + "%2F", "/v2" + objects + "/%2e%2e/objects", "/v2/status/.." + objects,
          "/v2/status/%2e%2e" + objects}) {
        for (const char* method : {"GET", "HEAD", "POST", "PATCH", "DELETE"}) {
            const Reply reply = sendRequest(api().port(), method, url, {}, "");
            EXPECT_TRUE(reply.status == 401 || reply.status == 404 || reply.status == 405 || reply.status == 400)
                << method << " " << url << ": " << reply.status;
        }
    }
}

// What a database that fills texts up with blanks, or ignores capitals and accents, would take for the same.
TEST_P(Attacks, AnIdIsItsBytes) {
    int tried = 0;
    for (const AttackWorld::Target& target : world_->targets()) {
        if (target.method != "GET" || !target.route->path.ends_with('}')) continue;
        if (target.route->path.starts_with("/dashboard/")) continue;  // one page, whatever the address asks for
        Headers headers{{"X-Read-Key", world_->bucket.readKey}};
        const bool write = target.route->auth == Auth::WriteKey;
        headers.push_back(bearer(write ? world_->bucket.writeKey : world_->admin.token));
        if (sendRequest(api().port(), "GET", target.url, headers).status != 200) continue;
        ++tried;
        for (const char* more : {"%20", "%20%20", "%09", "%C2%A0", "%E2%80%8B", "%CC%81", "x", "%25", "."}) {
            expectMissing(target.url + more, headers);
        }
        std::string capitals = target.url;
        std::transform(capitals.begin() + capitals.rfind('/'), capitals.end(), capitals.begin() + capitals.rfind('/'),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        expectMissing(capitals, headers);
    }
    EXPECT_GE(tried, 8);
}

}  // namespace
}  // namespace inkwell::test
