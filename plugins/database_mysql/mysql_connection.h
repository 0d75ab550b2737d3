#pragma once

#include <mysql.h>

#include <memory>
#include <string>

#include "mysql_hosts.h"

namespace inkwell::database_mysql {

struct MysqlOptions {
    std::string host = "127.0.0.1";  // or several, see MysqlHosts
    int port = 3306;
    std::string readHosts;  // replicas, as in `host`; "": none
    std::string socket;     // instead of host and port
    std::string database = "inkwell";
    std::string user = "inkwell";
    std::string password;
    bool createDatabase = false;
    std::string tlsCa;  // a PEM file of authorities, or kSystemAuthorities; "": connections are not encrypted
    std::string tlsCert;
    std::string tlsKey;
    bool tlsVerify = true;
    unsigned replicaTimeoutSeconds = 5;  // a session at a replica that does not answer for so long is lost
};

/// As `tls_ca`: the authorities that the system trusts.
inline constexpr const char* kSystemAuthorities = "system";

/// The options as they are. Throws std::invalid_argument, naming the setting, for those that cannot be used together or
/// that a connection string cannot carry. Any thread.
MysqlOptions checked(MysqlOptions options);

/// An open connection to `database` ("": to none) of the server at `address`, or at the socket that the options name;
/// encrypted and verified as they say. Takes at most `timeoutSeconds` besides the look-up of the name. Is lost when an
/// answer does not come within `answerSeconds` (0: waits for ever). Any thread. Throws DatabaseError or
/// Poco::Exception, without the password.
std::shared_ptr<MYSQL> connect(const MysqlOptions& options, const MysqlHosts::Address& address,
                               const std::string& database, unsigned timeoutSeconds, unsigned answerSeconds = 0);

}  // namespace inkwell::database_mysql
