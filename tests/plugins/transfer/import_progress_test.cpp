#include "import_progress.h"

#include <gtest/gtest.h>

#include "fake_live_events.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::transfer {
namespace {

class ImportProgressTest : public testing::Test {
protected:
    ImportProgressTest() { fixture_.setService<LiveEvents>(&streams_); }
    static std::string event(int done, int total) {
        return R"(b1 progress {"act":"import","id":"r1","done":)" + std::to_string(done) +
               ",\"total\":" + std::to_string(total) + "}";
    }
    test::PluginFixture fixture_;
    testkit::FakeLiveEvents streams_;
};

TEST_F(ImportProgressTest, IsToldOnceASecondAndAtTheEnd) {
    ImportProgress progress(fixture_, "b1", "r1");
    progress.begin(4);
    progress.step();
    EXPECT_TRUE(streams_.told.empty());
    fixture_.fixedClock().advance(1000);
    progress.step();
    progress.step();
    progress.end();
    EXPECT_EQ(streams_.told, (std::vector<std::string>{event(2, 4), event(4, 4)}));
}

TEST_F(ImportProgressTest, BeginsAgainWithItsTransaction) {
    ImportProgress progress(fixture_, "b1", "r1");
    progress.begin(4);
    progress.step();
    progress.step();
    progress.begin(4);
    fixture_.fixedClock().advance(1000);
    for (int i = 0; i < 9; ++i) progress.step();
    EXPECT_EQ(streams_.told, std::vector<std::string>{event(1, 4)});
}

}  // namespace
}  // namespace inkwell::transfer
