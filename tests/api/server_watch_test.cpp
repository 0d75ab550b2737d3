// interface/resources.md, "Health and numbers of the server", "Plugins of the server"; interface/users-and-roles.md,
// "Accounts of the server".
#include <thread>

#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

const std::string kRefusal = "403: only an administrator of the server may do this";
const std::string kGone = "401: the account of this token does not exist any more";

TestServerOptions optionsWithSecret() {
    TestServerOptions options;
    options.pluginSettings["users"] = {{"smtp_password", "a secret of the mail"}, {"token_days", 7}};
    return options;
}

/// With a server of its own, of which all buckets and accounts are listed.
class ServerWatchApi : public testing::TestWithParam<Engine> {
protected:
    ServerWatchApi() {
        auto* identity = api_.server().plugins().find<Identity>();
        id_ = identity->addAccount("operator@example.com", kPassword, true).id;
        operator_ = api_.signIn("operator@example.com", kPassword);
    }
    Reply read(const std::string& path) { return api_.get("/v2/server/" + path, {bearer(operator_)}); }
    Reply post(const std::string& path, const JsonObject& body) {
        return api_.send("POST", "/v2/server/" + path, operator_, body);
    }
    JsonObject settingOf(const std::string& plugin, const std::string& key) {
        const JsonObject whole = read("plugins/" + plugin).object("plugin");
        for (const Json& one : whole.at("settings").as_array())
            if (textOf(one.as_object(), "key") == key) return one.as_object();
        return {};
    }

    TestServer api_{GetParam(), optionsWithSecret()};
    std::string id_;
    std::string operator_;
};
INKWELL_ON_BOTH_ENGINES(ServerWatchApi);

TEST_P(ServerWatchApi, APluginTellsItsSettingsWithoutItsSecrets) {
    const JsonObject days = settingOf("users", "token_days");
    EXPECT_EQ(days.at("value"), "7");
    EXPECT_EQ(days.at("default"), "30");
    EXPECT_EQ(days.at("is_default"), false);
    EXPECT_FALSE(textOf(days, "meaning").empty());
    EXPECT_EQ(settingOf("users", "invitation_days").at("is_default"), true);
    const Reply users = read("plugins/users");
    EXPECT_EQ(settingOf("users", "smtp_password").at("value"), "***");
    EXPECT_EQ(users.body.find("a secret of the mail"), std::string::npos) << users.body;
    EXPECT_EQ(refusalOf(read("plugins/nothing")), missing("plugin", "nothing"));
}

TEST_P(ServerWatchApi, HealthNamesEveryCheck) {
    const JsonObject health = read("health").object("health");
    EXPECT_EQ(health.at("ok"), true);
    EXPECT_EQ(health.at("state"), "running");
    std::set<std::string> names;
    for (const Json& one : health.at("checks").as_array()) {
        EXPECT_EQ(one.at("ok"), true) << writeJson(one);
        names.insert(std::string(textOf(one.as_object(), "of")) + "." + std::string(textOf(one.as_object(), "name")));
    }
    EXPECT_TRUE(names.contains("kernel.database")) << writeJson(health);
    EXPECT_TRUE(names.contains("webhooks.webhooks")) << writeJson(health);
}

TEST_P(ServerWatchApi, NumbersAreSeriesOfStepsWhichAYoungServerHasNotTaken) {
    const Reply now = read("metrics");
    ASSERT_EQ(now.status, 200) << now.body;
    const JsonObject metrics = now.object("metrics");
    EXPECT_EQ(metrics.at("step_seconds"), 10);
    EXPECT_TRUE(metrics.at("series").is_array()) << now.body;
}

TEST_P(ServerWatchApi, BucketsAreListedWithoutTheirKeys) {
    const TestServer::Bucket bucket = api_.makeBucket();
    const Reply all = read("buckets?limit=1000");
    ASSERT_EQ(all.status, 200) << all.body;
    EXPECT_NE(all.body.find("\"" + bucket.slug + "\""), std::string::npos) << all.body;
    EXPECT_EQ(all.body.find(bucket.readKey), std::string::npos);
    EXPECT_EQ(all.body.find(bucket.writeKey), std::string::npos);
    EXPECT_EQ(read("buckets?limit=1&skip=1000").array("buckets").size(), 0U);
    EXPECT_EQ(refusalOf(api_.get("/v2/buckets/" + bucket.slug, {bearer(operator_)})), missing("bucket", bucket.slug))
        << "a list opens no bucket";
}

TEST_P(ServerWatchApi, AccountsAreFoundByAPartOfTheirAddress) {
    const TestServer::User ann = api_.makeUser(api_.makeBucket(), "editor");
    const std::string part = ann.email.substr(1, ann.email.find('@') - 1);
    const Reply found = read("accounts?q=" + part);
    ASSERT_EQ(found.status, 200) << found.body;
    ASSERT_EQ(found.array("accounts").size(), 1U) << found.body;
    const JsonObject account = found.array("accounts").at(0).as_object();
    EXPECT_EQ(account.at("email"), Json(ann.email));
    EXPECT_EQ(account.at("buckets"), 1);
    EXPECT_EQ(account.at("server_admin"), false);
    EXPECT_EQ(read("accounts?q=%25").array("accounts").size(), 0U) << "a per cent sign is one";
    EXPECT_EQ(read("accounts?limit=1").array("accounts").size(), 1U);
    EXPECT_EQ(read("accounts?q=" + std::string(254, 'a')).array("accounts").size(), 0U);
    for (const std::size_t length : {255, 51'000}) {
        EXPECT_EQ(refusalOf(read("accounts?q=" + std::string(length, 'a'))),
                  "400: the parameter 'q' must have at most 254 characters");
    }
}

TEST_P(ServerWatchApi, AnAccountIsInvitedByWhoGivesTheirPassword) {
    const JsonObject wanted{{"email", "Ines@Example.com"}, {"password", kPassword}};
    const Reply made = post("accounts", wanted);
    ASSERT_EQ(made.status, 200) << made.body;
    const JsonObject invitation = made.object("invitation");
    EXPECT_EQ(invitation.at("mailed"), false);
    const std::string address(textOf(invitation, "address"));
    const std::string token = address.substr(address.find('#') + 1);
    EXPECT_EQ(refusalOf(post("accounts", wanted)),
              "409: an account with the e-mail address 'ines@example.com' already exists");

    const Reply found = read("accounts?q=ines");
    ASSERT_EQ(found.array("accounts").size(), 1U);
    const JsonObject account = found.array("accounts").at(0).as_object();
    EXPECT_EQ(account.at("invited"), true);
    const std::string again = "accounts/" + std::string(textOf(account, "id")) + "/invitation";
    EXPECT_EQ(refusalOf(post(again, {{"password", "wrong password"}})),
              "403: 'password' is wrong; nothing was changed");
    const Reply second = post(again, {{"password", kPassword}});
    ASSERT_EQ(second.status, 200) << second.body;
    const JsonObject password{{"password", "a password of hers"}};
    EXPECT_EQ(refusalOf(api_.send("POST", "/v2/invitations/" + token, "", password)),
              "404: this invitation is unknown, was used or has expired; ask for a new one")
        << "a newer one replaces it";
    const std::string newer(textOf(second.object("invitation"), "address"));
    EXPECT_EQ(api_.send("POST", "/v2/invitations/" + newer.substr(newer.find('#') + 1), "", password).status, 200);
    EXPECT_FALSE(api_.signIn("ines@example.com", "a password of hers").empty());
    EXPECT_EQ(read("accounts?q=ines").array("accounts").at(0).at("invited"), false);
    const std::string nobody = "0123456789abcdef01234567";
    EXPECT_EQ(refusalOf(post("accounts/" + nobody + "/invitation", {{"password", kPassword}})),
              missing("user", nobody));
}

TEST_P(ServerWatchApi, TheLongestPasswordThatCanBeSetCanBeConfirmed) {
    const std::string longest(1024, 'x');
    api_.server().plugins().find<Identity>()->setPassword("operator@example.com", longest);
    operator_ = api_.signIn("operator@example.com", longest);
    EXPECT_EQ(post("accounts", {{"email", "ines@example.com"}, {"password", longest}}).status, 200);
    const JsonObject unchanged{{"enabled", true}, {"password", longest}};
    EXPECT_EQ(api_.send("PATCH", "/v2/server/plugins/docs", operator_, unchanged).status, 200);
    const JsonObject edit{{"password", kPassword}, {"current_password", longest}};
    EXPECT_EQ(api_.send("PATCH", "/v2/user", operator_, edit).status, 200);
}

TEST_P(ServerWatchApi, AccountsAreRemovedWithAllTheyHad) {
    const TestServer::Bucket bucket = api_.makeBucket();
    const TestServer::User editor = api_.makeUser(bucket, "editor");
    const std::string removal = "accounts/" + editor.id + "/removal";
    EXPECT_EQ(refusalOf(post(removal, {{"password", "another one"}})), "403: 'password' is wrong; nothing was changed");
    EXPECT_EQ(post(removal, {{"password", kPassword}}).message(),
              "account '" + editor.email + "' was removed with its sessions and roles");
    EXPECT_EQ(refusalOf(api_.get("/v2/user", {bearer(editor.token)})), kBadToken);
    EXPECT_EQ(refusalOf(post(removal, {{"password", kPassword}})), missing("user", editor.id));
    EXPECT_EQ(refusalOf(post("accounts/" + id_ + "/removal", {{"password", kPassword}})),
              "409: you are the last administrator of the server; the operator makes another one first with: inkwell "
              "user add --email EMAIL --admin");
    api_.server().plugins().find<Identity>()->addAccount("second@example.com", kPassword, true);
    EXPECT_EQ(refusalOf(post("accounts/" + id_ + "/removal", {{"password", kPassword}})),
              "409: your own account is not removed here; another administrator of the server can");
    const TestServer::Bucket other = api_.makeBucket();
    const TestServer::User last = api_.makeUser(other, "admin");
    EXPECT_EQ(refusalOf(post("accounts/" + last.id + "/removal", {{"password", kPassword}})),
              "409: '" + last.email + "' is the last admin of '" + other.slug +
                  "'; make another user an admin there first, who accepts it and can sign in");
    EXPECT_EQ(api_.get("/v2/user", {bearer(last.token)}).status, 200);
}

// The right is looked at before the password is, which takes long enough for the other removal.
TEST_P(ServerWatchApi, TwoAdministratorsDoNotRemoveEachOther) {
    auto* identity = api_.server().plugins().find<Identity>();
    for (int round = 0; round < 3; ++round) {
        const std::string email = "second" + std::to_string(round) + "@example.com";
        const std::string secondId = identity->addAccount(email, kPassword, true).id;
        const std::string second = api_.signIn(email, kPassword);
        const auto remove = [&](const std::string& token, const std::string& id) {
            const JsonObject body{{"password", kPassword}};
            return api_.send("POST", "/v2/server/accounts/" + id + "/removal", token, body);
        };
        Reply theirs;
        std::thread other([&] { theirs = remove(second, id_); });
        const Reply mine = remove(operator_, secondId);
        other.join();
        ASSERT_NE(mine.status == 200, theirs.status == 200) << mine.body << theirs.body;
        const std::string refusal = refusalOf(mine.status == 200 ? theirs : mine);
        EXPECT_TRUE(refusal == kBadToken || refusal == kGone) << refusal;
        if (mine.status == 200) continue;
        id_ = secondId;
        operator_ = second;
    }
    EXPECT_EQ(read("accounts").status, 200);
}

TEST_P(ServerWatchApi, TheAuditNamesTheAdministratorWhoAddsAndRemovesAccounts) {
    const auto changesOf = [&](const std::string& id) {
        std::vector<std::string> changes;
        api_.server().database().read([&](Sql& sql) {
            const char* statement = "SELECT bucket_id, action, actor FROM changes WHERE resource_id = ? ORDER BY seq";
            for (const SqlRow& row : sql.select(statement, {id}))
                changes.push_back(row[0].text() + " " + row[1].text() + " by " + row[2].text());
        });
        return changes;
    };
    ASSERT_EQ(post("accounts", {{"email", "olga@example.com"}, {"password", kPassword}}).status, 200);
    const JsonArray found = read("accounts?q=olga@").array("accounts");
    ASSERT_EQ(found.size(), 1U);
    const std::string olga(textOf(found.at(0).as_object(), "id"));
    EXPECT_EQ(changesOf(olga), std::vector{" created by " + id_});

    const TestServer::Bucket bucket = api_.makeBucket();
    const TestServer::User editor = api_.makeUser(bucket, "editor");
    const std::size_t before = changesOf(editor.id).size();
    ASSERT_EQ(post("accounts/" + editor.id + "/removal", {{"password", kPassword}}).status, 200);
    std::vector<std::string> removal = changesOf(editor.id);
    removal.erase(removal.begin(), removal.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_EQ(removal, (std::vector{bucket.id + " deleted by " + id_, " deleted by " + id_}));
}

TEST_P(ServerWatchApi, AnInvitationThatReplacesAPasswordIsToldInEveryBucketOfTheAccount) {
    const TestServer::Bucket first = api_.makeBucket();
    const TestServer::Bucket second = api_.makeBucket();
    const TestServer::User taken = api_.makeUser(first, "admin");
    api_.server().plugins().find<Identity>()->addAdmin(taken.id, second.id);
    const TestServer::User admin = api_.makeUser(second, "admin");
    api_.server().plugins().find<Identity>()->addAdmin(admin.id, first.id);
    const auto told = [&](const TestServer::Bucket& bucket) {
        std::vector<std::string> entries;
        const std::string audit = "/v2/buckets/" + bucket.slug + "/audit?kind=user&id=" + taken.id;
        for (const char* action : {"invited", "password_set"}) {
            for (const Json& one : api_.get(audit + "&action=" + action, {bearer(admin.token)}).array("audit")) {
                const JsonObject& actor = one.at("actor").as_object();
                entries.push_back(std::string(textOf(one.as_object(), "action")) + " by " +
                                  std::string(textOf(actor, "id")));
            }
        }
        return entries;
    };
    const Reply made = post("accounts/" + taken.id + "/invitation", {{"password", kPassword}});
    ASSERT_EQ(made.status, 200) << made.body;
    const std::vector invited{"invited by " + id_};
    EXPECT_EQ(told(first), invited);
    EXPECT_EQ(told(second), invited);
    const std::string address(textOf(made.object("invitation"), "address"));
    const std::string token = address.substr(address.find('#') + 1);
    ASSERT_EQ(api_.send("POST", "/v2/invitations/" + token, "", {{"password", "another password"}}).status, 200);
    const std::vector used{"invited by " + id_, "password_set by " + taken.id};
    EXPECT_EQ(told(first), used);
    EXPECT_EQ(told(second), used);
}

TEST_P(ServerWatchApi, AllOfItIsForTheServersAdministrators) {
    const TestServer::User admin = api_.makeUser(api_.makeBucket(), "admin");
    for (const char* path : {"plugins/users", "health", "metrics", "buckets", "accounts"}) {
        EXPECT_EQ(refusalOf(api_.get(std::string("/v2/server/") + path, {bearer(admin.token)})), kRefusal) << path;
        EXPECT_EQ(refusalOf(api_.get(std::string("/v2/server/") + path)), kNoToken) << path;
    }
    const JsonObject wanted{{"email", "ines@example.com"}, {"password", kPassword}};
    EXPECT_EQ(refusalOf(api_.send("POST", "/v2/server/accounts", admin.token, wanted)), kRefusal);
    const std::string mine = "/v2/server/accounts/" + id_ + "/invitation";
    EXPECT_EQ(refusalOf(api_.send("POST", mine, admin.token, JsonObject{{"password", kPassword}})), kRefusal);
    EXPECT_EQ(read("accounts?q=ines").array("accounts").size(), 0U);
}

}  // namespace
}  // namespace inkwell::test
