#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>

#include "inkwell/database_engine.h"

namespace inkwell::testkit {

/// One engine under test. In the tests of an engine's plugin:
///
///     INSTANTIATE_TEST_SUITE_P(Mine, DatabaseEngineSuite, testing::Values(DatabaseEngineCase{"mine", makeEngine}),
///                              DatabaseEngineSuite::nameOf);
struct DatabaseEngineCase {
    std::string name;                                         // letters and digits
    std::function<std::unique_ptr<DatabaseEngine>()> engine;  // over an empty database of its own
};

/// What gtest prints for a failed case. Not inline: using it makes the linker take the tests out of the archive.
void PrintTo(const DatabaseEngineCase& one, std::ostream* out);

/// The tests that every database engine must pass: what stores rely on, whichever engine the operator chose.
class DatabaseEngineSuite : public testing::TestWithParam<DatabaseEngineCase> {
public:
    static std::string nameOf(const testing::TestParamInfo<DatabaseEngineCase>& info);

protected:
    DatabaseEngineSuite();

    /// Expands the column words, then executes.
    void define(const std::string& ddl);
    std::int64_t count(const std::string& table);
    /// The kind of the DatabaseError that `action` throws; fails the test when it throws none.
    static DatabaseError::Kind kindOf(const std::function<void()>& action);

    std::unique_ptr<DatabaseEngine> engine_;
    std::unique_ptr<EngineSession> session_;
};

}  // namespace inkwell::testkit
