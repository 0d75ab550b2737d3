#include "input.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"

namespace inkwell::objects {
namespace {

using test::errorOf;

TEST(Input, OfARequestThatTakesAWebhookFlagHasNothingElse) {
    EXPECT_FALSE(parseWebhookFlag({}, ""));
    EXPECT_FALSE(parseWebhookFlag({{"pretty", true}}, ""));
    EXPECT_TRUE(parseWebhookFlag({{"trigger_webhook", true}}, ""));
    EXPECT_TRUE(errorOf([] {
                    parseWebhookFlag({{"ids", JsonArray()}}, "the change cannot be undone");
                }).starts_with("400: the change cannot be undone: ids: "));
}

}  // namespace
}  // namespace inkwell::objects
