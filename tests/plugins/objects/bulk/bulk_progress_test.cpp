#include "bulk/bulk_progress.h"

#include "fake_live_events.h"
#include "tests/plugins/objects/objects_fixture.h"

namespace inkwell::objects {
namespace {

class BulkProgress_ : public ObjectsTest {
protected:
    BulkProgress_() { fixture_.setService<LiveEvents>(&streams_); }
    static std::string event(const std::string& act, int done, int total) {
        return "b1 progress {\"act\":\"" + act + "\",\"id\":\"r1\",\"done\":" + std::to_string(done) +
               ",\"total\":" + std::to_string(total) + ",\"undo\":\"u1\"}";
    }
    testkit::FakeLiveEvents streams_;
};

TEST_F(BulkProgress_, IsToldAtTheBeginningOnceASecondAndAtTheEnd) {
    BulkProgress progress(fixture_, "b1", {"r1", "u1"}, 200);
    progress.begins();
    progress.reached(50);
    fixture_.fixedClock().advance(1000);
    progress.reached(100);
    fixture_.fixedClock().advance(999);
    progress.reached(150);
    progress.reached(200);
    EXPECT_EQ(streams_.told,
              (std::vector<std::string>{event("bulk", 0, 200), event("bulk", 100, 200), event("bulk", 200, 200)}));
}

TEST_F(BulkProgress_, OfAChangeInTheModeEachTellsFirstHowToUndoIt) {
    makeType({{"title", "Posts"}});
    JsonArray ids;
    for (int i = 0; i < 60; ++i) ids.emplace_back(idOf(make({{"type", "posts"}, {"title", "T" + std::to_string(i)}})));
    send(Method::Post, "objects/bulk", "", {{"ids", ids}, {"action", "unpublish"}});
    EXPECT_TRUE(streams_.told.empty()) << "the mode all is done at once";
    const JsonObject done =
        send(Method::Post, "objects/bulk", "", {{"ids", ids}, {"action", "publish"}, {"mode", "each"}});
    ASSERT_EQ(streams_.told.size(), 2U);
    const std::string undo = ",\"undo\":" + writeJson(done.at("undo").at("id")) + "}";
    EXPECT_TRUE(streams_.told[0].ends_with("\"done\":0,\"total\":60" + undo)) << streams_.told[0];
    EXPECT_TRUE(streams_.told[1].ends_with("\"done\":60,\"total\":60" + undo)) << streams_.told[1];
}

}  // namespace
}  // namespace inkwell::objects
