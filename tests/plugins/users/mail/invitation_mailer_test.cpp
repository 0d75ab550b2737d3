// The queue of invitations, on both engines.
#include "mail/invitation_mailer.h"

#include "tests/plugins/users/mail/mail_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::users {
namespace {

using inkwell::test::eventually;
using test::SmtpServer;

constexpr const char* kLog = "the invitation of user '";

class InvitationMailerTest : public MailTest {
protected:
    void queue(InvitationMailer& mailer) {
        fixture_.database().write([&](Sql&) { EXPECT_TRUE(mailer.queue(userId_)); });
    }
    bool isQueued() {
        return fixture_.database().read(
            [](Sql& sql) { return !sql.select("SELECT user_id FROM users_mails").empty(); });
    }
    bool isAccepted(const std::string& token) {
        try {
            accounts_.acceptInvitation(token, "a long password", "192.0.2.1");
            return true;
        } catch (const ApiError&) {
            return false;
        }
    }
    std::string userId_ = accounts_.add("ann@example.com", "", false, "system").id;
};
INSTANTIATE_TEST_SUITE_P(Engines, InvitationMailerTest, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

TEST_P(InvitationMailerTest, SendsOnceAndForgets) {
    const SmtpServer server;
    const auto mailer = mailerFor(server.port());
    queue(*mailer);
    EXPECT_TRUE(isQueued());
    mailer->deliverDue({});
    mailer->deliverDue({});
    EXPECT_FALSE(isQueued());
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_EQ(mails[0].at("to"), Json(JsonArray{"ann@example.com"}));
    EXPECT_TRUE(isAccepted(test::tokenIn(mails[0])));
    EXPECT_EQ(mailer->sent(), 1);
}

TEST_P(InvitationMailerTest, TheQueueHoldsNoSecret) {
    const auto mailer = mailerFor(test::closedPort());
    queue(*mailer);
    fixture_.database().read([&](Sql& sql) {
        const auto rows = sql.select("SELECT * FROM users_mails");
        ASSERT_EQ(rows.size(), 1U);
        for (const SqlValue& value : rows[0]) EXPECT_LT(value.text().size(), 25U);
        EXPECT_TRUE(sql.select("SELECT digest FROM users_invitations").empty());
    });
}

TEST_P(InvitationMailerTest, TakesAnotherWayWhileItWorks) {
    const SmtpServer server;
    settings_.smtp.host = "";
    const auto mailer = mailerFor(0);
    mailer->start();
    EXPECT_FALSE(mailer->isConfigured());

    Settings fresh = settings_;
    fresh.smtp.host = "localhost";
    fresh.smtp.port = static_cast<std::uint16_t>(server.port());
    fresh.smtp.from = "new@example.com";
    fresh.invitationUrl = "https://example.com/join/{token}";
    const std::function<void()> use = mailer->prepare(fresh);
    EXPECT_FALSE(mailer->isConfigured()) << "before it was put into force";
    use();
    queue(*mailer);
    mailer->wake();
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_EQ(mails[0].at("from"), "new@example.com");
    EXPECT_EQ(mailer->addressOf("t"), "https://example.com/join/t");

    mailer->prepare(settings_)();
    EXPECT_FALSE(mailer->isConfigured());
    EXPECT_EQ(mailer->addressOf("t"), "");
    mailer->stop();
}

TEST_P(InvitationMailerTest, TriesAgainLaterWhenTheServerIsAway) {
    const auto away = mailerFor(test::closedPort());
    queue(*away);
    away->deliverDue({});
    EXPECT_TRUE(isQueued());
    EXPECT_TRUE(fixture_.capturedLog().contains(kLog + userId_));
    EXPECT_EQ(away->failed(), 1);

    const SmtpServer server;
    const auto mailer = mailerFor(server.port());
    mailer->deliverDue({});
    EXPECT_TRUE(isQueued()) << "tried before its time";
    fixture_.fixedClock().advance(kMinuteMs);
    mailer->deliverDue({});
    EXPECT_FALSE(isQueued());
    ASSERT_EQ(server.waitForMails(1).size(), 1U);
}

TEST_P(InvitationMailerTest, GivesUpAfterTwoDays) {
    const auto away = mailerFor(test::closedPort());
    queue(*away);
    int tries = 0;
    for (; isQueued() && tries < 100; ++tries) {
        away->deliverDue({});
        fixture_.fixedClock().advance(24 * 60 * kMinuteMs);
    }
    EXPECT_EQ(tries, 8);
    EXPECT_TRUE(fixture_.capturedLog().contains("was given up"));
}

TEST_P(InvitationMailerTest, GivesUpAtOnceWhenTheRecipientIsRefused) {
    const SmtpServer server(JsonObject{{"refuse", "ann@example.com"}});
    const auto mailer = mailerFor(server.port());
    queue(*mailer);
    mailer->deliverDue({});
    EXPECT_FALSE(isQueued());
    EXPECT_TRUE(fixture_.capturedLog().contains("was given up"));
}

TEST_P(InvitationMailerTest, LogsNoTokenThatTheMailServerRepeats) {
    const SmtpServer server(JsonObject{{"answer", "bad link: {line}"}, {"status", 451}});
    fixture_.serverInfo().baseUrl = "http://x";
    const auto mailer = mailerFor(server.port());
    queue(*mailer);
    mailer->deliverDue({});
    EXPECT_TRUE(fixture_.capturedLog().contains("repeats the invitation"));
    for (const auto& line : fixture_.capturedLog().lines())
        EXPECT_EQ(line.text.find("/invitations/"), std::string::npos);
}

TEST_P(InvitationMailerTest, IsTakenByOneOfSeveralServers) {
    const auto mailer = mailerFor(test::closedPort());
    queue(*mailer);
    const std::int64_t now = fixture_.clock().nowMs();
    EXPECT_EQ(mails_.claim(userId_, now, now + kMinuteMs), 1);
    EXPECT_EQ(mails_.claim(userId_, now, now + kMinuteMs), std::nullopt);
    EXPECT_EQ(mails_.claim(userId_, now + kMinuteMs, now + 2 * kMinuteMs), 2) << "its server was killed";
    mails_.remove(userId_, 1);
    EXPECT_TRUE(isQueued()) << "the try that was over took away the next one's";
}

TEST_P(InvitationMailerTest, EndsWithThePasswordTheAccountOrAnInvitationByHand) {
    const auto mailer = mailerFor(test::closedPort());
    queue(*mailer);
    accounts_.setPassword("ann@example.com", "a long password");
    EXPECT_FALSE(isQueued());
    queue(*mailer);
    accounts_.invite("ann@example.com");
    EXPECT_FALSE(isQueued());
    queue(*mailer);
    fixture_.database().write([&](Sql&) { store_.remove(userId_); });
    EXPECT_FALSE(isQueued());
}

TEST_P(InvitationMailerTest, ARolledBackAccountIsNotInvited) {
    const auto mailer = mailerFor(test::closedPort());
    EXPECT_THROW(fixture_.database().write([&](Sql&) {
        mailer->queue(userId_);
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    EXPECT_FALSE(isQueued());
}

TEST_P(InvitationMailerTest, LeadsToTheConfiguredPage) {
    settings_.invitationUrl = "https://cms.example.com/invitations/{token}?from=mail";
    const SmtpServer server;
    const auto mailer = mailerFor(server.port());
    queue(*mailer);
    mailer->deliverDue({});
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    const std::string text = test::textOfMail(mails[0]);
    const std::string token = test::tokenIn(mails[0]);
    EXPECT_NE(text.find("https://cms.example.com/invitations/" + token + "?from=mail\r\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("POST"), std::string::npos) << "a page is for people";
    EXPECT_TRUE(isAccepted(token));
}

TEST_P(InvitationMailerTest, SaysWhoseDoingItIsWhereThereIsAPasswordAlready) {
    accounts_.setPassword("ann@example.com", "a long password");
    const SmtpServer server;
    mailerFor(server.port())->send(accounts_.invite("ann@example.com"), {});
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    const std::string text = test::textOfMail(mails[0]);
    EXPECT_NE(text.find("made an address for a new password of the account ann@example.com"), std::string::npos)
        << text;
    EXPECT_NE(text.find("until it is used, the password stays"), std::string::npos) << text;
    EXPECT_TRUE(isAccepted(test::tokenIn(mails[0])));
}

TEST_P(InvitationMailerTest, StopsWhileAMailIsUnderWay) {
    const SmtpServer server(JsonObject{{"stall", "drip"}});
    settings_.smtp.stepTimeoutMs = settings_.smtp.mailTimeoutMs = 600'000;
    const auto mailer = mailerFor(server.port());
    queue(*mailer);
    mailer->start();
    mailer->wake();
    const std::int64_t now = fixture_.clock().nowMs();
    ASSERT_TRUE(eventually([&] { return mails_.due(now).empty(); }));
    mailer->stop();
    EXPECT_TRUE(isQueued());
    EXPECT_EQ(mailer->sent(), 0);
}

}  // namespace
}  // namespace inkwell::users
