#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/SMTPClientSession.h>

#include <cstdint>
#include <string>

namespace inkwell::users {

/// The steps of sending one mail, in this order. Each throws MailRefused or std::runtime_error for a negative reply,
/// and Poco::Exception when the connection fails or is silent for too long. One thread.
class SmtpConversation : public Poco::Net::SMTPClientSession {
public:
    SmtpConversation(const Poco::Net::StreamSocket& socket, std::int64_t stepTimeoutMs);

    void greet();
    /// Continues inside TLS; the certificate must match `host`.
    void startTls(const std::string& host, const Poco::Net::Context::Ptr& tls);
    void signIn(const std::string& user, const std::string& password);
    void hand(const std::string& from, const std::string& recipient, const std::string& message);

private:
    void hello();
    /// The reply's class must be `wanted` (2 or 3). `text` replaces the command in error messages.
    void tell(const std::string& command, int wanted, const std::string& text, bool refusesMail = false);
    bool offers(const std::string& method) const;

    std::string abilities_;  // the server's reply to EHLO, in lower case
};

}  // namespace inkwell::users
