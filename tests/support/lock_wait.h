#pragma once

#include <chrono>
#include <thread>

#include "inkwell/database.h"
#include "tests/support/eventually.h"

namespace inkwell::test {

/// Inside a write on MariaDB: waits until another transaction waits for a lock of a row.
[[nodiscard]] inline bool anotherWaitsForALock(Sql& sql) {
    return eventually([&sql] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));  // asked more often, it answers as before
        const char* waiting = "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
        return sql.selectOne(waiting)->at(0).integer() > 0;
    });
}

}  // namespace inkwell::test
