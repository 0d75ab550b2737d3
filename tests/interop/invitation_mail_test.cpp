// interface/users-and-roles.md, "Invitations": invitations are mailed when SMTP is configured.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/interop/smtp_server.h"
#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

JsonObject mailSettings(int port) {
    return {{"smtp_host", "localhost"},
            {"smtp_port", port},
            {"smtp_security", "none"},
            {"smtp_from", "inkwell@example.com"}};
}

JsonObject person(const std::string& email) {
    return {{"first_name", "Ann"}, {"last_name", "Other"}, {"email", email}, {"role", "editor"}};
}

class Mail : public testing::TestWithParam<Engine> {
protected:
    std::unique_ptr<TestServer> serverWithMail(int port) {
        TestServerOptions options;
        options.pluginSettings["users"] = mailSettings(port);
        options.captureLog = true;
        return std::make_unique<TestServer>(GetParam(), options);
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, Mail, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

TEST_P(Mail, ANewMemberGetsAnInvitationThatWorksOnce) {
    const SmtpServer mail;
    const auto server = serverWithMail(mail.port());
    const auto bucket = server->makeBucket();
    const auto admin = server->makeUser(bucket, "admin");
    const std::string url = "/v2/buckets/" + bucket.slug + "/users";
    const Reply added = server->send("POST", url, admin.token, person("new@example.com"));
    ASSERT_EQ(added.status, 200) << added.body;
    EXPECT_NE(added.message().find("mailed to new@example.com"), std::string::npos) << added.body;
    EXPECT_EQ(added.message().find("inkwell user invite"), std::string::npos) << added.body;

    const auto mails = mail.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_NE(textOfMail(mails[0]).find(server->server().info().baseUrl + "/v2/invitations/"), std::string::npos);
    const std::string token = tokenIn(mails[0]);
    const JsonObject password{{"password", kPassword}};
    EXPECT_EQ(server->send("POST", "/v2/invitations/" + token, "", password).status, 200);
    EXPECT_EQ(server->send("POST", "/v2/invitations/" + token, "", password).status, 404);
    const std::string signedIn = server->signIn("new@example.com", kPassword);
    EXPECT_EQ(server->get("/v2/user", {bearer(signedIn)}).status, 200);

    const Reply known = server->send("POST", url, admin.token, person("new@example.com"));
    EXPECT_EQ(known.status, 409);
    EXPECT_EQ(mail.mails().size(), 1U) << "somebody who has an account was invited";
}

TEST_P(Mail, AMemberIsAddedAllTheSameWhenTheMailServerIsAwayOrSlow) {
    const SmtpServer slow(JsonObject{{"stall", "greeting"}});
    for (const int port : {closedPort(), slow.port()}) {
        const auto server = serverWithMail(port);
        const auto bucket = server->makeBucket();
        const auto admin = server->makeUser(bucket, "admin");
        const Reply added =
            server->send("POST", "/v2/buckets/" + bucket.slug + "/users", admin.token, person("new@example.com"));
        EXPECT_EQ(added.status, 200) << added.body;
        EXPECT_EQ(server->get("/v2/buckets/" + bucket.slug + "/users", {bearer(admin.token)}).json().at("total"), 2);
    }
}

TEST_P(Mail, TheCommandLineMailsAtOnceAndSaysSo) {
    const SmtpServer mail(JsonObject{{"refuse", "bob@example.com"}});
    const Installation installation(GetParam());
    std::ofstream(installation.directory() + "/config/plugins.d/users.json") << writeJson(mailSettings(mail.port()));
    const Finished added = installation.run({"user", "add", "--email", "ann@example.com"});
    ASSERT_EQ(added.code, 0) << added.err;
    EXPECT_NE(added.out.find("mailed to ann@example.com"), std::string::npos) << added.out;
    const auto mails = mail.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_NE(added.out.find(tokenIn(mails[0])), std::string::npos) << "two different invitations";

    const Finished refused = installation.run({"user", "add", "--email", "bob@example.com"});
    EXPECT_EQ(refused.code, 4) << refused.err;
    EXPECT_NE(refused.out.find("one-time invitation: POST "), std::string::npos) << refused.out;
    EXPECT_NE(refused.err.find("the invitation of bob@example.com was not mailed"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("RCPT TO was answered with 550"), std::string::npos) << refused.err;
    const Finished again = installation.run({"user", "invite", "bob@example.com"});
    EXPECT_EQ(again.code, 4) << again.err;
}

TEST_P(Mail, SettingsAreTakenByARunningServer) {
    const SmtpServer mail;
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const std::string file = installation.directory() + "/config/plugins.d/users.json";
    std::ofstream(file) << writeJson(mailSettings(mail.port()));
    const Finished reloaded = installation.run({"reload"});
    EXPECT_EQ(reloaded.code, 0) << reloaded.err;
    EXPECT_NE(reloaded.out.find("users.smtp_host: \"\" -> \"localhost\"\n"), std::string::npos) << reloaded.out;
    EXPECT_EQ(reloaded.out.find("needs a restart"), std::string::npos) << reloaded.out;

    const int port = Installation::portOf(*server);
    const Finished added = installation.run({"user", "add", "--email", "ann@example.com", "--admin"});
    const std::string token = tokenIn(mail.waitForMails(1).at(0));
    const JsonObject password{{"password", kPassword}};
    ASSERT_EQ(sendRequest(port, "POST", "/v2/invitations/" + token, {}, writeJson(password)).status, 200) << added.err;
    const JsonObject signIn{{"email", "ann@example.com"}, {"password", kPassword}};
    const std::string user(
        textOf(sendRequest(port, "POST", "/v2/authenticate", {}, writeJson(signIn)).json(), "token"));
    ASSERT_EQ(sendRequest(port, "POST", "/v2/buckets", {bearer(user)}, R"({"title": "News"})").status, 200);
    const Reply member =
        sendRequest(port, "POST", "/v2/buckets/news/users", {bearer(user)}, writeJson(person("new@example.com")));
    ASSERT_EQ(member.status, 200) << member.body;
    EXPECT_NE(member.message().find("mailed to new@example.com"), std::string::npos) << member.body;
    EXPECT_EQ(mail.waitForMails(2).size(), 2U);

    std::ofstream(file, std::ios::trunc) << R"({"smtp_host": "localhost"})";
    const Finished refused = installation.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("plugin 'users': the setting 'smtp_from' must be the e-mail address"), std::string::npos)
        << refused.err;
}

TEST(MailSettings, BadOnesStopTheStartAndAreNamed) {
    const auto problemOf = [](const std::string& key, const Json& value) -> std::string {
        TestServerOptions options;
        options.pluginSettings["users"] = mailSettings(25);
        options.pluginSettings["users"][key] = value;
        try {
            const TestServer server(Engine::Sqlite, options);
            return "started";
        } catch (const std::exception& error) {
            return error.what();
        }
    };
    const std::vector<std::pair<std::string, Json>> bad = {{"smtp_security", "ssl"},
                                                           {"smtp_from", ""},
                                                           {"smtp_from", "a@b.c\r\nBcc: d"},
                                                           {"smtp_port", 70000},
                                                           {"smtp_user", "without password"},
                                                           {"invitation_url", "https://example.com/join"},
                                                           {"invitation_url", "ftp://x/{token}"},
                                                           {"invitation_url", "https://x/{token}/{token}"}};
    for (const auto& [key, value] : bad) {
        const std::string problem = problemOf(key, value);
        EXPECT_NE(problem.find("'" + key + "'"), std::string::npos) << key << ": " << problem;
    }
    const std::string certificate = [&] {
        TestServerOptions options;
        options.pluginSettings["users"] = mailSettings(25);
        options.pluginSettings["users"]["smtp_security"] = "tls";
        options.pluginSettings["users"]["smtp_ca_file"] = "/no/such/file";
        try {
            const TestServer server(Engine::Sqlite, options);
            return std::string("started");
        } catch (const std::exception& error) {
            return std::string(error.what());
        }
    }();
    EXPECT_NE(certificate.find("smtp_ca_file"), std::string::npos) << certificate;
}

TEST(MailSettings, APasswordNeedsTlsBeyondThisMachine) {
    TestServerOptions options;
    JsonObject settings = mailSettings(25);
    settings["smtp_host"] = "mail.example.com";
    settings["smtp_user"] = "mailer";
    settings["smtp_password"] = "secret";
    options.pluginSettings["users"] = settings;
    try {
        const TestServer server(Engine::Sqlite, options);
        FAIL() << "started";
    } catch (const std::exception& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("'smtp_security'"), std::string::npos) << text;
        EXPECT_EQ(text.find("secret"), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace inkwell::test
