#pragma once

#include <string>

#include "inkwell/database.h"

namespace inkwell::test {

/// The engine's plan for a statement: a line for each step, each of its columns ended by '|': "...|objects|ref|..." on
/// MySQL, "...|SEARCH objects USING INDEX ...|" on SQLite.
std::string queryPlan(Sql& sql, const std::string& statement, const SqlParams& params);

/// MySQL plans by statistics: brings those of `tables` ("a, b") up to date.
void updateStatistics(Sql& sql, const std::string& tables);

}  // namespace inkwell::test
