// Encrypted and verified connections, to a MariaDB that takes no others.
#include "plugins/database_mysql/mysql_connection.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "plugins/database_mysql/mysql_engine.h"
#include "tests/support/child_process.h"
#include "tests/support/test_engines.h"

namespace inkwell::database_mysql {
namespace {

using test::PrivateMariaDb;

/// An authority with certificates for 127.0.0.1, for db.test and for a client, and another authority.
class Certificates : private test::TemporaryFolder {
public:
    Certificates() {
        selfSigned("authority");
        selfSigned("stranger");
        signedByAuthority("server", "subjectAltName=DNS:localhost,IP:127.0.0.1");
        signedByAuthority("elsewhere", "subjectAltName=DNS:db.test");
        signedByAuthority("client", "extendedKeyUsage=clientAuth");
    }
    std::string certificate(const std::string& name) const { return (path() / (name + ".pem")).string(); }
    std::string key(const std::string& name) const { return (path() / (name + ".key")).string(); }

private:
    static void openssl(std::vector<std::string> words) {
        words.insert(words.begin(), "openssl");
        const test::Finished finished = test::runProgram("/usr/bin/env", words);
        if (finished.code != 0) throw std::runtime_error("openssl " + words[1] + ": " + finished.err);
    }
    std::vector<std::string> request(const std::string& name) const {
        return {"req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=" + name, "-keyout", key(name)};
    }
    void selfSigned(const std::string& name) {
        std::vector<std::string> words = request(name);
        words.insert(words.end(), {"-x509", "-days", "2", "-out", certificate(name)});
        openssl(words);
    }
    void signedByAuthority(const std::string& name, const std::string& extension) {
        std::ofstream(path() / "extensions") << extension << "\n";
        std::vector<std::string> words = request(name);
        words.insert(words.end(), {"-out", (path() / "request").string()});
        openssl(words);
        openssl({"x509", "-req", "-in", (path() / "request").string(), "-CA", certificate("authority"), "-CAkey",
                 key("authority"), "-CAcreateserial", "-days", "2", "-extfile", (path() / "extensions").string(),
                 "-out", certificate(name)});
    }
};

class MysqlTls : public testing::Test {
protected:
    static PrivateMariaDb::Options demanding(const std::string& server) {
        return {
            .durable = false,
            .more = {"--require-secure-transport=ON", "--ssl-ca=" + certificates_->certificate("authority"),
                     "--ssl-cert=" + certificates_->certificate(server), "--ssl-key=" + certificates_->key(server)}};
    }
    static void SetUpTestSuite() {
        certificates_ = std::make_unique<Certificates>();
        server_ = std::make_unique<PrivateMariaDb>(demanding("server"));
        server_->run(
            "CREATE USER 'open'@'%' REQUIRE SSL; GRANT ALL ON *.* TO 'open'@'%';"
            "CREATE USER 'known'@'%' REQUIRE SUBJECT '/CN=client'; GRANT ALL ON *.* TO 'known'@'%';"
            "CREATE DATABASE inkwell");
    }
    static void TearDownTestSuite() {
        server_.reset();
        certificates_.reset();
    }

    static MysqlOptions options(const std::string& authority, const std::string& user = "open") {
        MysqlOptions options;
        options.port = server_->port();
        options.user = user;
        options.tlsCa = authority.empty() ? "" : certificates_->certificate(authority);
        return options;
    }
    static std::string cipherOf(const MysqlOptions& options) {
        return MysqlEngine(options).open()->selectOne("SHOW SESSION STATUS LIKE 'Ssl_version'")->at(1).text();
    }
    static std::string whyNot(const MysqlOptions& options) {
        try {
            MysqlEngine(options).open();
        } catch (const DatabaseError& error) {
            EXPECT_EQ(error.kind(), DatabaseError::Kind::Unavailable);
            return error.what();
        }
        return "it opened";
    }
    static void expectPart(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }

    static inline std::unique_ptr<Certificates> certificates_;
    static inline std::unique_ptr<PrivateMariaDb> server_;
};

TEST_F(MysqlTls, ConnectsToTheServerThatTheAuthorityVouchesFor) {
    EXPECT_EQ(cipherOf(options("authority")), "TLSv1.3");
    MysqlOptions byName = options("authority");
    byName.host = "localhost";
    EXPECT_EQ(cipherOf(byName), "TLSv1.3") << "localhost is no socket then";
}

TEST_F(MysqlTls, IsNotGivenUpWhereTheServerHasNone) {
    expectPart(whyNot(options("")), "cannot connect to the database: ");
    MysqlOptions plain;
    plain.port = PrivateMariaDb::instance().port();
    plain.user = "root";
    plain.database = PrivateMariaDb::instance().freshDatabase();
    EXPECT_EQ(cipherOf(plain), "");
    plain.tlsCa = certificates_->certificate("authority");
    expectPart(whyNot(plain), "SSL");
}

TEST_F(MysqlTls, RefusesAServerThatOthersVouchFor) {
    expectPart(whyNot(options("stranger")), "certificate");
    MysqlOptions system = options("authority");
    system.tlsCa = kSystemAuthorities;
    expectPart(whyNot(system), "certificate");
}

TEST_F(MysqlTls, RefusesACertificateForAnotherHost) {
    PrivateMariaDb elsewhere(demanding("elsewhere"));
    elsewhere.run("CREATE USER 'open'@'%' REQUIRE SSL; CREATE DATABASE inkwell; GRANT ALL ON inkwell.* TO 'open'@'%'");
    MysqlOptions asked = options("authority");
    asked.port = elsewhere.port();
    expectPart(whyNot(asked), "certificate");
    asked.tlsVerify = false;
    EXPECT_EQ(cipherOf(asked), "TLSv1.3");
    asked.tlsCa = certificates_->certificate("stranger");
    EXPECT_EQ(cipherOf(asked), "TLSv1.3") << "whoever answers is believed";
}

TEST_F(MysqlTls, ShowsTheClientsCertificate) {
    expectPart(whyNot(options("authority", "known")), "Access denied");
    MysqlOptions known = options("authority", "known");
    known.tlsCert = certificates_->certificate("client");
    known.tlsKey = certificates_->key("client");
    EXPECT_EQ(cipherOf(known), "TLSv1.3");
}

TEST_F(MysqlTls, ALostConnectionIsKnownAsThat) {
    PrivateMariaDb mortal(demanding("server"));
    mortal.run("CREATE USER 'open'@'%' REQUIRE SSL; CREATE DATABASE inkwell; GRANT ALL ON inkwell.* TO 'open'@'%'");
    MysqlOptions asked = options("authority");
    asked.port = mortal.port();
    MysqlEngine engine(asked);
    const auto session = engine.open();
    session->begin(true);
    session->select("SELECT 1", {});
    mortal.kill();
    try {
        session->commit();
        ADD_FAILURE() << "the connection lives";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), DatabaseError::Kind::ConnectionLost) << error.what();
    }
    EXPECT_FALSE(session->isUsable());
}

TEST(MysqlOptions, AreRefusedWhereTheyDoNotFitTogether) {
    const auto refusal = [](const MysqlOptions& options) -> std::string {
        try {
            MysqlEngine engine(options);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "accepted";
    };
    MysqlOptions options;
    options.tlsCert = "/cert.pem";
    EXPECT_EQ(refusal(options), "'tls_cert' and 'tls_key' belong together: the client's certificate and its key");
    options.tlsKey = "/key.pem";
    EXPECT_EQ(refusal(options),
              "'tls_cert' needs 'tls_ca': a PEM file of the authorities that are trusted, or 'system'");
    options.tlsCa = "/nowhere/ca.pem";
    EXPECT_EQ(refusal(options), "'tls_ca' names '/nowhere/ca.pem', which is no file");
    options.tlsCa = kSystemAuthorities;
    EXPECT_EQ(refusal(options), "'tls_cert' names '/cert.pem', which is no file");
    options.socket = "/run/mysqld/mysqld.sock";
    EXPECT_EQ(refusal(options), "'tls_ca' is for connections to 'host', not for those through 'socket'");
}

}  // namespace
}  // namespace inkwell::database_mysql
