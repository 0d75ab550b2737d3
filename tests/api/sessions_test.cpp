// interface/users-and-roles.md, "Browsers": signing in by cookie, and the sessions of an account.
#include <algorithm>

#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"

namespace inkwell::test {
namespace {

constexpr const char* kSignInAgain = "401: the user token is not valid or has expired; sign in again";
const Headers kOwnPage{{"Sec-Fetch-Site", "same-origin"}, {"Inkwell-Session", "1"}};

class Sessions : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        ann_ = api().makeUser(bucket(), "editor");
    }
    Reply signIn(const std::string& password) {
        return sendRequest(api().port(), "POST", "/v2/session", {{"Content-Type", "application/json"}},
                           writeJson(JsonObject{{"email", ann_.email}, {"password", password}}));
    }
    /// What a browser sends back.
    static std::string cookieOf(const Reply& reply) {
        const std::string& cookie = reply.headers.at("set-cookie");
        return cookie.substr(0, cookie.find(';'));
    }
    Reply ask(const std::string& method, const std::string& url, const std::string& cookie,
              const std::string& body = "") {
        Headers headers = kOwnPage;
        headers.emplace_back("Cookie", cookie);
        if (!body.empty()) headers.emplace_back("Content-Type", "application/json");
        return sendRequest(api().port(), method, url, headers, body);
    }
    TestServer::User ann_;
};
INKWELL_ON_BOTH_ENGINES(Sessions);

TEST_P(Sessions, SignABrowserInWithItsRolesAndOutAgain) {
    const Reply signedIn = signIn(kPassword);
    ASSERT_EQ(signedIn.status, 200) << signedIn.body;
    EXPECT_NE(signedIn.headers.at("set-cookie").find("; Path=/; HttpOnly; SameSite=Strict; Max-Age="),
              std::string::npos);
    EXPECT_EQ(signedIn.headers.at("cache-control"), "no-store");
    EXPECT_EQ(signedIn.object("user").at("id"), Json(ann_.id));
    EXPECT_EQ(signedIn.object("user").at("server_admin"), Json(false));
    const JsonArray buckets = signedIn.array("buckets");
    ASSERT_EQ(buckets.size(), 1U);
    EXPECT_EQ(buckets[0].at("slug"), Json(bucket().slug));
    EXPECT_EQ(buckets[0].at("role"), "editor");

    const std::string cookie = cookieOf(signedIn);
    EXPECT_EQ(ask("GET", "/v2/session", cookie).object("user").at("email"), Json(ann_.email));
    const Reply ended = ask("DELETE", "/v2/session", cookie);
    EXPECT_EQ(ended.status, 200) << ended.body;
    EXPECT_NE(ended.headers.at("set-cookie").find("Max-Age=0"), std::string::npos);
    EXPECT_EQ(refusalOf(ask("GET", "/v2/session", cookie)), kSignInAgain);
}

TEST_P(Sessions, ReadAndWriteWhatTheRoleAllows) {
    makeType("pages");
    makeObject("pages", "A draft", {{"status", "draft"}});
    const std::string cookie = cookieOf(signIn(kPassword));
    const std::string objects = "/v2/buckets/" + bucket().slug + "/objects";
    const Reply read = ask("GET", objects + "?status=any", cookie);
    ASSERT_EQ(read.status, 200) << read.body;
    EXPECT_EQ(read.array("objects").at(0).at("title"), "A draft");
    EXPECT_EQ(ask("POST", objects, cookie, R"({"title": "By hand", "type": "pages"})").status, 200);
    const Reply refused = ask("POST", "/v2/buckets/" + bucket().slug + "/object-types", cookie, R"({"title": "No"})");
    EXPECT_EQ(refusalOf(refused), "403: your role in this bucket does not allow to write object types");
}

TEST_P(Sessions, AreListedAndEndedByTheirOwnerOnly) {
    const std::string cookie = cookieOf(signIn(kPassword));
    const JsonArray sessions = ask("GET", "/v2/user/sessions", cookie).array("sessions");
    ASSERT_EQ(sessions.size(), 2U);  // and the token of makeUser
    EXPECT_EQ(
        std::count_if(sessions.begin(), sessions.end(), [](const Json& one) { return one.at("current") == true; }), 1);
    EXPECT_EQ(sessions[0].at("current"), true) << "the newest is first";
    const std::string other(sessions[1].at("id").as_string());

    const TestServer::User stranger = api().makeUser(bucket(), "admin");
    const Reply foreign = api().send("DELETE", "/v2/user/sessions/" + other, stranger.token, nullptr);
    EXPECT_EQ(refusalOf(foreign), missing("session", other));
    EXPECT_EQ(api().get("/v2/user", {bearer(ann_.token)}).status, 200);

    EXPECT_EQ(ask("DELETE", "/v2/user/sessions/" + other, cookie).status, 200);
    EXPECT_EQ(refusalOf(api().get("/v2/user", {bearer(ann_.token)})), kSignInAgain);
    EXPECT_EQ(ask("GET", "/v2/user/sessions", cookie).array("sessions").size(), 1U);
}

TEST_P(Sessions, AreAHundredOfAnAccountAndTheOneUsedLongestAgoEnds) {
    const std::string used = api().signIn(ann_.email, kPassword);
    api().server().database().write([&](Sql& sql) {
        for (int i = 0; i < 120; ++i) {
            const std::string id = "0123456789abcdef" + std::to_string(10'000'000 + i);
            sql.execute("INSERT INTO users_tokens (digest, id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
                        {ann_.id + std::to_string(i), id, ann_.id, 1'000 + i, 9'000'000'000'000});
        }
        sql.execute("UPDATE users_tokens SET created_at = 1, used_at = 0 WHERE user_id = ? AND client IS NOT NULL",
                    {ann_.id});
        sql.execute("UPDATE users_tokens SET used_at = ? WHERE digest = ?", {9'000'000, ann_.id + "0"});
    });
    ASSERT_EQ(api().get("/v2/user", {bearer(used)}).status, 200);
    const auto digests = [&] {
        std::vector<std::string> all;
        api().server().database().read([&](Sql& sql) {
            for (const SqlRow& row : sql.select("SELECT digest FROM users_tokens WHERE user_id = ?", {ann_.id}))
                all.push_back(row[0].text());
        });
        return all;
    };
    const std::string fresh = api().signIn(ann_.email, kPassword);
    const std::vector<std::string> left = digests();
    EXPECT_EQ(left.size(), 100U);
    const auto isLeft = [&](const std::string& digest) { return std::ranges::find(left, digest) != left.end(); };
    EXPECT_TRUE(isLeft(ann_.id + "0")) << "another server has stored its use";
    EXPECT_TRUE(isLeft(ann_.id + "119"));
    EXPECT_FALSE(isLeft(ann_.id + "1"));
    EXPECT_EQ(refusalOf(api().get("/v2/user", {bearer(ann_.token)})), kSignInAgain) << "made first, and not used since";
    EXPECT_EQ(api().get("/v2/user", {bearer(used)}).status, 200) << "used here a moment ago";
    EXPECT_EQ(api().get("/v2/user/sessions", {bearer(fresh)}).array("sessions").size(), 100U);
    api().signIn(ann_.email, kPassword);
    EXPECT_EQ(digests().size(), 100U);
}

TEST_P(Sessions, OfWrongPasswordsSetNoCookie) {
    const Reply wrong = signIn("not the password");
    EXPECT_EQ(refusalOf(wrong), "401: the e-mail address or the password is wrong");
    EXPECT_FALSE(wrong.headers.contains("set-cookie"));
}

TEST_P(Sessions, BucketsAreListedWithTheCallersRole) {
    const Reply list = api().get("/v2/buckets", {bearer(ann_.token)});
    ASSERT_EQ(list.array("buckets").size(), 1U) << list.body;
    EXPECT_EQ(list.array("buckets")[0].at("role"), "editor");
}

}  // namespace
}  // namespace inkwell::test
