#include "state_cache.h"

#include <gtest/gtest.h>

#include <string>

namespace inkwell::merge_requests {
namespace {

TEST(StateCache, FindsAStateUntilEitherBucketChanges) {
    for (const char* changed : {"source", "target"}) {
        StateCache states;
        states.keep("1", {"source", "target", states.stamp(), "s"});
        states.changed("beside");
        EXPECT_EQ(states.find("1"), "s");
        EXPECT_EQ(states.find("2"), std::nullopt);
        states.changed(changed);
        EXPECT_EQ(states.find("1"), std::nullopt) << changed;
        states.keep("1", {"source", "target", states.stamp(), "t"});
        EXPECT_EQ(states.find("1"), "t");
    }
}

TEST(StateCache, FindsNoneThatWasReadBeforeAChange) {
    StateCache states;
    const StateCache::Stamp before = states.stamp();
    states.changed("source");
    states.keep("1", {"source", "target", before, "s"});
    EXPECT_EQ(states.find("1"), std::nullopt);
}

TEST(StateCache, ForgetsWhatItIsToldTo) {
    StateCache states;
    const StateCache::Stamp before = states.stamp();
    states.keep("1", {"source", "target", before, "s"});
    states.keep("2", {"source", "target", before, "s"});
    states.forget("1");
    EXPECT_EQ(states.find("1"), std::nullopt);
    EXPECT_EQ(states.find("2"), "s");
    states.forget();
    EXPECT_EQ(states.find("2"), std::nullopt);
    states.keep("2", {"source", "target", before, "s"});
    EXPECT_EQ(states.find("2"), std::nullopt) << "what was read before";
}

TEST(StateCache, KeepsNoMoreThanItsBound) {
    StateCache states;
    for (int i = 0; i < 1000; ++i) states.keep(std::to_string(i), {"source", "target", 0, "s"});
    int kept = 0;
    for (int i = 0; i < 1000; ++i) kept += states.find(std::to_string(i)) ? 1 : 0;
    EXPECT_LE(kept, 256);
    EXPECT_EQ(states.find("999"), "s");
}

}  // namespace
}  // namespace inkwell::merge_requests
