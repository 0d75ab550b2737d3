#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutTheDatabaseEngine : public RemovalTest {};

TEST_F(WithoutTheDatabaseEngine, TheServerRefusesToStartAndListsTheOthers) {
    const std::string refusal = refusalWithout({"database_sqlite"});
    EXPECT_NE(refusal.find("'sqlite'"), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("mysql"), std::string::npos) << refusal;
}

TEST_F(WithoutTheDatabaseEngine, AnEngineThatIsNotChosenIsNotMissed) {
    startWithout({"database_mysql"});
    EXPECT_EQ(get("/objects").status, 200);
}

}  // namespace
}  // namespace inkwell::test
