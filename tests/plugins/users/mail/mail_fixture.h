#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "mail/invitation_mailer.h"
#include "migrations.h"
#include "tests/interop/smtp_server.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/test_server.h"

namespace inkwell::users {

inline constexpr std::int64_t kMinuteMs = 60'000;

/// The tables of the plugin with its accounts and its queue of mails, on both engines.
class MailTest : public testing::TestWithParam<test::Engine> {
protected:
    MailTest() : fixture_(GetParam() == test::Engine::Sqlite ? "database_sqlite" : "database_mysql", engineSettings()) {
        const auto steps = migrations();
        fixture_.migrate("users", {steps.begin(), steps.end()});
        settings_.passwordMemoryMib = 8;
        settings_.smtp.host = "localhost";
        settings_.smtp.security = SmtpOptions::Security::None;
        settings_.smtp.from = "inkwell@example.com";
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

    test::PluginFixture fixture_;
    Settings settings_;
    AccountStore store_{fixture_};
    MailStore mails_{fixture_};
    AccountService accounts_{fixture_, store_, settings_};
};

}  // namespace inkwell::users
