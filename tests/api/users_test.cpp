// interface/users-and-roles.md, "Users of a bucket" and "Signing in".
#include <atomic>
#include <thread>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Users : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin();  // before threads ask as the admin
    }
    Reply list() { return api().get(path("/users"), {bearer(admin().token)}); }
    static JsonObject person(const std::string& email, const std::string& role, const JsonObject& more = {}) {
        JsonObject body{{"first_name", "Ann"}, {"last_name", "Other"}, {"email", email}, {"role", role}};
        for (const auto& member : more) body[member.key()] = member.value();
        return body;
    }
};
INKWELL_ON_BOTH_ENGINES(Users);

TEST_P(Users, SignInGivesATokenAndSignOutEndsIt) {
    const Reply me = api().get("/v2/user", {bearer(admin().token)});
    ASSERT_EQ(me.status, 200) << me.body;
    const JsonObject user = me.object("user");
    EXPECT_EQ(user.at("email"), Json(admin().email));
    EXPECT_EQ(user.at("id"), Json(admin().id));
    EXPECT_EQ(me.body.find("argon2"), std::string::npos);

    const std::string second = api().signIn(admin().email, kPassword);
    EXPECT_EQ(api().send("DELETE", "/v2/authenticate", second, nullptr).status, 200);
    EXPECT_EQ(refusalOf(api().get("/v2/user", {bearer(second)})), kBadToken);
    EXPECT_EQ(api().get("/v2/user", {bearer(admin().token)}).status, 200);
}

TEST_P(Users, BadSignInsTellNothing) {
    const auto signIn = [&](const Json& body) { return api().send("POST", "/v2/authenticate", "", body); };
    const Reply wrong = signIn({{"email", admin().email}, {"password", "wrong password"}});
    const Reply unknown = signIn({{"email", "nobody-" + admin().email}, {"password", "wrong password"}});
    EXPECT_EQ(refusalOf(wrong), kBadSignIn);
    EXPECT_EQ(refusalOf(unknown), kBadSignIn);
    EXPECT_EQ(wrong.message(), unknown.message());
    EXPECT_EQ(refusalOf(signIn(JsonObject{{"email", admin().email}})),
              "400: signing in needs an e-mail address and a password: password: is required");
    EXPECT_EQ(refusalOf(signIn(JsonObject{{"email", {{"$ne", ""}}}, {"password", "x"}})),
              "400: signing in needs an e-mail address and a password: email: must be a string, not an object");
    EXPECT_EQ(refusalOf(signIn(JsonObject{{"email", admin().email}, {"password", kPassword}, {"admin", true}})),
              "400: signing in needs an e-mail address and a password: admin: is not a known field; known fields are: "
              "email, password");
}

TEST_P(Users, AfterTenFailuresSignInIsThrottled) {
    // An address of its own would be throttled too, so this test has a server of its own.
    TestServer own(GetParam());
    const TestServer::Bucket bucket = own.makeBucket();
    const TestServer::User user = own.makeUser(bucket, "admin");
    const JsonObject wrong{{"email", user.email}, {"password", "wrong password"}};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(refusalOf(own.send("POST", "/v2/authenticate", "", wrong)), kBadSignIn);
    const Reply right =
        own.send("POST", "/v2/authenticate", "", JsonObject{{"email", user.email}, {"password", kPassword}});
    EXPECT_EQ(refusalOf(right), "429: too many failed sign-ins; try again later");
    EXPECT_TRUE(right.headers.contains("retry-after"));
    EXPECT_EQ(own.get("/v2/user", {bearer(user.token)}).status, 200);
}

TEST_P(Users, AreAddedReadEditedAndRemoved) {
    makeType("posts");
    const std::string email = "ann-" + bucket().id + "@example.com";
    const Reply added = asAdmin("POST", "/users", person(email, "contributor", {{"object_types", "posts"}}));
    ASSERT_EQ(added.status, 200) << added.body;
    EXPECT_EQ(list().json().at("total"), 2);
    std::string id;
    for (const Json& one : list().array("users")) {
        if (one.at("email") == Json(email)) id = textOf(one.as_object(), "id");
    }
    const JsonObject user = api().get(path("/users/" + id), {bearer(admin().token)}).object("user");
    EXPECT_EQ(user.at("first_name"), "Ann");
    EXPECT_EQ(user.at("role"), "contributor");
    EXPECT_EQ(user.at("object_types"), Json({"posts"}));

    const Reply edited = asAdmin("PATCH", "/users/" + id,
                                 {{"role", "editor"},
                                  {"publishing_restrictions", "draft_only"},
                                  {"additional_permissions", {"users", "settings"}}});
    EXPECT_EQ(edited.status, 200) << edited.body;
    EXPECT_NE(edited.message().find(id), std::string::npos);
    const JsonObject after = api().get(path("/users/" + id), {bearer(admin().token)}).object("user");
    EXPECT_EQ(after.at("role"), "editor");
    EXPECT_EQ(after.at("publishing_restrictions"), "draft_only");
    EXPECT_EQ(after.at("additional_permissions"), Json({"users", "settings"}));

    EXPECT_EQ(asAdmin("DELETE", "/users/" + id).status, 200);
    EXPECT_EQ(list().json().at("total"), 1);
    EXPECT_EQ(refusalOf(api().get(path("/users/" + id), {bearer(admin().token)})), missing("user", id));
}

TEST_P(Users, BadBodiesAreRefusedAndNothingIsStored) {
    const std::string url = "/v2/buckets/{bucket}/users";
    const std::string mine = url + "/" + admin().id;
    const auto body = [](const std::string& members) {
        return R"({"first_name": "A", "last_name": "B", "email": "new@example.com", )" + members + "}";
    };
    run(
        {
            {"empty", "POST", url, "{admin}", "{}", 400, {"first_name", "last_name", "email", "role"}},
            {"unknown role", "POST", url, "{admin}", body(R"("role": "owner")"), 400, {"role", "contributor"}},
            {"contributor without types",
             "POST",
             url,
             "{admin}",
             body(R"("role": "contributor")"),
             400,
             {"object_types"}},
            {"unknown types",
             "POST",
             url,
             "{admin}",
             body(R"("role": "contributor", "object_types": ["nope"])"),
             400,
             {"nope"}},
            {"unknown restriction",
             "POST",
             url,
             "{admin}",
             body(R"("role": "editor", "publishing_restrictions": "all")"),
             400,
             {"publishing_restrictions"}},
            {"unknown permission",
             "POST",
             url,
             "{admin}",
             body(R"("role": "editor", "additional_permissions": ["root"])"),
             400,
             {"additional_permissions"}},
            {"read-only field",
             "POST",
             url,
             "{admin}",
             body(R"("role": "editor", "id": "x", "password": "y")"),
             400,
             {"\"id\"", "\"password\""}},
            {"bad e-mail",
             "POST",
             url,
             "{admin}",
             R"({"first_name": "A", "last_name": "B", "email": "a b@c", "role": "editor"})",
             400,
             {"email"}},
            {"NUL in a name",
             "POST",
             url,
             "{admin}",
             R"({"first_name": "A\u0000", "last_name": "B", "email": "n@example.com", "role": "editor"})",
             400,
             {"the character NUL"}},
            {"empty PATCH", "PATCH", mine, "{admin}", "{}", 400, {"role"}},
            {"e-mail is not editable",
             "PATCH",
             mine,
             "{admin}",
             R"({"role": "admin", "email": "x@example.com"})",
             400,
             {"email"}},
            {"unknown user",
             "PATCH",
             url + "/0123456789abcdef01234567",
             "{admin}",
             R"({"role": "editor"})",
             404,
             {"was not found"}},
            {"unknown user removed",
             "DELETE",
             url + "/0123456789abcdef01234567",
             "{admin}",
             "",
             404,
             {"was not found"}},
            {"last admin lowered", "PATCH", mine, "{admin}", R"({"role": "editor"})", 409, {"last admin"}},
            {"last admin removed", "DELETE", mine, "{admin}", "", 409, {"last admin"}},
            {"again",
             "POST",
             url,
             "{admin}",
             R"({"first_name": "A", "last_name": "B", "email": ")" + admin().email + R"(", "role": "editor"})",
             409,
             {"already has a role in bucket"}},
        },
        {{"admin", admin().token}});
    EXPECT_EQ(list().json().at("total"), 1);
}

TEST_P(Users, EmailsAreComparedInLowerCase) {
    const std::string email = "mixed-" + bucket().id + "@example.com";
    ASSERT_EQ(asAdmin("POST", "/users", person(email, "editor")).status, 200);
    std::string shouted = email;
    for (char& c : shouted) c = static_cast<char>(std::toupper(c));
    const std::string refusal = refusalOf(asAdmin("POST", "/users", person(shouted, "editor")));
    EXPECT_TRUE(refusal.starts_with("409: user '") &&
                refusal.ends_with("' already has a role in bucket '" + bucket().slug + "'"))
        << refusal;
    EXPECT_EQ(refusalOf(asAdmin("POST", "/users", person("mixéd-" + email.substr(6), "editor"))),
              "400: the user cannot be added: email: is not an e-mail address");
}

TEST_P(Users, AMemberOfAnotherBucketIsMissing) {
    const TestServer::Bucket other = api().makeBucket();
    const TestServer::User theirs = api().makeUser(other, "admin");
    EXPECT_EQ(refusalOf(api().get(path("/users/" + theirs.id), {bearer(admin().token)})), missing("user", theirs.id));
    EXPECT_EQ(refusalOf(asAdmin("PATCH", "/users/" + theirs.id, {{"role", "editor"}})), missing("user", theirs.id));
    EXPECT_EQ(refusalOf(asAdmin("DELETE", "/users/" + theirs.id)), missing("user", theirs.id));
}

TEST_P(Users, TwoAdminsCannotRemoveEachOtherAtOnce) {
    const TestServer::User second = api().makeUser(bucket(), "admin");
    std::atomic<int> removed{0};
    std::thread one([&] { removed += asAdmin("DELETE", "/users/" + second.id).status == 200; });
    std::thread two(
        [&] { removed += api().send("DELETE", path("/users/" + admin().id), second.token, nullptr).status == 200; });
    one.join();
    two.join();
    EXPECT_EQ(removed, 1);
}

}  // namespace
}  // namespace inkwell::test
