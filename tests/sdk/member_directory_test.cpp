#include "inkwell/member_directory.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

TEST(RenderPerson, NamesWithoutAnAddress) {
    EXPECT_EQ(
        renderPerson({"u1", "Ann", "Lee", "https://x.example/ann.jpg"}),
        (JsonObject{
            {"id", "u1"}, {"first_name", "Ann"}, {"last_name", "Lee"}, {"avatar_url", "https://x.example/ann.jpg"}}));
    EXPECT_TRUE(renderPerson({"u1"}).at("avatar_url").is_null());
}

}  // namespace
}  // namespace inkwell
