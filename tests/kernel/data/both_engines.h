#pragma once

#include "database_engine_suite.h"
#include "kernel/data/database.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {

/// A test on an empty database, once with each engine: INKWELL_ON_EACH_ENGINE(MyFixture).
class EachEngine : public testing::TestWithParam<testkit::DatabaseEngineCase> {
protected:
    EachEngine() : engine_(GetParam().engine()), database_(*engine_, {.size = 8}) {}

    bool isMysql() const { return engine_->name() == "mysql"; }
    std::string expand(const std::string& ddl) const { return engine_->dialect().expand(ddl); }
    std::int64_t count(const std::string& table) {
        return database_.read(
            [&](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM " + table)->at(0).integer(); });
    }

    std::unique_ptr<DatabaseEngine> engine_;
    kernel::PooledDatabase database_;
};

#define INKWELL_ON_EACH_ENGINE(Fixture)                                                               \
    INSTANTIATE_TEST_SUITE_P(Engines, Fixture,                                                        \
                             testing::Values(testkit::DatabaseEngineCase{"sqlite", makeSqliteEngine}, \
                                             testkit::DatabaseEngineCase{"mysql", makeMysqlEngine}),  \
                             testkit::DatabaseEngineSuite::nameOf)

}  // namespace inkwell::test
