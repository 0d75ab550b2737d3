#include "smtp_client.h"

#include <Poco/Exception.h>
#include <Poco/Net/SocketAddress.h>

#include "smtp_conversation.h"
#include "watchdog.h"

namespace inkwell::users {

using Poco::Net::Context;
using Poco::Net::StreamSocket;

namespace {

constexpr int kVerificationDepth = 9;

// Strict: the certificate must also be for this host, be it this machine.
Context::Ptr tlsContext(const std::string& caFile) {
    try {
        return new Context(Context::TLS_CLIENT_USE, caFile, Context::VERIFY_STRICT, kVerificationDepth, true);
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("'smtp_ca_file' cannot be used: " + error.displayText());
    }
}

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
    if (options.security != SmtpOptions::Security::None) tls_ = tlsContext(options.caFile);
}

void SmtpClient::send(const std::string& recipient, const std::string& message, const std::stop_token& stopping) const {
    const std::string server = "the mail server '" + options_.host + ":" + std::to_string(options_.port) + "'";
    StreamSocket socket;
    try {
        socket = connected(options_);
    } catch (const Poco::Exception& error) {
        throw std::runtime_error(server + " cannot be reached: " + error.displayText());
    }
    // Longer than the conversation, whose end says goodbye and waits for the answer.
    const Watchdog watchdog(socket, std::chrono::milliseconds(options_.mailTimeoutMs), stopping);
    std::string problem;
    try {
        return converse(socket, recipient, message);
    } catch (const MailRefused& error) {
        throw MailRefused(server + ": " + error.what());
    } catch (const Poco::Exception& error) {
        problem = error.displayText();
    } catch (const std::runtime_error& error) {
        problem = error.what();
    }
    if (watchdog.ranOut()) problem = "a mail took longer than " + std::to_string(options_.mailTimeoutMs) + " ms";
    if (stopping.stop_requested()) problem = "this server is stopping";
    throw std::runtime_error(server + ": " + problem);
}

void SmtpClient::converse(const StreamSocket& socket, const std::string& recipient, const std::string& message) const {
    const bool inTls = options_.security == SmtpOptions::Security::Tls;
    SmtpConversation conversation(inTls ? secured(socket, options_.host, tls_) : socket, options_.stepTimeoutMs);
    conversation.greet();
    if (options_.security == SmtpOptions::Security::StartTls) conversation.startTls(options_.host, tls_);
    if (!options_.user.empty()) conversation.signIn(options_.user, options_.password);
    conversation.hand(options_.from, recipient, message);
}

}  // namespace inkwell::users
