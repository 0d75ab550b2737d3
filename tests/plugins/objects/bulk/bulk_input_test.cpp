#include "bulk/bulk_input.h"

#include <gtest/gtest.h>

#include "numbered_id.h"
#include "tests/support/error_text.h"

namespace inkwell::objects {
namespace {

using test::errorOf;

const std::string kId = "a00000000000000000000001";
const std::string kRefusal = "400: the objects cannot be changed: ";

std::string refusal(const JsonObject& body) {
    return errorOf([&] { parseBulk(body, 1000); });
}

TEST(BulkInput, TakesIdsOrAQuery) {
    const BulkRequest byIds = parseBulk({{"ids", {kId, kId}}, {"action", "delete"}}, 1000);
    EXPECT_EQ(byIds.ids, std::vector<std::string>{kId}) << "each once";
    EXPECT_EQ(byIds.action, BulkRequest::Action::Delete);
    EXPECT_FALSE(byIds.each);
    EXPECT_FALSE(byIds.dryRun);
    const BulkRequest byQuery =
        parseBulk({{"query", {{"type", "posts"}}}, {"action", "publish"}, {"mode", "each"}, {"dry_run", true}}, 1000);
    EXPECT_TRUE(byQuery.query.has_value());
    EXPECT_TRUE(byQuery.each);
    EXPECT_TRUE(byQuery.dryRun);
    EXPECT_EQ(refusal({{"action", "publish"}}), kRefusal + "ids: either 'ids' or 'query' must be given");
    EXPECT_EQ(refusal({{"ids", {kId}}, {"query", JsonObject()}, {"action", "publish"}}),
              kRefusal + "ids: either 'ids' or 'query' must be given");
    EXPECT_EQ(refusal({{"ids", JsonArray()}, {"action", "publish"}}), kRefusal + "ids: must have 1 to 10000 ids");
    EXPECT_EQ(refusal({{"ids", {kId, "x"}}, {"action", "publish"}}),
              kRefusal + "ids[1]: must be an id: 24 lower-case hex digits");
}

TEST(BulkInput, SetsWhatManyObjectsMayShare) {
    const BulkRequest request = parseBulk(
        {{"ids", {kId}}, {"action", "set"}, {"set", {{"title", "T"}, {"publish_at", 2000}, {"metadata", {{"a", 1}}}}}},
        1000);
    EXPECT_EQ(request.set.title, std::optional<std::string>("T"));
    EXPECT_EQ(request.set.publishAtMs, std::optional(std::optional<std::int64_t>(2000)));
    EXPECT_EQ(request.metadata, (JsonObject{{"a", 1}}));
    const std::string settable =
        "'title', 'content', 'locale', 'publish_at', 'unpublish_at', 'thumbnail', 'options', 'metadata'";
    const JsonObject base{{"ids", {kId}}, {"action", "set"}};
    const auto setting = [&](const Json& set) {
        JsonObject body = base;
        body["set"] = set;
        return refusal(body);
    };
    EXPECT_EQ(setting({{"slug", "x"}}), kRefusal + "set.slug: cannot be set for many objects; what can: " + settable);
    EXPECT_EQ(setting(JsonObject()), kRefusal + "set: must have at least one of " + settable);
    EXPECT_EQ(setting({{"publish_at", 500}}),
              kRefusal + "set.publish_at: must be a future time in milliseconds since 1970 (UTC), or null");
    EXPECT_EQ(setting({{"metadata", JsonObject()}}),
              kRefusal + "set.metadata: must be an object of values by the keys of their metafields");
    EXPECT_EQ(refusal(base), kRefusal + "set: is required by the action 'set'");
    EXPECT_EQ(refusal({{"ids", {kId}}, {"action", "delete"}, {"set", {{"title", "x"}}}}),
              kRefusal + "set: belongs to the action 'set'");
    EXPECT_EQ(refusal({{"ids", {kId}}}),
              kRefusal + "action: is required: 'set', 'publish', 'unpublish', 'delete' or 'move'");
}

TEST(BulkInput, MovesIdsBesideAnObjectOrAmongThemselves) {
    const std::string other = "a00000000000000000000002";
    const JsonObject base{{"ids", {kId}}, {"action", "move"}};
    const auto with = [&](const char* name, const std::string& value) {
        JsonObject body = base;
        body[name] = value;
        return body;
    };
    EXPECT_EQ(parseBulk(base, 1000).beside, "");
    EXPECT_EQ(parseBulk(with("before", other), 1000).beside, other);
    EXPECT_FALSE(parseBulk(with("before", other), 1000).behind);
    EXPECT_TRUE(parseBulk(with("after", other), 1000).behind);
    JsonObject both = with("before", other);
    both["after"] = other;
    EXPECT_EQ(refusal(both), kRefusal + "after: goes without 'before'");
    EXPECT_EQ(refusal(with("before", kId)), kRefusal + "before: must not be one of 'ids'");
    EXPECT_EQ(refusal(with("after", "x")), kRefusal + "after: must be an id: 24 lower-case hex digits");
    EXPECT_EQ(refusal(with("mode", "each")), kRefusal + "mode: must be 'all' with the action 'move'");
    EXPECT_EQ(refusal({{"query", JsonObject()}, {"action", "move"}}),
              kRefusal + "query: does not go with the action 'move', which takes 'ids' in their new order");
    EXPECT_EQ(refusal({{"ids", {kId}}, {"action", "publish"}, {"before", other}}),
              kRefusal + "before: belongs to the action 'move'");
}

TEST(BulkInput, BoundsWhatWebhooksHoldUntilOneCommit) {
    JsonArray ids;
    for (int i = 0; i < 1001; ++i) ids.emplace_back(testkit::numberedId(i));
    JsonObject body{{"ids", ids}, {"action", "publish"}, {"trigger_webhook", true}};
    EXPECT_EQ(refusal(body),
              kRefusal + "trigger_webhook: goes with at most 1000 objects in the mode 'all'; use the mode 'each'");
    body["mode"] = "each";
    EXPECT_EQ(parseBulk(body, 1000).ids.size(), 1001U);
}

TEST(BulkInput, SetsOnlySoMuchForAllObjectsTogether) {
    const auto told = [](std::size_t bytes, bool each, std::size_t objects) {
        BulkRequest request;
        request.setBytes = bytes;
        request.each = each;
        return errorOf([&] { requireRoom(request, objects); });
    };
    EXPECT_EQ(told(10'000, false, 10'000), "no error");
    EXPECT_EQ(
        told(2'000'000, false, 400),
        "400: 'set' has 2000000 bytes, which 400 objects get at once: at most 100000000 bytes together are stored "
        "in the mode 'all'; use the mode 'each', or name fewer");
    EXPECT_EQ(told(2'000'000, true, 400), "no error") << "fifty of them share a transaction";
    EXPECT_EQ(
        told(3'000'000, true, 400),
        "400: 'set' has 3000000 bytes, which 50 objects get at once: at most 100000000 bytes together are stored at "
        "once in the mode 'each'; name fewer objects");
    EXPECT_EQ(
        told(2'000'000, true, 501),
        "400: 'set' has 2000000 bytes, which 501 objects get: at most 1000000000 bytes together are stored by one "
        "request; name fewer objects");
    EXPECT_EQ(parseBulk({{"ids", {kId}}, {"action", "set"}, {"set", {{"title", "T"}}}}, 1000).setBytes, 13U);
}

}  // namespace
}  // namespace inkwell::objects
