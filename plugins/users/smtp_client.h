#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/StreamSocket.h>

#include <stdexcept>
#include <stop_token>
#include <string>

#include "settings.h"

namespace inkwell::users {

/// The mail server refused the recipient or the mail for good: trying again does not help.
class MailRefused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Hands mails to the configured server (RFC 5321), a connection for each; STARTTLS and TLS check the certificate for
/// the host's name. Any thread.
class SmtpClient {
public:
    /// Throws std::runtime_error when `smtp_ca_file` cannot be used.
    explicit SmtpClient(const SmtpOptions& options);

    /// `message` as renderMail makes it. Returns when the server has taken it over; a request to stop ends it early.
    /// Throws MailRefused, and std::runtime_error for all that may pass; the texts are for the operator, tell the
    /// step that was answered badly, and can repeat parts of the message.
    void send(const std::string& recipient, const std::string& message, const std::stop_token& stopping) const;

private:
    void converse(const Poco::Net::StreamSocket& socket, const std::string& recipient,
                  const std::string& message) const;

    const SmtpOptions options_;
    Poco::Net::Context::Ptr tls_;
};

}  // namespace inkwell::users
