#include "database_engine_suite.h"
#include "tests/plugins/database/test_engines.h"

namespace inkwell::testkit {
namespace {

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseEngineSuite,
                         testing::Values(DatabaseEngineCase{"sqlite", test::makeSqliteEngine},
                                         DatabaseEngineCase{"mysql", test::makeMysqlEngine}),
                         DatabaseEngineSuite::nameOf);

}  // namespace
}  // namespace inkwell::testkit
