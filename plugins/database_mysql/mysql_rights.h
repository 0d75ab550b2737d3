#pragma once

#include <string>

#include "inkwell/diagnosis.h"
#include "mysql_engine.h"
#include "mysql_error.h"

namespace inkwell::database_mysql {

// What the account of the database may do there. Any thread.

/// The same, with the GRANT for it to the connection's account. Throws DatabaseError.
MissingRight withGrant(const MissingRight& missing, MYSQL* connection);

/// What gives the rights that are denied in "... Access denied for user 'u'@'h' to database 'd' ...", the reason why a
/// connection was refused: "; as an administrator of the database run: GRANT ...". "" for any other reason.
std::string grantForDatabase(const std::string& reason);

/// Whether the account has the rights that a server needs on `database`, which need not be there. Changes nothing.
Diagnosis::Finding lookAtRights(MysqlEngine& engine, const std::string& database);

}  // namespace inkwell::database_mysql
