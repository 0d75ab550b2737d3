#include "mail/smtp_conversation.h"

#include <Poco/Environment.h>
#include <Poco/Net/NetException.h>

#include <algorithm>
#include <sstream>

#include "inkwell/crypto.h"
#include "inkwell/text.h"
#include "inkwell/tls.h"
#include "mail/smtp_client.h"

namespace inkwell::users {

namespace {

constexpr std::size_t kMaxShownAnswer = 200;
constexpr int kDone = 2;
constexpr int kGoOn = 3;
constexpr int kPermanent = 5;

std::string shown(std::string answer) {
    std::replace_if(
        answer.begin(), answer.end(), [](unsigned char c) { return c < 0x20 || c >= 0x7F; }, ' ');
    return answer.substr(0, kMaxShownAnswer);
}

[[noreturn]] void fail(const std::string& step, int status, const std::string& answer, bool refusesMail) {
    const std::string text =
        step + " was answered with " + std::to_string(status) + ": " + (answer.empty() ? "nothing" : shown(answer));
    if (refusesMail && status / 100 == kPermanent) throw MailRefused(text);
    throw std::runtime_error(text);
}

}  // namespace

SmtpConversation::SmtpConversation(const Poco::Net::StreamSocket& socket, std::int64_t stepTimeoutMs)
    : SMTPClientSession(socket) {
    setTimeout(Poco::Timespan(stepTimeoutMs * Poco::Timespan::MILLISECONDS));
}

void SmtpConversation::greet() {
    try {
        open();
    } catch (const Poco::Net::SMTPException& error) {
        fail("connecting", error.code(), error.message(), false);
    }
    hello();
}

void SmtpConversation::startTls(const std::string& host, const Poco::Net::Context::Ptr& tls) {
    tell("STARTTLS", kDone, "STARTTLS");
    socket() = secured(socket(), host, tls);
    // What was said before the handshake anybody may have said.
    hello();
}

void SmtpConversation::signIn(const std::string& user, const std::string& password) {
    if (offers("plain")) return tell("AUTH PLAIN " + toBase64('\0' + user + '\0' + password), kDone, "AUTH");
    if (!offers("login")) throw std::runtime_error("the mail server offers neither AUTH PLAIN nor AUTH LOGIN");
    tell("AUTH LOGIN", kGoOn, "AUTH");
    tell(toBase64(user), kGoOn, "AUTH");
    tell(toBase64(password), kDone, "AUTH");
}

void SmtpConversation::hand(const std::string& from, const std::string& recipient, const std::string& message) {
    tell("MAIL FROM:<" + from + ">", kDone, "MAIL FROM");
    tell("RCPT TO:<" + recipient + ">", kDone, "RCPT TO", true);
    tell("DATA", kGoOn, "DATA", true);
    std::istringstream stream(message);
    try {
        sendMessage(stream);
    } catch (const Poco::Net::SMTPException& error) {
        fail("the mail", error.code(), error.message(), true);
    }
}

void SmtpConversation::hello() {
    std::string answer;
    int status = sendCommand("EHLO", Poco::Environment::nodeName(), answer);
    if (status / 100 == kPermanent) status = sendCommand("HELO", Poco::Environment::nodeName(), answer);
    if (status / 100 != kDone) fail("EHLO", status, answer, false);
    abilities_ = asciiLower(answer);
}

void SmtpConversation::tell(const std::string& command, int wanted, const std::string& text, bool refusesMail) {
    std::string answer;
    const int status = sendCommand(command, answer);
    if (status / 100 != wanted) fail(text, status, answer, refusesMail);
}

bool SmtpConversation::offers(const std::string& method) const {
    std::istringstream lines(abilities_);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t auth = line.find("auth");
        if (auth != std::string::npos && line.find(method, auth) != std::string::npos) return true;
    }
    return false;
}

}  // namespace inkwell::users
