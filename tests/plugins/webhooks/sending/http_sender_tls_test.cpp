#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <future>

#include "sending/http_sender.h"
#include "tests/plugins/webhooks/sending/scripted_receiver.h"
#include "tests/support/child_process.h"

namespace inkwell::webhooks {
namespace {

using Poco::Net::Context;
using Poco::Net::StreamSocket;
using test::ScriptedReceiver;

constexpr int kForeverMs = 3600 * 1000;
constexpr const char* kHello = "HTTP/1.1 200 OK\r\n\r\n";

void openssl(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "openssl");
    const inkwell::test::Finished run = inkwell::test::runProgram("/usr/bin/env", arguments);
    if (run.code != 0) throw std::runtime_error("openssl " + arguments[1] + ": " + run.err);
}

/// An authority, a certificate of it for receiver.test and 127.0.0.1, one that has expired, and one that is its own
/// authority.
class HttpSenderTls : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        char name[] = "/tmp/inkwell_tls_XXXXXX";
        folder_ = ::mkdtemp(name);
        std::ofstream(folder_ / "names") << "subjectAltName=DNS:receiver.test,DNS:*.wild.test,IP:127.0.0.1\n";
        selfSigned("authority", {"-subj", "/CN=authority"});
        selfSigned("own", {"-subj", "/CN=receiver.test", "-addext", "subjectAltName=DNS:receiver.test"});
        signedByAuthority("good", "2");
        signedByAuthority("expired", "-1");
    }
    static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

    static std::string file(const std::string& name) { return (folder_ / name).string(); }

    static Context::Ptr serverContext(const std::string& certificate) {
        return new Context(Context::TLS_SERVER_USE, file(certificate + ".key"), file(certificate + ".pem"), "",
                           Context::VERIFY_NONE);
    }

    // Every name is this machine.
    static SendResult send(const std::string& url, const std::string& caFile, int timeoutMs = kForeverMs,
                           const std::string& body = "{}") {
        const EgressGuard guard({.allowedHosts = {"127.0.0.1"}, .allowedPorts = {}},
                                [](const std::string&) { return std::vector<std::string>{"127.0.0.1"}; });
        return HttpSender(guard, {.timeoutMs = timeoutMs, .caFile = caFile}).send({url, {}, body});
    }

    static std::string errorOf(const std::string& certificate, const std::string& host, const std::string& caFile) {
        const ScriptedReceiver receiver(std::string(kHello), serverContext(certificate));
        const SendResult result = send(receiver.url("/", host), caFile);
        EXPECT_EQ(receiver.requests().size(), result.status == 200 ? 1u : 0u) << "the request went to a stranger";
        return result.error;
    }

private:
    static std::vector<std::string> newKey(const std::string& name) {
        return {"req",     "-newkey",          "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", file(name + ".key")};
    }
    static void selfSigned(const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = newKey(name);
        arguments.insert(arguments.end(), {"-x509", "-days", "2", "-out", file(name + ".pem")});
        arguments.insert(arguments.end(), more.begin(), more.end());
        openssl(arguments);
    }
    static void signedByAuthority(const std::string& name, const std::string& days) {
        std::vector<std::string> arguments = newKey(name);
        arguments.insert(arguments.end(), {"-subj", "/CN=elsewhere.test", "-out", file(name + ".csr")});
        openssl(arguments);
        openssl({"x509", "-req", "-in", file(name + ".csr"), "-CA", file("authority.pem"), "-CAkey",
                 file("authority.key"), "-CAcreateserial", "-extfile", file("names"), "-days", days, "-out",
                 file(name + ".pem")});
    }

    static inline std::filesystem::path folder_;
};

TEST_F(HttpSenderTls, AcceptsACertificateForTheHostFromAKnownAuthority) {
    EXPECT_EQ(errorOf("good", "receiver.test", file("authority.pem")), "");
    EXPECT_EQ(errorOf("good", "Receiver.TEST.", file("authority.pem")), "");
    EXPECT_EQ(errorOf("good", "127.0.0.1", file("authority.pem")), "");
    EXPECT_EQ(errorOf("good", "a.wild.test", file("authority.pem")), "");
    EXPECT_EQ(errorOf("own", "receiver.test", file("own.pem")), "");
}

TEST_F(HttpSenderTls, RefusesEveryOtherCertificate) {
    const std::string refused = "the certificate of host 'receiver.test' is not accepted: ";
    EXPECT_EQ(errorOf("good", "receiver.test", "").substr(0, refused.size()), refused);
    EXPECT_EQ(errorOf("own", "receiver.test", file("authority.pem")), refused + "self-signed certificate");
    EXPECT_EQ(errorOf("expired", "receiver.test", file("authority.pem")), refused + "certificate has expired");
    for (const std::string host : {"other.test", "elsewhere.test", "a.receiver.test", "wild.test", "a.b.wild.test"}) {
        EXPECT_EQ(errorOf("good", host, file("authority.pem")),
                  "the certificate of host '" + host + "' is not accepted: hostname mismatch");
    }
}

TEST_F(HttpSenderTls, TellsTheReceiverWhichHostItWants) {
    static std::string asked;
    const Context::Ptr context = serverContext("good");
    SSL_CTX_set_tlsext_servername_callback(
        context->sslContext(), +[](SSL* ssl, int*, void*) {
            const char* name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name);
            asked = name == nullptr ? "nothing" : name;
            return SSL_TLSEXT_ERR_OK;
        });
    const ScriptedReceiver receiver(std::string(kHello), context);
    EXPECT_EQ(send(receiver.url("/", "receiver.test"), file("authority.pem")).status, 200);
    EXPECT_EQ(asked, "receiver.test");
    EXPECT_EQ(send(receiver.url("/", "127.0.0.1"), file("authority.pem")).status, 200);
    EXPECT_EQ(asked, "nothing") << "RFC 6066 allows no addresses";
}

TEST_F(HttpSenderTls, RefusesOldProtocols) {
    const Context::Ptr context = serverContext("good");
    SSL_CTX_set_min_proto_version(context->sslContext(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context->sslContext(), TLS1_1_VERSION);
    const ScriptedReceiver receiver(std::string(kHello), context);
    EXPECT_EQ(send(receiver.url("/", "receiver.test"), file("authority.pem")).error,
              "host 'receiver.test' did not agree on TLS");
}

TEST_F(HttpSenderTls, SendsALargeBodyWhole) {
    const ScriptedReceiver receiver(std::string(kHello), serverContext("good"));
    const std::string body(3 * 1000 * 1000, 'x');
    EXPECT_EQ(send(receiver.url("/", "receiver.test"), file("authority.pem"), kForeverMs, body).status, 200);
    EXPECT_TRUE(receiver.requests().at(0).ends_with("\r\n\r\n" + body));
}

TEST_F(HttpSenderTls, IsNotHeldUpByAReceiverThatSpeaksNoTls) {
    const ScriptedReceiver plain([](StreamSocket& connection) {
        ScriptedReceiver::send(connection, kHello);
        ScriptedReceiver::awaitEnd(connection);
    });
    EXPECT_EQ(send("https://receiver.test:" + std::to_string(plain.port()), "").error,
              "host 'receiver.test' did not agree on TLS");
    const ScriptedReceiver silent([](StreamSocket& connection) { ScriptedReceiver::awaitEnd(connection); });
    const std::string late = send("https://receiver.test:" + std::to_string(silent.port()), "", 200).error;
    EXPECT_NE(late.find("in time"), std::string::npos) << late;
}

TEST_F(HttpSenderTls, IsNotEndedByTheSignalOfABrokenConnection) {
    ScriptedReceiver receiver(
        [](StreamSocket& connection) {
            char some[1000];
            connection.receiveBytes(some, sizeof some);
            connection.setLinger(true, 0);
            connection.impl()->close();
        },
        serverContext("good"));
    const auto before = ::signal(SIGPIPE, SIG_DFL);
    const SendResult result =
        send(receiver.url("/", "receiver.test"), file("authority.pem"), kForeverMs, std::string(5 * 1000 * 1000, 'x'));
    ::signal(SIGPIPE, before);
    EXPECT_EQ(result.status, 0);
    EXPECT_TRUE(result.error.find("connection") != std::string::npos) << result.error;
}

TEST_F(HttpSenderTls, NamesACaFileThatCannotBeRead) {
    const EgressGuard guard(EgressGuard::Rules{});
    for (const std::string& name : {file("missing.pem"), file("names")}) {
        try {
            HttpSender(guard, {.timeoutMs = 1, .caFile = name});
            ADD_FAILURE() << name;
        } catch (const std::runtime_error& error) {
            EXPECT_TRUE(std::string(error.what()).find("'ca_file'") != std::string::npos) << error.what();
        }
    }
}

}  // namespace
}  // namespace inkwell::webhooks
