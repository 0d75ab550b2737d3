// What is asked is kept as an address, and the token as a digest, on both engines.
#include "mail/password_resets.h"

#include "inkwell/error.h"
#include "tests/plugins/users/mail/mail_fixture.h"

namespace inkwell::users {
namespace {

using test::SmtpServer;

constexpr const char* kAnn = "ann@example.com";

class PasswordResetsTest : public MailTest {
protected:
    PasswordResetsTest() { accounts_.add(kAnn, "a long password", false, "system"); }
    std::int64_t open() {
        return fixture_.database().read([](Sql& sql) {
            return (*sql.selectOne("SELECT COUNT(*) FROM users_reset_requests WHERE is_open = 1"))[0].integer();
        });
    }
    std::string refusalOf(const std::string& token) {
        try {
            accounts_.acceptReset(token, "another long password", "192.0.2.1");
            return "";
        } catch (const ApiError& error) {
            return error.message();
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, PasswordResetsTest, testing::Values(test::Engine::Sqlite, test::Engine::Mysql),
                         [](const auto& tested) { return test::engineName(tested.param); });

constexpr const char* kUnknown = "this address for a new password is unknown, was used or has expired; ask again";

TEST_P(PasswordResetsTest, AreStoredForEveryAddressAndMailedToAccountsAlone) {
    const SmtpServer server;
    const auto mailer = mailerFor(server.port());
    PasswordResets resets(fixture_, accounts_, *mailer);
    resets.ask(kAnn, "192.0.2.1");
    resets.ask("nobody@example.com", "192.0.2.1");
    EXPECT_EQ(open(), 2);
    resets.deliverDue({});
    resets.deliverDue({});
    EXPECT_EQ(open(), 0);
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    const std::string token = test::tokenIn(mails[0]);
    EXPECT_FALSE(fixture_.database().read([&](Sql& sql) {
        return sql.selectOne("SELECT 1 FROM users_resets WHERE digest = ?", {token}).has_value();
    })) << "the token is stored readably";
    EXPECT_EQ(refusalOf(token), "");
    EXPECT_EQ(refusalOf(token), kUnknown);
}

TEST_P(PasswordResetsTest, ExpireAfterAnHour) {
    const auto mailer = mailerFor(test::closedPort());
    PasswordResets resets(fixture_, accounts_, *mailer);
    const auto offered = accounts_.offerReset(kAnn);
    ASSERT_TRUE(offered.has_value());
    fixture_.fixedClock().advance(60 * kMinuteMs);
    EXPECT_EQ(refusalOf(offered->token), kUnknown);
    resets.ask(kAnn, "192.0.2.1");
    fixture_.fixedClock().advance(61 * kMinuteMs);
    resets.removeExpired();
    EXPECT_EQ(open(), 0);
}

TEST_P(PasswordResetsTest, EndWithAnotherPassword) {
    const auto offered = accounts_.offerReset(kAnn);
    ASSERT_TRUE(offered.has_value());
    accounts_.setPassword(kAnn, "a third long password");
    EXPECT_EQ(refusalOf(offered->token), kUnknown);
}

TEST_P(PasswordResetsTest, AreTriedFourTimesAMinuteApart) {
    const auto mailer = mailerFor(test::closedPort());
    PasswordResets resets(fixture_, accounts_, *mailer);
    resets.ask(kAnn, "192.0.2.1");
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(open(), 1) << i;
        resets.deliverDue({});
        fixture_.fixedClock().advance(kMinuteMs);
    }
    EXPECT_EQ(open(), 0);
    EXPECT_TRUE(fixture_.capturedLog().contains("was given up: "));
}

}  // namespace
}  // namespace inkwell::users
