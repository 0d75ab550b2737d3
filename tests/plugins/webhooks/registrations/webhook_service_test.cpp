#include "registrations/webhook_service.h"

#include <algorithm>

#include "fake_bucket_directory.h"
#include "fake_object_catalog.h"
#include "tests/plugins/webhooks/queue/queue_world.h"
#include "tests/support/error_text.h"

namespace inkwell::webhooks::test {
namespace {

using inkwell::test::errorOf;

const std::string kGoneBucket = "b00000000000000000000002";

class OneType : public testkit::FakeObjectCatalog {
public:
    std::vector<std::string> existingTypes(const Bucket&, std::span<const std::string> slugs) override {
        ++asked;
        const bool has = std::find(slugs.begin(), slugs.end(), "posts") != slugs.end();
        return has ? std::vector<std::string>{"posts"} : std::vector<std::string>();
    }
    int asked = 0;
};

class WebhookServiceTest : public QueueTest {
protected:
    void SetUp() override {
        const auto bucket = std::make_shared<Bucket>();
        bucket->id = kBucket;
        bucket->slug = "blog";
        buckets_.buckets = {bucket};
        world.fixture->setService<BucketDirectory>(&buckets_);
        world.fixture->setService<ObjectCatalog>(&catalog_);
    }
    std::string count(const std::string& table) { return world.one("SELECT COUNT(*) FROM " + table); }

    testkit::FakeBucketDirectory buckets_;
    OneType catalog_;
    const EgressGuard guard_{EgressGuard::Rules{}};
    WebhookService service{*world.fixture, guard_, 100};
};
WEBHOOKS_ON_BOTH_ENGINES(WebhookServiceTest);

TEST_P(WebhookServiceTest, RemovesWhatBelongsToBucketsThatAreGoneAndNothingElse) {
    const Webhook kept = world.add("https://example.com/a");
    const Webhook gone = world.add("https://example.com/b", [](Webhook& webhook) { webhook.bucketId = kGoneBucket; });
    const std::string id = world.queue(kept, 1).front();
    world.queue(gone, 3);
    service.removeOfDeletedBuckets();
    EXPECT_EQ(world.one("SELECT id FROM webhooks"), kept.id);
    EXPECT_EQ(count("webhooks"), "1");
    EXPECT_EQ(count("webhooks_deliveries"), "1");
    EXPECT_EQ(count("webhooks_messages"), "1");
    EXPECT_EQ(world.stateOf(id), "waiting");
}

TEST_P(WebhookServiceTest, ATestIsSentWithTheSecretsOfADelivery) {
    const Webhook webhook = world.add("https://example.com/a", [](Webhook& one) { one.enabled = false; });
    const Bucket& bucket = *buckets_.buckets.front();
    const std::string fresh = service.rotateSecret(bucket, Access::system(), webhook.id).secret;
    const Recipient recipient = service.addressed(bucket, webhook.id).recipient;
    EXPECT_EQ(recipient.endpoint, webhook.endpoint);
    EXPECT_EQ(recipient.secrets, (std::vector<std::string>{fresh, webhook.secret}));
    world.execute("UPDATE webhooks SET old_secret_until = 1");
    EXPECT_EQ(service.addressed(bucket, webhook.id).recipient.secrets, std::vector<std::string>{fresh});
    EXPECT_EQ(errorOf([&] { service.addressed(bucket, kGoneBucket); }),
              "404: webhook '" + kGoneBucket + "' was not found");
}

TEST_P(WebhookServiceTest, TellsWhenADeliveryIsTriedNext) {
    const Webhook webhook = world.add("https://example.com/a");
    const std::string id = world.queue(webhook, 1).front();
    const Bucket& bucket = *buckets_.buckets.front();
    const auto next = [&] {
        const auto listed = service.deliveries(bucket, webhook.id, {"", 10, 0}).deliveries.at(0).nextAttemptAtMs;
        EXPECT_EQ(service.delivery(bucket, webhook.id, id).delivery.nextAttemptAtMs, listed);
        return listed;
    };
    world.execute("UPDATE webhooks_deliveries SET due_at = 5000");
    EXPECT_EQ(next(), 5000);
    world.execute("UPDATE webhooks SET open_until = 9000");
    EXPECT_EQ(next(), 9000) << "its circuit is open";
    world.execute("UPDATE webhooks SET enabled = 0");
    EXPECT_EQ(next(), std::nullopt);
    world.execute("UPDATE webhooks SET enabled = 1");
    world.execute("UPDATE webhooks_deliveries SET state = 'delivered'");
    EXPECT_EQ(next(), std::nullopt);
}

TEST_P(WebhookServiceTest, LooksUpNoneOfMoreObjectTypesThanThereMayBe) {
    const auto refusalOf = [&](std::size_t count) {
        JsonArray slugs;
        for (std::size_t i = 0; i < count; ++i) slugs.push_back(Json("type-" + std::to_string(i)));
        const WebhookInput input = parseNewWebhook({{"object_types", slugs}});
        return errorOf([&] { service.create(*buckets_.buckets.front(), Access::system(), input); });
    };
    const std::string refused = refusalOf(120'000);
    EXPECT_NE(refused.find("; object_types: has 120000 items; at most 100 are allowed"), std::string::npos) << refused;
    EXPECT_EQ(catalog_.asked, 0);
    EXPECT_NE(refusalOf(kMaxObjectTypes).find("'type-99' was not found in bucket 'blog'"), std::string::npos);
    EXPECT_EQ(catalog_.asked, 1);
}

// Without it a client could not send back what it read, and would make it one for all types.
TEST_P(WebhookServiceTest, KeepsTheSlugOfATypeThatIsGoneAndTakesNoOther) {
    const Bucket& bucket = *buckets_.buckets.front();
    const Webhook webhook = world.add("https://example.com/a", [](Webhook& one) {
        one.objectTypes = {"notes", "posts"};
    });
    const auto edited = [&](const JsonArray& slugs) {
        const WebhookInput input = parseWebhookEdit({{"object_types", slugs}, {"title", "z"}});
        return service.edit(bucket, Access::system(), webhook.id, input).objectTypes;
    };
    EXPECT_EQ(edited({"notes", "posts"}), (std::vector<std::string>{"notes", "posts"}));
    EXPECT_EQ(errorOf([&] {
                  edited({"notes", "pages"});
              }),
              "400: webhook '" + webhook.id +
                  "' cannot be changed: object_types: object type "
                  "'pages' was not found in bucket 'blog'");
    world.fixture->setService<ObjectCatalog>(nullptr);
    EXPECT_EQ(edited({"notes"}), std::vector<std::string>{"notes"}) << "nor is the plugin of types needed for it";
    EXPECT_EQ(errorOf([&] { edited({"posts"}); }), "400: webhook '" + webhook.id +
                                                       "' cannot be changed: object_types: cannot be given while the "
                                                       "plugin of object types is disabled");
}

TEST_P(WebhookServiceTest, WarnsOfEachWebhookThatNamesObjectTypesWhichItsBucketDoesNotHave) {
    const auto naming = [](const std::vector<std::string>& types) {
        return [types](Webhook& webhook) { webhook.objectTypes = types; };
    };
    world.add("https://example.com/a");
    world.add("https://example.com/b", naming({"posts"}));
    const Webhook lost = world.add("https://example.com/c", naming({"notes", "posts", "pages"}));
    service.warnOfMissingTypes();
    const auto lines = world.fixture->capturedLog().lines();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].level, LogLevel::Warn);
    EXPECT_EQ(lines[0].text, "webhook '" + lost.id +
                                 "' names object types that bucket 'blog' does not have, so that it hears nothing of "
                                 "them: 'notes', 'pages'; an admin of the bucket can change its object_types");
    EXPECT_EQ(catalog_.asked, 2);
}

}  // namespace
}  // namespace inkwell::webhooks::test
