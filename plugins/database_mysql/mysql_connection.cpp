#include "mysql_connection.h"

#include <Poco/Data/MySQL/Utility.h>
#include <Poco/Data/Session.h>
#include <openssl/x509.h>

#include <filesystem>
#include <new>
#include <stdexcept>

#include "mysql_error.h"

namespace inkwell::database_mysql {

namespace {

constexpr const char* kTlsVersions = "TLSv1.2,TLSv1.3";

// Poco's connection string has no way to quote a semicolon, and trims spaces.
void checkOption(const std::string& name, const std::string& value) {
    const bool trimmed = !value.empty() && (value.front() == ' ' || value.back() == ' ');
    if (trimmed || value.find(';') != std::string::npos) {
        throw std::invalid_argument("'" + name + "' must not contain ';' nor begin or end with a space");
    }
}

void checkDatabaseName(const std::string& name) {
    constexpr auto kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (name.empty() || name.size() > 64 || name.find_first_not_of(kAllowed) != std::string::npos) {
        throw std::invalid_argument("'database' must be 1 to 64 letters, digits, '_' or '-', '" + name + "' is not");
    }
}

void checkFile(const char* name, const std::string& path) {
    if (path.empty() || path == kSystemAuthorities || std::filesystem::is_regular_file(path)) return;
    throw std::invalid_argument("'" + std::string(name) + "' names '" + path + "', which is no file");
}

void checkTls(const MysqlOptions& options) {
    if (options.tlsCert.empty() != options.tlsKey.empty()) {
        throw std::invalid_argument("'tls_cert' and 'tls_key' belong together: the client's certificate and its key");
    }
    if (options.tlsCa.empty()) {
        if (options.tlsCert.empty()) return;
        throw std::invalid_argument("'tls_cert' needs 'tls_ca': a PEM file of the authorities that are trusted, or '" +
                                    std::string(kSystemAuthorities) + "'");
    }
    if (!options.socket.empty()) {
        throw std::invalid_argument("'tls_ca' is for connections to 'host', not for those through 'socket'");
    }
    checkFile("tls_ca", options.tlsCa);
    checkFile("tls_cert", options.tlsCert);
    checkFile("tls_key", options.tlsKey);
}

const char* orNull(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

// Without ENFORCE the library goes on in the clear with a server that does not offer TLS.
void secure(MYSQL* connection, const MysqlOptions& options) {
    const my_bool yes = 1;
    const my_bool verify = options.tlsVerify ? 1 : 0;
    const bool ofSystem = options.tlsCa == kSystemAuthorities;
    const char* file = verify != 0 && !ofSystem ? options.tlsCa.c_str() : nullptr;
    const char* folder = verify != 0 && ofSystem ? X509_get_default_cert_dir() : nullptr;
    mysql_optionsv(connection, MYSQL_OPT_SSL_ENFORCE, &yes);
    mysql_optionsv(connection, MARIADB_OPT_TLS_VERSION, kTlsVersions);
    mysql_ssl_set(connection, orNull(options.tlsKey), orNull(options.tlsCert), file, folder, nullptr);
    mysql_optionsv(connection, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
}

// Poco 1.11 has no way to name a socket, certificates or the time for an answer. The library takes over the latter only
// while it connects.
std::shared_ptr<MYSQL> connectDirectly(const MysqlOptions& options, const MysqlHosts::Address& address,
                                       const std::string& database, unsigned timeoutSeconds, unsigned answerSeconds) {
    std::shared_ptr<MYSQL> connection(mysql_init(nullptr), mysql_close);
    if (!connection) throw std::bad_alloc();
    mysql_options(connection.get(), MYSQL_OPT_CONNECT_TIMEOUT, &timeoutSeconds);
    mysql_options(connection.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
    if (answerSeconds > 0) {
        mysql_options(connection.get(), MYSQL_OPT_READ_TIMEOUT, &answerSeconds);
        mysql_options(connection.get(), MYSQL_OPT_WRITE_TIMEOUT, &answerSeconds);
    }
    const bool overTcp = options.socket.empty();
    if (overTcp) {
        const unsigned protocol = MYSQL_PROTOCOL_TCP;  // otherwise "localhost" is a socket
        mysql_options(connection.get(), MYSQL_OPT_PROTOCOL, &protocol);
        if (!options.tlsCa.empty()) secure(connection.get(), options);
    }
    if (!mysql_real_connect(connection.get(), overTcp ? address.host.c_str() : "localhost", options.user.c_str(),
                            options.password.c_str(), database.c_str(),
                            overTcp ? static_cast<unsigned>(address.port) : 0, orNull(options.socket), 0)) {
        throwError(mysql_errno(connection.get()), mysql_error(connection.get()),
                   overTcp ? address.text() : options.socket);
    }
    return connection;
}

std::shared_ptr<MYSQL> connectByPoco(const MysqlOptions& options, const MysqlHosts::Address& address,
                                     const std::string& database, unsigned timeoutSeconds) {
    const auto session = std::make_shared<Poco::Data::Session>(
        "MySQL",
        "host=" + address.host + ";port=" + std::to_string(address.port) + ";user=" + options.user + ";password=" +
            options.password + ";db=" + database + ";compress=false;auto-reconnect=false;character-set=utf8mb4",
        timeoutSeconds);
    // The session lives as long as its handle.
    return {session, Poco::Data::MySQL::Utility::handle(*session)};
}

}  // namespace

MysqlOptions checked(MysqlOptions options) {
    checkOption("host", options.host);
    checkOption("read_hosts", options.readHosts);
    checkOption("user", options.user);
    checkOption("password", options.password);
    checkDatabaseName(options.database);
    checkTls(options);
    return options;
}

std::shared_ptr<MYSQL> connect(const MysqlOptions& options, const MysqlHosts::Address& address,
                               const std::string& database, unsigned timeoutSeconds, unsigned answerSeconds) {
    const bool isPlain = options.socket.empty() && options.tlsCa.empty() && answerSeconds == 0;
    return isPlain ? connectByPoco(options, address, database, timeoutSeconds)
                   : connectDirectly(options, address, database, timeoutSeconds, answerSeconds);
}

}  // namespace inkwell::database_mysql
