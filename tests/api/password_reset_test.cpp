// interface/users-and-roles.md, "Forgotten passwords".
#include "tests/interop/smtp_server.h"
#include "tests/support/error_text.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

constexpr const char* kUrl = "/v2/user/password-resets";
constexpr const char* kAnswer = "if there is an account with this e-mail address, a mail is on its way";
constexpr const char* kUsed = "404: this address for a new password is unknown, was used or has expired; ask again";
constexpr const char* kNewPassword = "another long password";

class PasswordReset : public testing::TestWithParam<Engine> {
protected:
    PasswordReset() {
        TestServerOptions options;
        options.pluginSettings["users"] = {{"smtp_host", "localhost"},
                                           {"smtp_port", mail_.port()},
                                           {"smtp_security", "none"},
                                           {"smtp_from", "inkwell@example.com"}};
        server_ = std::make_unique<TestServer>(GetParam(), options);
        bucket_ = server_->makeBucket();
        ann_ = server_->makeUser(bucket_, "editor");
    }
    Reply ask(const std::string& email) { return server_->send("POST", kUrl, "", JsonObject{{"email", email}}); }
    Reply accept(const std::string& token, const std::string& password) {
        return server_->send("POST", kUrl + ("/" + token), "", JsonObject{{"password", password}});
    }
    Reply signIn(const std::string& password) {
        return server_->send("POST", "/v2/authenticate", "", JsonObject{{"email", ann_.email}, {"password", password}});
    }
    /// Of the mail with this number, from 0.
    std::string tokenOfMail(std::size_t number) {
        const auto mails = mail_.waitForMails(number + 1);
        return mails.size() > number ? tokenIn(mails[number]) : "";
    }
    const SmtpServer mail_;
    std::unique_ptr<TestServer> server_;
    TestServer::Bucket bucket_;
    TestServer::User ann_;
};
INSTANTIATE_TEST_SUITE_P(Engines, PasswordReset, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

TEST_P(PasswordReset, SetsANewPasswordOnceAndEndsWhatTheOldOneOpened) {
    const Reply asked = ask(ann_.email);
    EXPECT_EQ(asked.status, 202) << asked.body;
    EXPECT_EQ(asked.message(), kAnswer);
    const std::string token = tokenOfMail(0);
    ASSERT_EQ(token.size(), 50U);
    EXPECT_EQ(asked.body.find(token), std::string::npos);

    const Reply set = accept(token, kNewPassword);
    EXPECT_EQ(set.status, 200) << set.body;
    EXPECT_EQ(set.message(), "the password of user '" + ann_.id + "' was set; it is signed out everywhere");
    EXPECT_EQ(refusalOf(server_->get("/v2/user", {bearer(ann_.token)})),
              "401: the user token is not valid or has expired; sign in again");
    EXPECT_EQ(refusalOf(signIn(kPassword)), "401: the e-mail address or the password is wrong");
    EXPECT_EQ(signIn(kNewPassword).status, 200);
    EXPECT_EQ(refusalOf(accept(token, kPassword)), kUsed) << "it worked a second time";
}

TEST_P(PasswordReset, AnswersAlikeWhetherThereIsAnAccountOrNot) {
    const Reply known = ask(ann_.email);
    const Reply unknown = ask("nobody@example.com");
    EXPECT_EQ(unknown.status, 202);
    EXPECT_EQ(unknown.body, known.body);
    ASSERT_NE(tokenOfMail(0), "");
    EXPECT_EQ(mail_.mails().size(), 1U);
    EXPECT_EQ(mail_.mails()[0].at("to"), Json(JsonArray{ann_.email}));
}

TEST_P(PasswordReset, IsReplacedByANewerOneAndRefusesBadInput) {
    ask(ann_.email);
    const std::string first = tokenOfMail(0);
    ask(ann_.email);
    const std::string second = tokenOfMail(1);
    ASSERT_NE(first, second);
    EXPECT_EQ(refusalOf(accept(first, kNewPassword)), kUsed);
    EXPECT_EQ(refusalOf(accept(second, "short")),
              "400: the password was not set: password: must have at least 10 characters");
    EXPECT_EQ(accept(second, kNewPassword).status, 200) << "a bad password used it up";
    EXPECT_EQ(refusalOf(accept("unknown", kNewPassword)), kUsed);

    const Reply bad = ask("no address");
    EXPECT_EQ(bad.status, 400);
    EXPECT_NE(bad.body.find("is not an e-mail address"), std::string::npos) << bad.body;
}

TEST_P(PasswordReset, LiftsTheThrottlingOfFailedSignIns) {
    Reply reply;
    for (int i = 0; i < 11; ++i) reply = signIn("wrong password");
    ASSERT_EQ(refusalOf(reply), "429: too many failed sign-ins; try again later") << reply.body;
    ASSERT_EQ(refusalOf(signIn(kPassword)), "429: too many failed sign-ins; try again later");
    ask(ann_.email);
    ASSERT_EQ(accept(tokenOfMail(0), kNewPassword).status, 200);
    EXPECT_EQ(signIn(kNewPassword).status, 200);
}

TEST_P(PasswordReset, IsBoundedForAnAddressAndANetwork) {
    for (int i = 0; i < 5; ++i) EXPECT_EQ(ask(ann_.email).status, 202);
    ASSERT_NE(tokenOfMail(2), "");
    int asked = 3;  // those that were stored
    while (asked < 20 && ask("person" + std::to_string(asked) + "@example.com").status == 202) ++asked;
    EXPECT_EQ(asked, 20);
    const Reply refused = ask("one-more@example.com");
    EXPECT_EQ(refusalOf(refused), "429: too many passwords were asked for from here; try again later");
    EXPECT_EQ(refused.headers.at("retry-after"), "3600");
    EXPECT_EQ(mail_.mails().size(), 3U);
}

TEST(PasswordResets, SayThatTheServerSendsNoMail) {
    TestServer server(Engine::Sqlite);
    for (const char* email : {"ann@example.com", "nobody@example.com"}) {
        const Reply refused = server.send("POST", kUrl, "", JsonObject{{"email", email}});
        EXPECT_EQ(refusalOf(refused), "503: this server sends no mail; its operator sets a new password");
        EXPECT_FALSE(refused.headers.contains("retry-after"));
    }
}

}  // namespace
}  // namespace inkwell::test
