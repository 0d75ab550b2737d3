#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/HTTPSClientSession.h>
#include <Poco/Net/SecureStreamSocket.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/X509Certificate.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "kernel/operator/self_probe.h"
#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

namespace fs = std::filesystem;
namespace net = Poco::Net;

/// A folder with a certificate for 127.0.0.1 and its key.
class Certificate {
public:
    Certificate() {
        std::string pattern = (fs::temp_directory_path() / "inkwell-tls-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
        folder_ = pattern;
        make("first");
    }
    ~Certificate() { fs::remove_all(folder_); }

    void make(const std::string& name) const {
        const std::string command =
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
            "-subj /CN=" +
            name + " -addext subjectAltName=IP:127.0.0.1 -keyout " + key() + " -out " + certificate() + " 2>/dev/null";
        if (std::system(command.c_str()) != 0) throw std::runtime_error("openssl made no certificate");
    }
    std::string certificate() const { return (folder_ / "certificate.pem").string(); }
    std::string key() const { return (folder_ / "key.pem").string(); }

private:
    fs::path folder_;
};

class Tls : private Certificate, public LiveServer {
protected:
    explicit Tls(int receiveTimeoutSeconds = 1)
        : LiveServer([this, receiveTimeoutSeconds](Config::Http& http, Config::Limits&) {
              http.tlsCertificate = Certificate::certificate();
              http.tlsKey = Certificate::key();
              http.threads = 4;
              http.receiveTimeoutSeconds = receiveTimeoutSeconds;
          }) {}
    using Certificate::certificate;
    using Certificate::make;

    std::unique_ptr<net::HTTPSClientSession> connect() const {
        const net::Context::Ptr context =
            new net::Context(net::Context::TLS_CLIENT_USE, certificate(), net::Context::VERIFY_STRICT);
        return std::make_unique<net::HTTPSClientSession>("127.0.0.1", static_cast<Poco::UInt16>(port()), context);
    }
    static std::string ask(net::HTTPSClientSession& session, const std::string& method, const std::string& target,
                           const std::string& body = "") {
        net::HTTPRequest request(method, target, net::HTTPMessage::HTTP_1_1);
        request.setKeepAlive(true);
        session.setKeepAlive(true);
        if (!body.empty()) {
            request.setContentType("application/json");
            request.setContentLength(static_cast<std::streamsize>(body.size()));
        }
        session.sendRequest(request) << body << std::flush;
        net::HTTPResponse response;
        std::istream& in = session.receiveResponse(response);
        return std::to_string(response.getStatus()) + " " + std::string(std::istreambuf_iterator<char>(in), {});
    }
};

TEST_F(Tls, ServesKeptConnections) {
    const auto session = connect();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(*session, "GET", "/health"), R"(200 {"status":"ok"})");
    EXPECT_EQ(ask(*session, "POST", "/echo", R"({"a":1})"), R"(200 {"body":{"a":1}})");
    const std::string large = "{\"a\":\"" + std::string(60'000, 'x') + "\"}";
    EXPECT_EQ(ask(*session, "POST", "/echo", large), "200 {\"body\":" + large + "}");
    EXPECT_EQ(server_->numbers().main.accepted, 1);
}

class LateReaders : public Tls {
protected:
    LateReaders() : Tls(30) {}
};

TEST_F(LateReaders, MayBeMoreThanItHasThreads) {
    constexpr std::size_t kHugeBytes = 8'000'000;
    std::vector<std::unique_ptr<net::HTTPSClientSession>> late;
    for (int i = 0; i < 6; ++i) {
        late.push_back(connect());
        net::HTTPRequest request("GET", "/large?bytes=" + std::to_string(kHugeBytes), net::HTTPMessage::HTTP_1_1);
        late.back()->setKeepAlive(true);
        late.back()->sendRequest(request);
    }
    EXPECT_EQ(ask(*connect(), "GET", "/health"), R"(200 {"status":"ok"})");
    const std::string whole = R"({"text":")" + std::string(kHugeBytes, 'x') + "\"}";
    for (const auto& session : late) {
        net::HTTPResponse response;
        std::istream& in = session->receiveResponse(response);
        // At once: byte by byte it takes the thread sanitizer so long that the server gives up the others.
        std::string received(whole.size(), '\0');
        in.read(received.data(), static_cast<std::streamsize>(received.size()));
        EXPECT_TRUE(received == whole);
        EXPECT_EQ(in.get(), std::istream::traits_type::eof());
        EXPECT_EQ(ask(*session, "GET", "/health"), R"(200 {"status":"ok"})");
    }
}

TEST_F(Tls, IsAskedByTheWatchdogToo) {
    EXPECT_TRUE(answersItself("127.0.0.1", port(), true, std::chrono::seconds(10)));
    EXPECT_FALSE(answersItself("127.0.0.1", port(), false, std::chrono::seconds(10)));
}

TEST_F(Tls, ClosesOnWhoSpeaksWithoutIt) {
    RawConnection plain(port());
    plain.send(get("/health"));
    EXPECT_ANY_THROW(plain.receive());
    EXPECT_EQ(ask(*connect(), "GET", "/health"), R"(200 {"status":"ok"})");
}

// What a client says first.
std::string clientHello() {
    net::ServerSocket listening(net::SocketAddress("127.0.0.1", 0));
    const net::Context::Ptr context = new net::Context(net::Context::TLS_CLIENT_USE, "", net::Context::VERIFY_NONE);
    std::thread client([&] {
        try {
            net::SecureStreamSocket(listening.address(), context).completeHandshake();
        } catch (const Poco::Exception&) {  // nobody answers
        }
    });
    std::array<char, 4096> bytes{};
    net::StreamSocket socket = listening.acceptConnection();
    const int count = socket.receiveBytes(bytes.data(), bytes.size());
    socket.close();
    client.join();
    return {bytes.data(), static_cast<std::size_t>(count)};
}

class OpenHandshakes : public Tls {
protected:
    OpenHandshakes() : Tls(5) {}
};

TEST_F(OpenHandshakes, HoldNobodyUp) {
    const std::string hello = clientHello();
    ASSERT_GT(hello.size(), 100u);
    const auto known = connect();
    EXPECT_EQ(ask(*known, "GET", "/health"), R"(200 {"status":"ok"})");
    std::vector<std::unique_ptr<RawConnection>> silent;
    for (std::size_t i = 0; i < 200; ++i) {
        silent.push_back(std::make_unique<RawConnection>(port()));
        if (i % 4 == 1) silent.back()->send(hello.substr(0, 3));
        if (i % 4 == 2) silent.back()->send(hello.substr(0, hello.size() - 1));
        if (i % 4 == 3) silent.back()->send(hello);
        EXPECT_EQ(ask(*known, "GET", "/health"), R"(200 {"status":"ok"})");
    }
    EXPECT_EQ(ask(*connect(), "GET", "/health"), R"(200 {"status":"ok"})");
    EXPECT_GE(server_->numbers().main.open, 100);
    EXPECT_TRUE(eventually([&] { return server_->numbers().main.open <= 2; })) << "they have five seconds here";
}

TEST_F(Tls, TakesANewCertificateForNewConnections) {
    const auto before = connect();
    EXPECT_EQ(ask(*before, "GET", "/health"), R"(200 {"status":"ok"})");
    make("second");
    server_->prepareCertificate()();
    EXPECT_EQ(ask(*before, "GET", "/health"), R"(200 {"status":"ok"})");
    const auto after = connect();
    EXPECT_EQ(ask(*after, "GET", "/health"), R"(200 {"status":"ok"})");
    EXPECT_EQ(after->serverCertificate().commonName(), "second");
}

TEST_F(Tls, KeepsTheOldCertificateWhenTheNewOneIsWrong) {
    std::string kept;
    {
        std::ifstream in(certificate());
        kept.assign(std::istreambuf_iterator<char>(in), {});
    }
    std::ofstream(certificate()) << "no certificate";
    EXPECT_THROW(server_->prepareCertificate(), std::runtime_error);
    std::ofstream(certificate()) << kept;
    EXPECT_EQ(ask(*connect(), "GET", "/health"), R"(200 {"status":"ok"})");
}

TEST(TlsFiles, AreNamedWhenTheyAreWrong) {
    Config::Http http;
    http.tlsCertificate = "/nonexistent/certificate.pem";
    const auto refusal = [&] {
        CurrentSnapshot snapshot;
        CountingIds ids;
        ServerInfo info;
        ResponseCache cache(0);
        try {
            HttpServer(http, Config::Limits{}, snapshot, ids, info, cache);
            return std::string();
        } catch (const std::runtime_error& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(refusal(), "http.tls_certificate and http.tls_key belong together: one of them is empty");
    http.tlsKey = "/nonexistent/key.pem";
    EXPECT_EQ(refusal(), "the certificate '/nonexistent/certificate.pem' cannot be read");
}

}  // namespace
}  // namespace inkwell::kernel::test
