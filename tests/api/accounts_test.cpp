// interface/users-and-roles.md, "Accounts": what owners and the operator do to accounts.
#include <atomic>
#include <thread>

#include "inkwell/account_admin.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Accounts : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        ann_ = api().makeUser(bucket(), "admin");
    }
    static Reply edit(TestServer& server, const TestServer::User& user, const Json& body) {
        return server.send("PATCH", "/v2/user", user.token, body);
    }
    Reply edit(const Json& body) { return edit(api(), ann_, body); }
    JsonObject shown() { return api().get("/v2/user", {bearer(ann_.token)}).object("user"); }
    std::string isLastAdmin(const std::string& email) const {
        return "409: '" + email + "' is the last admin of '" + bucket().slug +
               "'; make another user an admin there first, who accepts it and can sign in";
    }
    static Reply meOf(TestServer& server, const std::string& token) { return server.get("/v2/user", {bearer(token)}); }
    static Reply signIn(TestServer& server, const std::string& email, const std::string& password) {
        return server.send("POST", "/v2/authenticate", "", JsonObject{{"email", email}, {"password", password}});
    }
    static std::string upperCase(std::string text) {
        for (char& c : text) c = static_cast<char>(std::toupper(c));
        return text;
    }
    static AccountAdmin& admin(TestServer& server) { return *server.server().plugins().find<AccountAdmin>(); }
    TestServer::User ann_;
};
INKWELL_ON_BOTH_ENGINES(Accounts);

TEST_P(Accounts, OwnersEditTheirProfile) {
    const JsonObject profile{{"first_name", "Änne"},
                             {"last_name", "Other"},
                             {"avatar_url", "https://example.com/a%20b.png?x=1#y"},
                             {"username", "ann-" + bucket().id},
                             {"bio", "Two\nlines, a \"quote\" and 🌍"},
                             {"website", "http://example.com"},
                             {"company", "Ann & Co."},
                             {"location", "Köln"},
                             {"twitter", "https://twitter.com/ann"},
                             {"linkedin", "https://www.linkedin.com/in/ann"},
                             {"github", "https://github.com/ann"}};
    const Reply edited = edit(profile);
    ASSERT_EQ(edited.status, 200) << edited.body;
    const JsonObject member = api().get(path("/users/" + ann_.id), {bearer(ann_.token)}).object("user");
    const JsonArray members = api().get(path("/users"), {bearer(ann_.token)}).array("users");
    for (const auto& one : profile) {
        EXPECT_EQ(edited.object("user").at(one.key()), one.value());
        EXPECT_EQ(shown().at(one.key()), one.value());
        EXPECT_EQ(member.at(one.key()), one.value());
        EXPECT_EQ(members.at(0).at(one.key()), one.value());
    }
    EXPECT_EQ(shown().at("email"), Json(ann_.email));

    ASSERT_EQ(edit({{"bio", ""}, {"github", ""}, {"company", "New"}}).status, 200);
    const JsonObject after = shown();
    EXPECT_EQ(after.at("bio"), "");
    EXPECT_EQ(after.at("github"), "");
    EXPECT_EQ(after.at("company"), "New");
    EXPECT_EQ(after.at("location"), "Köln");
    EXPECT_EQ(after.at("first_name"), "Änne");
    EXPECT_EQ(meOf(api(), ann_.token).status, 200);
}

TEST_P(Accounts, BadEditsAreRefusedWithEveryProblemAndNothingIsStored) {
    const JsonObject before = shown();
    std::vector<ApiScenario> rows = {
        {"nothing", "PATCH", "/v2/user", "{ann}", "{}", 400, {"first_name"}},
        {"a name that is misspelt",
         "PATCH",
         "/v2/user",
         "{ann}",
         R"({"twiter": "ann"})",
         400,
         {"\"message\":\"the account was not changed: twiter: is not a known field"}},
        {"nothing but the password",
         "PATCH",
         "/v2/user",
         "{ann}",
         R"({"current_password": "x"})",
         400,
         {"at least one"}},
        {"no token", "PATCH", "/v2/user", "", R"({"bio": "x"})", 401, {"a user token is needed"}},
        {"a write key", "PATCH", "/v2/user", "{write_key}", R"({"bio": "x"})", 401, {"the user token is not valid"}},
        {"several at once",
         "PATCH",
         "/v2/user",
         "{ann}",
         R"({"bio": 1, "website": "x", "username": "A b", "email": "none", "password": "short", "id": "x"})",
         400,
         {"bio", "website", "username", "\"email\"", "\"password\"", "current_password", "\"id\""}},
        {"an e-mail without the password",
         "PATCH",
         "/v2/user",
         "{ann}",
         R"({"email": "eve@example.com"})",
         400,
         {"current_password"}},
        {"a blank name", "PATCH", "/v2/user", "{ann}", R"({"first_name": "  "})", 400, {"first_name"}},
        {"a NUL", "PATCH", "/v2/user", "{ann}", R"({"bio": "a\u0000b"})", 400, {"the character NUL"}},
        {"a long text",
         "PATCH",
         "/v2/user",
         "{ann}",
         R"({"company": ")" + std::string(201, 'x') + "\"}",
         400,
         {"company"}},
    };
    for (const char* field : {"id", "role", "server_admin", "created_at", "password_hash", "object_types",
                              "additional_permissions", "publishing_restrictions", "admin", "profile"})
        rows.push_back({std::string("assigning ") + field,
                        "PATCH",
                        "/v2/user",
                        "{ann}",
                        std::string(R"({"bio": "changed", ")") + field + R"(": "admin"})",
                        400,
                        {field}});
    for (const char* field : {"first_name", "last_name", "email", "avatar_url", "username", "bio", "website", "company",
                              "location", "twitter", "linkedin", "github", "password", "current_password"})
        for (const char* value : {R"({"$ne": ""})", "[]", "1", "null", "true"})
            rows.push_back({std::string(field) + " is " + value,
                            "PATCH",
                            "/v2/user",
                            "{ann}",
                            std::string(R"({"bio": "changed", ")") + field + "\": " + value + "}",
                            400,
                            {field}});
    for (const char* address : {"javascript:alert(1)", "ftp://example.com", "example.com", "https://", "http:///x",
                                "https://a b.com", "https://example.com/\\\"onload=", "https://ann:pw@example.com",
                                "data:text/html,x", "//example.com", "https://exa\\nmple.com"})
        rows.push_back({std::string("the address ") + address,
                        "PATCH",
                        "/v2/user",
                        "{ann}",
                        std::string(R"({"avatar_url": ")") + address + "\"}",
                        400,
                        {"avatar_url"}});
    run(rows, {{"ann", ann_.token}});
    EXPECT_EQ(shown(), before);
}

TEST_P(Accounts, AUserNameIsOfOneAccount) {
    const TestServer::User bob = api().makeUser(bucket(), "editor");
    const std::string name = "name-" + bucket().id;
    ASSERT_EQ(edit({{"username", name}}).status, 200);
    EXPECT_EQ(edit({{"username", name}}).status, 200) << "it is hers";
    const Reply taken = edit(api(), bob, {{"username", name}, {"bio", "not kept"}});
    EXPECT_EQ(taken.status, 409);
    EXPECT_NE(taken.message().find(name), std::string::npos);
    EXPECT_EQ(api().get("/v2/user", {bearer(bob.token)}).object("user").at("bio"), "");
    ASSERT_EQ(edit({{"username", ""}}).status, 200);
    EXPECT_EQ(edit(api(), bob, {{"username", name}}).status, 200);
    EXPECT_EQ(edit({{"bio", "two accounts without a user name are no duplicates"}}).status, 200);
}

TEST_P(Accounts, ANewPasswordNeedsTheCurrentOneAndEndsEveryToken) {
    const std::string second = api().signIn(ann_.email, kPassword);
    const Reply wrong = edit({{"password", "another password"}, {"current_password", "wrong password"}});
    EXPECT_EQ(wrong.status, 403);
    EXPECT_NE(wrong.message().find("current_password"), std::string::npos) << wrong.body;
    EXPECT_EQ(meOf(api(), second).status, 200);
    EXPECT_EQ(refusalOf(signIn(api(), ann_.email, "another password")), kBadSignIn);

    const Reply right = edit({{"password", "another password"}, {"current_password", kPassword}});
    ASSERT_EQ(right.status, 200) << right.body;
    EXPECT_EQ(right.body.find("argon2"), std::string::npos);
    EXPECT_EQ(refusalOf(meOf(api(), second)), kBadToken);
    EXPECT_EQ(refusalOf(meOf(api(), ann_.token)), kBadToken);
    EXPECT_EQ(refusalOf(signIn(api(), ann_.email, kPassword)), kBadSignIn);
    EXPECT_EQ(signIn(api(), ann_.email, "another password").status, 200);
}

TEST_P(Accounts, AStolenTokenCannotGuessThePassword) {
    // A server of its own: the address is throttled too.
    TestServer own(GetParam());
    const TestServer::User user = own.makeUser(own.makeBucket(), "admin");
    const JsonObject wrong{{"email", "eve@example.com"}, {"current_password", "wrong password"}};
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(refusalOf(edit(own, user, wrong)), "403: 'current_password' is wrong; nothing was changed");
    const Reply right = edit(own, user, {{"email", "eve@example.com"}, {"current_password", kPassword}});
    EXPECT_EQ(refusalOf(right), "429: too many failed sign-ins; try again later");
    EXPECT_TRUE(right.headers.contains("retry-after"));
    EXPECT_EQ(refusalOf(signIn(own, user.email, kPassword)), "429: too many failed sign-ins; try again later")
        << "guesses count as sign-ins";
    EXPECT_EQ(edit(own, user, {{"bio", "needs no password"}}).status, 200);
}

TEST_P(Accounts, ANewEmailIsComparedInLowerCaseAndEndsTheInvitation) {
    const std::string fresh = "Fresh-" + bucket().id + "@Example.com";
    const std::string stored = "fresh-" + bucket().id + "@example.com";
    const std::string invitation = admin(api()).invite(ann_.email).token;
    const TestServer::User bob = api().makeUser(bucket(), "editor");
    EXPECT_EQ(refusalOf(edit({{"email", fresh}, {"current_password", "wrong password"}})),
              "403: 'current_password' is wrong; nothing was changed");
    EXPECT_EQ(refusalOf(edit({{"email", upperCase(bob.email)}, {"current_password", kPassword}})),
              "409: an account with the e-mail address '" + bob.email + "' already exists");
    EXPECT_EQ(shown().at("email"), Json(ann_.email));
    const Reply changed = edit({{"email", fresh}, {"current_password", kPassword}});
    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.object("user").at("email"), Json(stored));
    EXPECT_EQ(meOf(api(), ann_.token).status, 200);
    EXPECT_EQ(signIn(api(), stored, kPassword).status, 200);
    EXPECT_EQ(refusalOf(signIn(api(), ann_.email, kPassword)), kBadSignIn);
    EXPECT_EQ(
        refusalOf(api().send("POST", "/v2/invitations/" + invitation, "", JsonObject{{"password", "eve's password"}})),
        "404: this invitation is unknown, was used or has expired; ask for a new one");
    EXPECT_EQ(edit({{"email", fresh}, {"current_password", kPassword}}).status, 200) << "it is hers";
    const Reply same = edit({{"email", fresh}, {"bio", "Sent back"}});
    EXPECT_EQ(same.status, 200) << same.body << ": no new one, so that it needs no password";
    EXPECT_EQ(shown().at("bio"), "Sent back");
    EXPECT_EQ(refusalOf(edit({{"email", ann_.email}, {"bio", "Lost"}})),
              "400: the account was not changed: current_password: is required to change the e-mail address or the "
              "password");
    EXPECT_EQ(shown().at("bio"), "Sent back");
}

TEST_P(Accounts, WhoTakesAnAddressGetsNoRoleMeantForItsOwner) {
    const std::string boss = "boss-" + bucket().id + "@example.com";
    const TestServer::User eve = api().makeUser(bucket(), "editor");
    ASSERT_EQ(edit(api(), eve, {{"email", boss}, {"current_password", kPassword}}).status, 200);
    ASSERT_EQ(api().send("DELETE", path("/users/" + eve.id), ann_.token, nullptr).status, 200);

    const JsonObject member{{"first_name", "The"}, {"last_name", "Boss"}, {"email", boss}, {"role", "admin"}};
    const Reply refused = api().send("POST", path("/users"), ann_.token, member);
    EXPECT_EQ(refused.status, 409);
    EXPECT_NE(refused.message().find("inkwell user invite " + boss), std::string::npos) << refused.message();
    EXPECT_EQ(refusalOf(api().get(path("/users/" + eve.id), {bearer(ann_.token)})), missing("user", eve.id));

    const std::string invitation = admin(api()).invite(boss).token;
    const JsonObject accepted{{"password", "the boss's password"}};
    ASSERT_EQ(api().send("POST", "/v2/invitations/" + invitation, "", accepted).status, 200);
    EXPECT_EQ(refusalOf(meOf(api(), eve.token)), kBadToken);
    EXPECT_EQ(refusalOf(signIn(api(), boss, kPassword)), kBadSignIn);
    EXPECT_EQ(api().send("POST", path("/users"), ann_.token, member).status, 200);
}

TEST_P(Accounts, EmailsThatOnlyLookAlikeAreOthers) {
    for (const char* email : {"аnn@example.com", "ann@exämple.com", "ann@example.com ", "ann@@example.com",
                              "<ann@example.com>", "ann@example.com, eve@example.com", "ann\n@example.com"})
        EXPECT_EQ(refusalOf(edit({{"email", email}, {"current_password", kPassword}})),
                  "400: the account was not changed: email: is not an e-mail address")
            << email;
    EXPECT_EQ(refusalOf(signIn(api(), " " + ann_.email, kPassword)), kBadSignIn);
    EXPECT_EQ(refusalOf(signIn(api(), ann_.email + "%", kPassword)), kBadSignIn);
    EXPECT_EQ(refusalOf(signIn(api(), ann_.email.substr(0, 4) + "%", kPassword)), kBadSignIn);
}

TEST_P(Accounts, OnlyTheVeryTokenIsAToken) {
    std::string changed = ann_.token;
    const auto letter = std::find_if(changed.begin(), changed.end(), [](char c) { return std::isalpha(c) != 0; });
    *letter = static_cast<char>(*letter ^ 0x20);
    const std::vector<std::string> others = {
        changed, ann_.token + "x", ann_.token.substr(1), ann_.token + "%00", "null", "0"};
    for (const std::string& token : others) EXPECT_EQ(refusalOf(meOf(api(), token)), kBadToken) << token;
    EXPECT_EQ(refusalOf(api().get("/v2/user?token=" + ann_.token, {})), kNoToken);
}

TEST_P(Accounts, ARemovedAccountLeavesNothingToItsSuccessor) {
    const TestServer::User bob = api().makeUser(bucket(), "editor");
    const std::string invitation = admin(api()).invite(bob.email).token;
    EXPECT_EQ(admin(api()).remove(bob.email).id, bob.id);
    EXPECT_EQ(refusalOf(meOf(api(), bob.token)), kBadToken);
    EXPECT_EQ(refusalOf(signIn(api(), bob.email, kPassword)), kBadSignIn);
    EXPECT_EQ(refusalOf(api().get(path("/users/" + bob.id), {bearer(ann_.token)})), missing("user", bob.id));
    EXPECT_EQ(
        refusalOf(api().send("POST", "/v2/invitations/" + invitation, "", JsonObject{{"password", "a long password"}})),
        "404: this invitation is unknown, was used or has expired; ask for a new one");
    EXPECT_THROW(admin(api()).remove(bob.email), ApiError);

    auto* identity = api().server().plugins().find<Identity>();
    EXPECT_NE(identity->addAccount(bob.email, kPassword, false).id, bob.id);
    const std::string token = api().signIn(bob.email, kPassword);
    EXPECT_EQ(refusalOf(meOf(api(), bob.token)), kBadToken);
    EXPECT_EQ(refusalOf(api().get(path("/users"), {bearer(token)})), missing("bucket", bucket().slug))
        << "the role of the first one";
}

TEST_P(Accounts, TheLastAdminOfABucketIsNotRemoved) {
    EXPECT_EQ(errorOf([&] { admin(api()).remove(ann_.email); }), isLastAdmin(ann_.email));
    EXPECT_EQ(meOf(api(), ann_.token).status, 200);
    const TestServer::User second = api().makeUser(bucket(), "admin");
    const auto before = api().lastChange();
    admin(api()).remove(ann_.email);
    EXPECT_EQ(api().changesSince(before), (std::vector<std::string>{"user.deleted", "user.deleted"}));
    EXPECT_THROW(admin(api()).remove(second.email), ApiError);
}

TEST_P(Accounts, WhoHasNotAcceptedOrCannotSignInIsNoLastAdmin) {
    const auto addAdmin = [&](const std::string& email) {
        const JsonObject member{{"first_name", "A"}, {"last_name", "B"}, {"email", email}, {"role", "admin"}};
        EXPECT_EQ(api().send("POST", path("/users"), ann_.token, member).status, 200);
    };
    const TestServer::User unasked = api().makeUser(bucket(), "");
    const std::string unclaimed = "unclaimed-" + bucket().id + "@example.com";
    addAdmin(unasked.email);
    addAdmin(unclaimed);
    const auto leave = [&](const TestServer::User& user) {
        return refusalOf(api().send("DELETE", path("/membership"), user.token, nullptr));
    };
    const std::string refusal = "409: user '" + ann_.id + "' is the last admin of bucket '" + bucket().slug +
                                "' who has accepted the role and can sign in; another admin must do so first";
    EXPECT_EQ(leave(ann_), refusal);
    EXPECT_EQ(refusalOf(api().send("PATCH", path("/users/" + ann_.id), ann_.token, JsonObject{{"role", "editor"}})),
              refusal);
    EXPECT_EQ(errorOf([&] { admin(api()).remove(ann_.email); }), isLastAdmin(ann_.email));
    EXPECT_TRUE(leave(unasked).starts_with("no refusal: 200"));
    EXPECT_EQ(errorOf([&] { admin(api()).remove(unclaimed); }), "no error");

    addAdmin(unasked.email);
    ASSERT_EQ(api().send("POST", path("/membership"), unasked.token, nullptr).status, 200);
    EXPECT_TRUE(leave(ann_).starts_with("no refusal: 200")) << "there is another one now";
    EXPECT_EQ(leave(unasked), "409: user '" + unasked.id + "' is the last admin of bucket '" + bucket().slug +
                                  "'; make another user an admin first");
}

TEST_P(Accounts, TwoAdminsAreNotRemovedAtOnce) {
    const TestServer::User second = api().makeUser(bucket(), "admin");
    std::atomic<int> removed{0};
    const auto remove = [&](const std::string& email) {
        const std::string refusal = errorOf([&] { admin(api()).remove(email); });
        if (refusal == "no error") {
            ++removed;
        } else {
            EXPECT_EQ(refusal, isLastAdmin(email));
        }
    };
    std::thread one([&] { remove(ann_.email); });
    std::thread two([&] { remove(second.email); });
    one.join();
    two.join();
    EXPECT_EQ(removed, 1);
}

TEST_P(Accounts, EveryServerKnowsAtOnceThatATokenEnded) {
    TestServer first(GetParam());
    TestServerOptions shared;
    shared.database = first.database();
    TestServer second(GetParam(), shared);
    const TestServer::Bucket bucket = first.makeBucket();
    const TestServer::User owner = first.makeUser(bucket, "admin");
    const auto member = [&] { return first.makeUser(bucket, "editor"); };

    const TestServer::User signedOut = member();
    EXPECT_EQ(meOf(second, signedOut.token).status, 200);
    EXPECT_EQ(first.send("DELETE", "/v2/authenticate", signedOut.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(meOf(second, signedOut.token)), kBadToken);

    const TestServer::User changed = member();
    EXPECT_EQ(meOf(second, changed.token).status, 200);
    EXPECT_EQ(edit(first, changed, {{"password", "another password"}, {"current_password", kPassword}}).status, 200);
    EXPECT_EQ(refusalOf(meOf(second, changed.token)), kBadToken);
    EXPECT_EQ(refusalOf(signIn(second, changed.email, kPassword)), kBadSignIn);
    EXPECT_EQ(signIn(second, changed.email, "another password").status, 200);

    const TestServer::User removed = member();
    EXPECT_EQ(meOf(second, removed.token).status, 200);
    admin(first).remove(removed.email);
    EXPECT_EQ(refusalOf(meOf(second, removed.token)), kBadToken);

    const TestServer::User outside = member();
    const std::string types = "/v2/buckets/" + bucket.slug + "/objects";
    const JsonObject object{{"title", "T"}, {"type", "posts"}};
    EXPECT_NE(second.send("POST", types, outside.token, object).status, 404);
    const std::string user = "/v2/buckets/" + bucket.slug + "/users/" + outside.id;
    EXPECT_EQ(first.send("DELETE", user, owner.token, nullptr).status, 200);
    EXPECT_EQ(refusalOf(second.send("POST", types, outside.token, object)), missing("bucket", bucket.slug));
    EXPECT_EQ(meOf(second, outside.token).status, 200) << "the account stays";
}

}  // namespace
}  // namespace inkwell::test
