#include "metafield_walk.h"

#include <gtest/gtest.h>

namespace inkwell::objects {
namespace {

TEST(MetafieldWalk, LeavesIdsOutButNotThoseOfJsonValues) {
    const JsonArray stored = {{{"id", "m1"},
                               {"type", "parent"},
                               {"children", {{{"id", "m2"}, {"type", "json"}, {"value", {{"id", "mine"}}}}}}}};
    const std::string text = writeJson(withoutIds(stored));
    EXPECT_EQ(text.find("m1"), std::string::npos);
    EXPECT_EQ(text.find("m2"), std::string::npos);
    EXPECT_NE(text.find("mine"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::objects
