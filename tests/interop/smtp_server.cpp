#include "tests/interop/smtp_server.h"

#include <Poco/Net/QuotedPrintableDecoder.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "inkwell/crypto.h"
#include "tests/interop/npm_packages.h"
#include "tests/support/eventually.h"
#include "tests/support/unused_port.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

std::vector<JsonObject> linesOf(const std::string& out) {
    std::vector<JsonObject> lines;
    std::istringstream stream(out.substr(0, out.rfind('\n') + 1));
    for (std::string line; std::getline(stream, line);) lines.push_back(parseStoredJson(line).as_object());
    return lines;
}

}  // namespace

SmtpServer::SmtpServer(const JsonObject& options) {
    const std::vector<std::string> words = {"node", npmPackages() / "smtp_server.mjs", writeJson(options)};
    process_ = std::make_unique<ChildProcess>("/usr/bin/env", words);
    if (!process_->waitForOut("\n")) throw std::runtime_error("smtp-server did not start: " + process_->err());
    port_ = linesOf(process_->out()).front().at("port").to_number<int>();
}

std::vector<JsonObject> SmtpServer::mails() const {
    auto lines = linesOf(process_->out());
    lines.erase(lines.begin());
    return lines;
}

std::vector<JsonObject> SmtpServer::waitForMails(std::size_t count) const {
    EXPECT_TRUE(eventually([&] { return mails().size() >= count; })) << process_->err();
    return mails();
}

TestCertificate::TestCertificate()
    : folder_((fs::temp_directory_path() / ("inkwell-mail-" + randomToken(12))).string()) {
    fs::create_directories(folder_);
    const Finished made =
        runProgram("/usr/bin/env",
                   {"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", key(), "-out", certificate()});
    if (made.code != 0) throw std::runtime_error("no certificate: " + made.err);
}

TestCertificate::~TestCertificate() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

JsonObject TestCertificate::options(const std::string& tls) const {
    return {{"tls", tls}, {"key", key()}, {"certificate", certificate()}};
}

// Not one that the system gives to whoever asks for any: another test's server might get it.
int closedPort() { return unusedPort(); }

std::string textOfMail(const JsonObject& mail) {
    const std::string raw(textOf(mail, "raw"));
    std::istringstream encoded(raw.substr(raw.find("\r\n\r\n") + 4));
    Poco::Net::QuotedPrintableDecoder decoder(encoded);
    return std::string(std::istreambuf_iterator<char>(decoder), {});
}

std::string headerOf(const JsonObject& mail, const std::string& name) {
    const std::string raw(textOf(mail, "raw"));
    std::istringstream lines(raw.substr(0, raw.find("\r\n\r\n")));
    std::string value;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (inside && line.starts_with(" ")) {
            value += line;
            continue;
        }
        inside = line.starts_with(name + ": ");
        if (inside) value = line.substr(name.size() + 2);
    }
    return value;
}

std::string tokenIn(const JsonObject& mail) {
    const std::string text = textOfMail(mail);
    for (const std::string mark : {"/invitations/", "/password-resets/"}) {
        const std::size_t at = text.find(mark);
        if (at != std::string::npos) return text.substr(at + mark.size(), 50);
    }
    return "";
}

}  // namespace inkwell::test
