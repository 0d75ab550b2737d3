#include "tests/support/query_plan.h"

#include "inkwell/database_engine.h"

namespace inkwell::test {

std::string queryPlan(Sql& sql, const std::string& statement, const SqlParams& params) {
    const bool isSqlite = sql.dialect().name() == "sqlite";
    std::string plan;
    for (const SqlRow& row : sql.select((isSqlite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ") + statement, params)) {
        for (const SqlValue& value : row) plan += value.text() + "|";
        plan += "\n";
    }
    return plan;
}

void updateStatistics(Sql& sql, const std::string& tables) {
    if (sql.dialect().name() == "mysql") sql.select("ANALYZE TABLE " + tables);
}

}  // namespace inkwell::test
