// What people at a screen do, as share/doc/people.md tells it.
#include <gtest/gtest.h>

#include "tests/guide/document_server.h"

namespace inkwell::test {
namespace {

class People : public testing::TestWithParam<Engine> {
protected:
    const DocumentServer demo_{GetParam(), "share/doc/people.md"};
};

TEST_P(People, SignInAndReadAsShown) { EXPECT_GT(demo_.expectAnswersAsShown(), 2); }

INSTANTIATE_TEST_SUITE_P(Engines, People, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
