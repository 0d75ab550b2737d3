#pragma once

#include <string>

#include "tests/support/private_mariadb.h"

namespace inkwell::test {

/// Two MariaDB servers, of which the second one follows the first one's binary log: @@server_id is 1 and 2.
class ReplicatedMariaDb {
public:
    /// The process's shared pair, started by the first call.
    static ReplicatedMariaDb& instance() {
        static ReplicatedMariaDb pair;
        return pair;
    }

    ReplicatedMariaDb() {
        replica_.run("CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_USER = 'root', MASTER_PORT = " +
                     std::to_string(primary_.port()) + ", MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1");
        follow();
    }

    PrivateMariaDb& primary() { return primary_; }
    PrivateMariaDb& replica() { return replica_; }

    /// The name of a new, empty database on both.
    std::string freshDatabase() {
        std::string name = primary_.freshDatabase();
        follow();
        return name;
    }
    /// Returns when the replica has all that the primary has.
    void follow() {
        replica_.run("START SLAVE");
        const std::string position = primary_.run("SELECT @@gtid_binlog_pos");
        replica_.run("SELECT MASTER_GTID_WAIT('" + position.substr(0, position.find('\n')) + "', 60)");
    }
    /// As a restore to an earlier moment does it: the primary begins its numbers anew.
    void setBack() {
        follow();
        replica_.run("STOP SLAVE");
        primary_.run("RESET MASTER");
        replica_.run("SET GLOBAL gtid_slave_pos = ''");
        primary_.freshDatabase();
        follow();
    }
    /// From now on the replica stays as it is.
    void stopFollowing() { replica_.run("STOP SLAVE"); }

private:
    PrivateMariaDb primary_{{.durable = false, .more = {"--log-bin=binlog", "--server-id=1", "--binlog-format=ROW"}}};
    PrivateMariaDb replica_{{.durable = false, .more = {"--server-id=2", "--read-only"}}};
};

}  // namespace inkwell::test
