// What is asked is kept as an address, and the token as a digest, on both engines.
#include "mail/password_resets.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "migrations.h"
#include "tests/interop/smtp_server.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/test_server.h"

namespace inkwell::users {
namespace {

using test::SmtpServer;

constexpr std::int64_t kMinuteMs = 60'000;
constexpr const char* kAnn = "ann@example.com";

class PasswordResetsTest : public testing::TestWithParam<test::Engine> {
protected:
    PasswordResetsTest()
        : fixture_(GetParam() == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", engineSettings()) {
        const auto steps = migrations();
        fixture_.migrate("users", {steps.begin(), steps.end()});
        settings_.passwordMemoryMib = 8;
        settings_.smtp.host = "localhost";
        settings_.smtp.security = SmtpOptions::Security::None;
        settings_.smtp.from = "inkwell@example.com";
        accounts_.add(kAnn, "a long password", false);
    }
    static JsonObject engineSettings() {
        if (GetParam() == test::Engine::Sqlite) return {};
        test::PrivateMariaDb& server = test::PrivateMariaDb::instance();
        return {{"socket", server.socket()}, {"user", "root"}, {"database", server.freshDatabase()}};
    }
    std::unique_ptr<InvitationMailer> mailerFor(int port) {
        settings_.smtp.port = static_cast<std::uint16_t>(port);
        return std::make_unique<InvitationMailer>(fixture_, accounts_, mails_, settings_);
    }
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
    test::PluginFixture fixture_;
    Settings settings_;
    AccountStore store_{fixture_};
    MailStore mails_{fixture_};
    AccountService accounts_{fixture_, store_, settings_};
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
