#include "inkwell/plugin.h"

#include "inkwell/diagnosis.h"
#include "inkwell/number_setting.h"
#include "mysql_engine.h"
#include "mysql_rights.h"

namespace {

using inkwell::database_mysql::MysqlEngine;
using inkwell::database_mysql::MysqlOptions;

class DatabaseMysqlPlugin : public inkwell::Plugin {
public:
    void setup(inkwell::Registrar& registrar) override {
        MysqlOptions options;
        options.host = registrar.config<std::string>(
            "host", options.host,
            "the database server's name or address, or several with commas between, each perhaps with :port");
        options.port = static_cast<int>(readNumber(registrar, {"port", options.port, 1, 65535, "its TCP port"}));
        options.readHosts = registrar.config<std::string>(
            "read_hosts", "", "replicas of 'host', written like it, which reads that the response cache lacks may ask");
        options.socket = registrar.config<std::string>("socket", "", "its Unix socket, instead of host and port");
        options.database = registrar.config<std::string>("database", options.database, "the database's name");
        options.user = registrar.config<std::string>("user", options.user, "the account");
        options.password = registrar.config<std::string>(
            "password", "", "the account's password; better given as INKWELL_PLUGINS_DATABASE_MYSQL_PASSWORD");
        options.createDatabase =
            registrar.config<bool>("create_database", false, "create the database at the start when it is missing");
        options.tlsCa = registrar.config<std::string>("tls_ca", "",
                                                      "PEM file of the authorities that may have issued the server's "
                                                      "certificate, or 'system'; encrypts connections");
        options.tlsCert = registrar.config<std::string>("tls_cert", "", "PEM file of the client's certificate");
        options.tlsKey = registrar.config<std::string>("tls_key", "", "PEM file of its key");
        options.tlsVerify = registrar.config<bool>(
            "tls_verify", true, "false: whoever answers is believed; connections are encrypted all the same");
        auto engine = std::make_unique<MysqlEngine>(options);
        const auto look = [engine = engine.get(), database = options.database](inkwell::Services&) {
            return inkwell::database_mysql::lookAtRights(*engine, database);
        };
        registrar.contribute<inkwell::DatabaseEngine>("mysql", std::move(engine));
        registrar.contribute<inkwell::Diagnosis>("rights", std::make_unique<inkwell::Diagnosis>(look));
    }
};

}  // namespace

INKWELL_PLUGIN(DatabaseMysqlPlugin, "database_mysql", "0.1.0", "keeps the content in MariaDB or MySQL",
               inkwell::kServiceIds<>, inkwell::kServiceIds<>, inkwell::kServiceIds<>);
