#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/StreamSocket.h>

#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "settings.h"

namespace inkwell::users {

class SmtpConversation;

/// The mail server rejected the recipient or the mail permanently: retrying does not help.
class MailRefused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Sends mails through the configured server (RFC 5321), with one connection for each. With STARTTLS and TLS the
/// certificate must match the host name. Any thread.
class SmtpClient {
public:
    /// Throws std::runtime_error when `smtp_ca_file` cannot be used.
    explicit SmtpClient(const SmtpOptions& options);

    /// `message` is as renderMail returns it. Returns when the server has accepted it; a stop request ends it early.
    /// Throws MailRefused, and std::runtime_error for temporary failures. Their texts are for the operator: they name
    /// the step that failed and may repeat parts of the message.
    void send(const std::string& recipient, const std::string& message, const std::stop_token& stopping) const;

    /// As far as send() comes without a mail: connects, secures the connection, signs in. Throws std::runtime_error.
    void knock(const std::stop_token& stopping) const;

private:
    using Errand = std::function<void(SmtpConversation&)>;
    void visit(const Errand& errand, const std::stop_token& stopping) const;
    void converse(const Poco::Net::StreamSocket& socket, const Errand& errand) const;

    const SmtpOptions options_;
    Poco::Net::Context::Ptr tls_;
};

}  // namespace inkwell::users
