#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "tests/support/child_process.h"

namespace inkwell::test {

/// The npm package smtp-server as a process on 127.0.0.1, ended with the object; smtp_server.mjs says what
/// `options` may hold.
class SmtpServer {
public:
    explicit SmtpServer(const JsonObject& options = {});

    int port() const { return port_; }
    /// What it took, oldest first: {from, to, secure, user, raw}.
    std::vector<JsonObject> mails() const;
    /// Waits until there are `count`; what is there after a minute.
    std::vector<JsonObject> waitForMails(std::size_t count) const;

private:
    std::unique_ptr<ChildProcess> process_;
    int port_ = 0;
};

/// A private folder with `certificate` and `key` for the name localhost, made by openssl.
class TestCertificate {
public:
    TestCertificate();
    ~TestCertificate();
    TestCertificate(const TestCertificate&) = delete;
    TestCertificate& operator=(const TestCertificate&) = delete;
    std::string certificate() const { return folder_ + "/certificate"; }
    std::string key() const { return folder_ + "/key"; }
    /// For SmtpServer. `tls` is "implicit" or "starttls".
    JsonObject options(const std::string& tls) const;

private:
    std::string folder_;
};

/// A port of 127.0.0.1 on which nobody listens.
int closedPort();

/// The mail's text, with quoted-printable undone.
std::string textOfMail(const JsonObject& mail);
/// The value of a header, unfolded; "" when there is none.
std::string headerOf(const JsonObject& mail, const std::string& name);
/// The token of the invitation in it, or of the address for a new password; "" when there is none.
std::string tokenIn(const JsonObject& mail);

}  // namespace inkwell::test
