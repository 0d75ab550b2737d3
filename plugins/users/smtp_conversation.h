#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/SMTPClientSession.h>

#include <cstdint>
#include <string>

namespace inkwell::users {

/// The steps of handing over one mail, in this order. Every step throws MailRefused or std::runtime_error for an answer
/// that is no yes, Poco::Exception when the connection fails or is silent for too long. One thread.
class SmtpConversation : public Poco::Net::SMTPClientSession {
public:
    SmtpConversation(const Poco::Net::StreamSocket& socket, std::int64_t stepTimeoutMs);

    void greet();
    /// Continues inside TLS; `host` is the name that the certificate must be for.
    void startTls(const std::string& host, const Poco::Net::Context::Ptr& tls);
    void signIn(const std::string& user, const std::string& password);
    void hand(const std::string& from, const std::string& recipient, const std::string& message);

private:
    void hello();
    /// The status must be in the class of `wanted` (2 or 3); `text` stands for the command in errors.
    void tell(const std::string& command, int wanted, const std::string& text, bool refusesMail = false);
    bool offers(const std::string& method) const;

    std::string abilities_;  // the server's answer to EHLO, in lower case
};

/// `socket` with TLS around it, after the handshake.
Poco::Net::StreamSocket secured(const Poco::Net::StreamSocket& socket, const std::string& host,
                                const Poco::Net::Context::Ptr& tls);

}  // namespace inkwell::users
