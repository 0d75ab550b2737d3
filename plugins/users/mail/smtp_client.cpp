#include "mail/smtp_client.h"

#include <Poco/Exception.h>
#include <Poco/Net/SocketAddress.h>

#include "inkwell/tls.h"
#include "inkwell/watchdog.h"
#include "mail/smtp_conversation.h"

namespace inkwell::users {

using Poco::Net::StreamSocket;

namespace {

Poco::Timespan timespan(std::int64_t ms) { return Poco::Timespan(ms * Poco::Timespan::MILLISECONDS); }

StreamSocket connected(const SmtpOptions& options) {
    StreamSocket socket;
    const Poco::Timespan timeout = timespan(options.stepTimeoutMs);
    socket.connect(Poco::Net::SocketAddress(options.host, options.port), timeout);
    socket.setReceiveTimeout(timeout);
    socket.setSendTimeout(timeout);
    return socket;
}

}  // namespace

SmtpClient::SmtpClient(const SmtpOptions& options) : options_(options) {
    if (options.security != SmtpOptions::Security::None) tls_ = tlsContext(options.caFile, "smtp_ca_file");
}

void SmtpClient::send(const std::string& recipient, const std::string& message, const std::stop_token& stopping) const {
    visit([&](SmtpConversation& conversation) { conversation.hand(options_.from, recipient, message); }, stopping);
}

void SmtpClient::knock(const std::stop_token& stopping) const {
    visit([](SmtpConversation&) {}, stopping);
}

void SmtpClient::visit(const Errand& errand, const std::stop_token& stopping) const {
    const std::string server = "the mail server '" + options_.host + ":" + std::to_string(options_.port) + "'";
    StreamSocket socket;
    try {
        socket = connected(options_);
    } catch (const Poco::Exception& error) {
        throw std::runtime_error(server + " cannot be reached: " + error.displayText());
    }
    // Longer than the conversation, whose end says goodbye and waits for the answer.
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.mailTimeoutMs);
    const Watchdog watchdog(socket, deadline, [&] { return stopping.stop_requested(); });
    std::string problem;
    try {
        return converse(socket, errand);
    } catch (const MailRefused& error) {
        throw MailRefused(server + ": " + error.what());
    } catch (const Poco::Exception& error) {
        problem = error.displayText();
    } catch (const std::runtime_error& error) {
        problem = error.what();
    }
    if (watchdog.hasEnded()) problem = "a mail took longer than " + std::to_string(options_.mailTimeoutMs) + " ms";
    if (stopping.stop_requested()) problem = "this server is stopping";
    throw std::runtime_error(server + ": " + problem);
}

void SmtpClient::converse(const StreamSocket& socket, const Errand& errand) const {
    const bool inTls = options_.security == SmtpOptions::Security::Tls;
    SmtpConversation conversation(inTls ? secured(socket, options_.host, tls_) : socket, options_.stepTimeoutMs);
    conversation.greet();
    if (options_.security == SmtpOptions::Security::StartTls) conversation.startTls(options_.host, tls_);
    if (!options_.user.empty()) conversation.signIn(options_.user, options_.password);
    errand(conversation);
}

}  // namespace inkwell::users
