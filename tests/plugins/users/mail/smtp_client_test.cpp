// Handing mails to a real mail server: the npm package smtp-server on loopback.
#include "mail/smtp_client.h"

#include <gtest/gtest.h>

#include <thread>

#include "mail/mail_text.h"
#include "tests/interop/smtp_server.h"

namespace inkwell::users {
namespace {

using test::headerOf;
using test::SmtpServer;
using Security = SmtpOptions::Security;

SmtpOptions optionsFor(const SmtpServer& server, Security security = Security::None) {
    SmtpOptions options;
    options.host = "localhost";
    options.port = static_cast<std::uint16_t>(server.port());
    options.security = security;
    options.from = "inkwell@example.com";
    return options;
}

std::string message(const std::string& name = "Ann Other", const std::string& text = "Hello\n") {
    Mail mail;
    mail.from = "inkwell@example.com";
    mail.to = "ann@example.com";
    mail.toName = name;
    mail.subject = "A subject";
    mail.text = text;
    mail.timeMs = 1'769'851'800'000;
    return renderMail(mail);
}

void sendTo(const SmtpOptions& options, const std::string& text = message()) {
    SmtpClient(options).send("ann@example.com", text, {});
}

/// "refused: ..." for a refusal for good, what failed otherwise, "" when the mail was taken.
std::string problemOf(const SmtpOptions& options, const std::string& text = message()) {
    try {
        sendTo(options, text);
        return "";
    } catch (const MailRefused& error) {
        return std::string("refused: ") + error.what();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

bool holds(const std::string& text, const std::string& fragment) { return text.find(fragment) != std::string::npos; }

TEST(SmtpClient, HandsOverAMailWithTheHeadersThatItNeeds) {
    const SmtpServer server;
    sendTo(optionsFor(server), message("Änne Óther", "Grüße\n.\nfrom here\n"));
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    const JsonObject& mail = mails[0];
    EXPECT_EQ(mail.at("from"), "inkwell@example.com");
    EXPECT_EQ(mail.at("to"), Json(JsonArray{"ann@example.com"}));
    EXPECT_EQ(headerOf(mail, "Date"), "Sat, 31 Jan 2026 09:30:00 +0000");
    EXPECT_EQ(headerOf(mail, "From"), "inkwell@example.com");
    EXPECT_EQ(headerOf(mail, "To"), "=?UTF-8?B?w4RubmUgw5N0aGVy?= <ann@example.com>");
    EXPECT_EQ(headerOf(mail, "Subject"), "A subject");
    EXPECT_TRUE(headerOf(mail, "Message-ID").ends_with("@example.com>"));
    EXPECT_EQ(test::textOfMail(mail), "Grüße\r\n.\r\nfrom here\r\n");
}

TEST(SmtpClient, NoNameCanAddAHeader) {
    const SmtpServer server;
    std::string longName = "Ann\r\nBcc: eve@example.com\r\n\r\nbody";
    for (int i = 0; i < 40; ++i) longName += "ü€";
    sendTo(optionsFor(server), message(longName));
    const auto mails = server.waitForMails(1);
    ASSERT_EQ(mails.size(), 1U);
    EXPECT_EQ(headerOf(mails[0], "Bcc"), "");
    EXPECT_EQ(mails[0].at("to"), Json(JsonArray{"ann@example.com"}));
    EXPECT_EQ(test::textOfMail(mails[0]), "Hello\r\n");
    const std::string raw(textOf(mails[0], "raw"));
    for (std::size_t from = 0, to = 0; (to = raw.find("\r\n", from)) != std::string::npos; from = to + 2)
        EXPECT_LE(to - from, 78U) << raw.substr(from, to - from);
}

TEST(SmtpClient, SpeaksTlsAndStartTlsAndSignsIn) {
    const test::TestCertificate certificate;
    for (const bool implicit : {true, false}) {
        for (const char* method : {"PLAIN", "LOGIN"}) {
            JsonObject serverOptions = certificate.options(implicit ? "implicit" : "starttls");
            const std::string password(80, 'p');  // longer than a line of base64
            serverOptions["user"] = "mailer";
            serverOptions["password"] = password;
            serverOptions["methods"] = JsonArray{method};
            const SmtpServer server(serverOptions);
            SmtpOptions options = optionsFor(server, implicit ? Security::Tls : Security::StartTls);
            options.caFile = certificate.certificate();
            options.user = "mailer";
            options.password = password;
            EXPECT_EQ(problemOf(options), "") << method;
            const auto mails = server.waitForMails(1);
            ASSERT_EQ(mails.size(), 1U);
            EXPECT_EQ(mails[0].at("secure"), true);
            EXPECT_EQ(mails[0].at("user"), Json(std::string("mailer by ") + method));

            options.password = "wrong-password";
            const std::string problem = problemOf(options);
            EXPECT_TRUE(holds(problem, "535")) << problem;
            EXPECT_FALSE(holds(problem, "wrong-password")) << problem;
        }
    }
}

TEST(SmtpClient, TrustsNoCertificateThatItCannotCheckAndNoOtherName) {
    const test::TestCertificate certificate;
    for (const bool implicit : {true, false}) {
        const SmtpServer server(certificate.options(implicit ? "implicit" : "starttls"));
        SmtpOptions options = optionsFor(server, implicit ? Security::Tls : Security::StartTls);
        EXPECT_NE(problemOf(options), "") << "nobody vouches for it";
        options.caFile = certificate.certificate();
        options.host = "127.0.0.1";
        EXPECT_NE(problemOf(options), "") << "it is for localhost";
        EXPECT_TRUE(server.mails().empty());
    }
}

TEST(SmtpClient, SendsNothingWithoutTheTlsThatWasAskedFor) {
    const SmtpServer server;
    EXPECT_TRUE(holds(problemOf(optionsFor(server, Security::StartTls)), "STARTTLS"));
    EXPECT_NE(problemOf(optionsFor(server, Security::Tls)), "");
    EXPECT_TRUE(server.mails().empty());
}

TEST(SmtpClient, TellsARefusalForGoodFromOneThatMayPass) {
    const SmtpServer choosy(JsonObject{{"refuse", "ann@example.com"}});
    EXPECT_TRUE(problemOf(optionsFor(choosy)).starts_with("refused: ")) << problemOf(optionsFor(choosy));
    const SmtpServer spam(JsonObject{{"answer", "spam"}, {"status", 554}});
    EXPECT_TRUE(problemOf(optionsFor(spam)).starts_with("refused: "));
    const SmtpServer full(JsonObject{{"answer", "try later"}, {"status", 452}});
    const std::string later = problemOf(optionsFor(full));
    EXPECT_TRUE(holds(later, "452") && !later.starts_with("refused")) << later;
    const SmtpServer locked(JsonObject{{"user", "mailer"}, {"password", "secret"}});
    const std::string unknown = problemOf(optionsFor(locked));
    EXPECT_TRUE(holds(unknown, "530") && !unknown.starts_with("refused")) << unknown;
    SmtpOptions nobody = optionsFor(full);
    nobody.port = static_cast<std::uint16_t>(test::closedPort());
    EXPECT_TRUE(holds(problemOf(nobody), "cannot be reached")) << problemOf(nobody);
}

TEST(SmtpClient, WaitsForNoSlowServerForever) {
    for (const char* stall : {"greeting", "drip", "end"}) {
        const SmtpServer server(JsonObject{{"stall", stall}});
        SmtpOptions options = optionsFor(server);
        options.stepTimeoutMs = 500;
        options.mailTimeoutMs = 2000;
        EXPECT_NE(problemOf(options), "") << stall;
    }
}

TEST(SmtpClient, ARequestToStopEndsAMailAtOnce) {
    const SmtpServer server(JsonObject{{"stall", "drip"}});
    SmtpOptions options = optionsFor(server);
    options.stepTimeoutMs = options.mailTimeoutMs = 600'000;
    std::string problem;
    std::jthread sending([&](const std::stop_token& stopping) {
        try {
            SmtpClient(options).send("ann@example.com", message(), stopping);
        } catch (const std::runtime_error& error) {
            problem = error.what();
        }
    });
    sending.request_stop();
    sending.join();
    EXPECT_TRUE(holds(problem, "stopping")) << problem;
}

TEST(SmtpClient, NamesACertificateFileThatCannotBeRead) {
    SmtpOptions options;
    options.host = "localhost";
    options.caFile = "/no/such/file";
    EXPECT_TRUE(holds(problemOf(options), "smtp_ca_file"));
}

}  // namespace
}  // namespace inkwell::users
