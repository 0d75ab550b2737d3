// How the programs of share/backup connect: as the server does (plugins/database_mysql/README.md).
#include <gtest/gtest.h>

#include "tests/support/child_process.h"

namespace inkwell::test {
namespace {

constexpr const char* kProgram =
    "here=$1; source $1/common.sh; settings=$2; defaults_file=$3; read_mysql_settings; "
    "printf '%s ' \"${client[@]}\"; [[ -z ${other_hosts[*]} ]] || printf '| %s ' \"${other_hosts[@]}\"";

// `settings` has lines as check-config prints them.
Finished run(const std::string& settings, const std::string& defaultsFile) {
    const std::string whole =
        "database_mysql.user = \"site\"  # default\ndatabase_mysql.port = 3306  # default\n" + settings;
    return runProgram("/bin/bash", {"-euc", kProgram, "bash", INKWELL_SOURCE_DIR "/share/backup", whole, defaultsFile});
}

std::string optionsFor(const std::string& settings, const std::string& defaultsFile = "") {
    const Finished finished = run(settings, defaultsFile);
    EXPECT_EQ(finished.code, 0) << finished.err;
    return finished.out;
}

TEST(ClientOptions, NameTheFirstOfSeveralServersAndKeepTheOthers) {
    const std::string begin = "--user=site --default-character-set=utf8mb4 ";
    const auto of = [&](const std::string& host) { return optionsFor("database_mysql.host = \"" + host + "\"  # x"); };
    EXPECT_EQ(of("db1"), begin + "--host=db1 --port=3306 ");
    EXPECT_EQ(of("db1:3307, db2"), begin + "--host=db1 --port=3307 | --host=db2 --port=3306 ");
    EXPECT_EQ(of("[fd00::1]:3308,db2, db3:1"),
              begin + "--host=fd00::1 --port=3308 | --host=db2 --port=3306 | --host=db3 --port=1 ");
    EXPECT_EQ(of("fd00::1"), begin + "--host=fd00::1 --port=3306 ");
}

TEST(ClientOptions, EncryptAsTheServerDoes) {
    const std::string begin = "--user=site --default-character-set=utf8mb4 --host=db --port=3306 ";
    const std::string host = "database_mysql.host = \"db\"  # x\ndatabase_mysql.tls_verify = ";
    const std::string file = "\ndatabase_mysql.tls_ca = \"/etc/ca.pem\"  # x";
    EXPECT_EQ(optionsFor(host + "true  # x" + file), begin + "--ssl --ssl-verify-server-cert --ssl-ca=/etc/ca.pem ");
    EXPECT_EQ(optionsFor(host + "false  # x" + file), begin + "--ssl ");
    const std::string known = host + "true  # x\ndatabase_mysql.tls_ca = \"system\"  # x\n" +
                              "database_mysql.tls_cert = \"/c.pem\"  # x\ndatabase_mysql.tls_key = ***  # x";
    EXPECT_EQ(optionsFor(known, "/d.cnf"), "--defaults-extra-file=/d.cnf " + begin +
                                               "--ssl --ssl-verify-server-cert --ssl-capath=/etc/ssl/certs "
                                               "--ssl-cert=/c.pem ");
    const Finished refused = run(known, "");
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("database_mysql.tls_cert is set: name its key in a file"), std::string::npos)
        << refused.err;
}

}  // namespace
}  // namespace inkwell::test
