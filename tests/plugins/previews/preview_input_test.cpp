#include "preview_input.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"

namespace inkwell::previews {
namespace {

TEST(PreviewInput, IsALifetimeWithinItsBounds) {
    EXPECT_EQ(parseLifetime({}), 86'400);
    EXPECT_EQ(parseLifetime({{"expires_in", 60}}), 60);
    for (const int seconds : {0, 59, 2'592'001}) {
        try {
            parseLifetime({{"expires_in", seconds}});
            ADD_FAILURE() << seconds;
        } catch (const ApiError& error) {
            ASSERT_EQ(error.problems().size(), 1U);
            EXPECT_EQ(error.problems()[0].path, "expires_in");
            EXPECT_EQ(error.problems()[0].message, "must be a number of seconds from 60 to 2592000");
        }
    }
}

}  // namespace
}  // namespace inkwell::previews
