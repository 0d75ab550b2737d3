#include "registrations/webhook_input.h"

#include <gtest/gtest.h>

#include "inkwell/error.h"
#include "tests/support/error_text.h"

namespace inkwell::webhooks {
namespace {

std::string refusalOf(const WebhookInput& input) {
    return test::errorOf([&] { input.problems.throwIfAny("no"); });
}

TEST(WebhookInput, HasEachEventAndEachObjectTypeOnce) {
    const WebhookInput input = parseWebhookEdit({{"events", {"object.deleted", "media.created", "object.deleted"}},
                                                 {"object_types", {"posts", "pages", "posts"}}});
    EXPECT_EQ(refusalOf(input), "no error");
    EXPECT_EQ(input.events, (std::vector<std::string>{"object.deleted", "media.created"}));
    EXPECT_EQ(input.objectTypes, (std::vector<std::string>{"posts", "pages"}));
}

TEST(WebhookInput, IsRefusedByItsSizeBeforeAnythingInItIsLookedAt) {
    JsonArray items;
    for (int i = 0; i < 200'000; ++i) items.push_back(i % 2 == 0 ? Json("a" + std::to_string(i)) : Json(i));
    const WebhookInput types = parseWebhookEdit({{"object_types", items}});
    EXPECT_EQ(refusalOf(types), "400: no: object_types: has 200000 items; at most 100 are allowed");
    EXPECT_FALSE(types.objectTypes);
    EXPECT_EQ(refusalOf(parseWebhookEdit({{"events", items}})),
              "400: no: events: has 200000 items; at most 100 are allowed");
}

}  // namespace
}  // namespace inkwell::webhooks
