#include "registrations/webhook_service.h"

#include <algorithm>

#include "inkwell/bucket_filling.h"
#include "inkwell/object_catalog.h"
#include "queue/queue_store.h"
#include "queue/upkeep_store.h"
#include "records/webhook_changed.h"
#include "sending/signature.h"

namespace inkwell::webhooks {

namespace {

// Deliveries: somebody waits for the answer, and on SQLite all writers do. The job removes the rest.
constexpr std::int64_t kRemovedAtOnce = 5000;
constexpr int kBadRequest = 400;

ApiError notFound(const std::string& id) { return ApiError::notFound("webhook", id); }

void apply(WebhookInput& input, Webhook& webhook) {
    if (input.title) webhook.title = std::move(*input.title);
    if (input.events) webhook.events = std::move(*input.events);
    if (input.objectTypes) webhook.objectTypes = std::move(*input.objectTypes);
    if (input.props) webhook.props = std::move(*input.props);
    if (input.headers) webhook.headers = std::move(*input.headers);
    if (input.enabled) {
        webhook.enabled = *input.enabled;
        webhook.disabledReason.clear();
    }
    if (input.endpoint) {
        webhook.endpoint = std::move(*input.endpoint);
        webhook.lane = laneOf(webhook.bucketId, webhook.endpoint);
    }
}

std::vector<std::string> missingTypes(ObjectCatalog& catalog, const Bucket& bucket,
                                      const std::vector<std::string>& slugs) {
    const std::vector<std::string> existing = catalog.existingTypes(bucket, slugs);
    std::vector<std::string> missing;
    for (const std::string& slug : slugs) {
        if (std::find(existing.begin(), existing.end(), slug) == existing.end()) missing.push_back(slug);
    }
    return missing;
}

// All that waits for an endpoint, retries included.
void letGo(Sql& sql, const std::string& lane) {
    QueueStore queue(sql);
    queue.closeCircuit(lane);
    queue.hasten(lane);
}

}  // namespace

Webhook WebhookService::create(const Bucket& bucket, const Access& access, WebhookInput input) {
    checkEndpoint(bucket, input);
    return services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        WebhookInput copy = input;
        checkTypes(bucket, {}, copy);
        copy.problems.throwIfAny("the webhook cannot be created");
        WebhookStore store(sql);
        if (store.count(bucket.id) >= maxPerBucket_) {
            throw ApiError::conflict("bucket '" + bucket.slug + "' has " + std::to_string(maxPerBucket_) +
                                     " webhooks, which is as many as it may have");
        }
        Webhook webhook;
        webhook.id = services_.ids().next();
        webhook.bucketId = bucket.id;
        webhook.secret = newSecret();
        webhook.createdAtMs = webhook.modifiedAtMs = services_.clock().nowMs();
        webhook.createdBy = access.userId();
        apply(copy, webhook);
        store.insert(webhook);
        publish(bucket, webhook.id, "created", access);
        return webhook;
    });
}

WebhookPage WebhookService::list(const Bucket& bucket, const ListParams& params) {
    return services_.database().read([&](Sql& sql) { return WebhookStore(sql).list(bucket.id, params); });
}

Webhook WebhookService::get(const Bucket& bucket, const std::string& id) {
    auto webhook = services_.database().read([&](Sql& sql) { return WebhookStore(sql).find(bucket.id, id); });
    if (!webhook) throw notFound(id);
    return *webhook;
}

WebhookService::Addressed WebhookService::addressed(const Bucket& bucket, const std::string& id) {
    return services_.database().read([&](Sql& sql) {
        std::optional<Webhook> webhook = WebhookStore(sql).find(bucket.id, id);
        std::optional<Recipient> recipient = QueueStore(sql).recipient(id);
        if (!webhook || !recipient) throw notFound(id);
        return Addressed{std::move(*webhook), std::move(*recipient)};
    });
}

Webhook WebhookService::edit(const Bucket& bucket, const Access& access, const std::string& id, WebhookInput input) {
    checkEndpoint(bucket, input);
    return services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        WebhookStore store(sql);
        std::optional<Webhook> webhook = store.findForUpdate(bucket.id, id);
        if (!webhook) throw notFound(id);
        WebhookInput copy = input;
        checkTypes(bucket, webhook->objectTypes, copy);
        copy.problems.throwIfAny("webhook '" + id + "' cannot be changed");
        apply(copy, *webhook);
        webhook->modifiedAtMs = services_.clock().nowMs();
        store.update(*webhook);
        // Whoever repairs an endpoint wants to see at once whether it works.
        if (input.endpoint || input.enabled == true) letGo(sql, webhook->lane);
        publish(bucket, id, "edited", access);
        return *webhook;
    });
}

void WebhookService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    services_.database().write([&](Sql& sql) {
        WebhookStore store(sql);
        if (!store.findForUpdate(bucket.id, id)) throw notFound(id);
        store.remove(bucket.id, id);
        UpkeepStore(sql).removeOfWebhook(id, kRemovedAtOnce);
        publish(bucket, id, "deleted", access);
    });
}

Webhook WebhookService::rotateSecret(const Bucket& bucket, const Access& access, const std::string& id) {
    return services_.database().write([&](Sql& sql) {
        WebhookStore store(sql);
        std::optional<Webhook> webhook = store.findForUpdate(bucket.id, id);
        if (!webhook) throw notFound(id);
        webhook->secret = newSecret();
        webhook->modifiedAtMs = services_.clock().nowMs();
        store.update(*webhook);
        store.replaceSecret(id, webhook->secret);
        publish(bucket, id, "edited", access, "secret rotated");
        return *webhook;
    });
}

DeliveryPage WebhookService::deliveries(const Bucket& bucket, const std::string& id, const DeliveryFilter& filter) {
    return services_.database().read([&](Sql& sql) {
        if (!WebhookStore(sql).find(bucket.id, id)) throw notFound(id);
        return DeliveryStore(sql).list(id, filter);
    });
}

WebhookService::WholeDelivery WebhookService::delivery(const Bucket& bucket, const std::string& id,
                                                       const std::string& deliveryId) {
    return services_.database().read([&](Sql& sql) {
        if (!WebhookStore(sql).find(bucket.id, id)) throw notFound(id);
        DeliveryStore store(sql);
        std::optional<Delivery> found = store.find(id, deliveryId);
        if (!found) throw ApiError::notFound("delivery", deliveryId);
        return WholeDelivery{std::move(*found), store.findBody(id, deliveryId).value_or("")};
    });
}

Delivery WebhookService::redeliver(const Bucket& bucket, const std::string& id, const std::string& deliveryId) {
    return services_.database().write([&](Sql& sql) {
        WebhookStore webhooks(sql);
        DeliveryStore store(sql);
        const std::optional<Webhook> webhook = webhooks.findForUpdate(bucket.id, id);
        if (!webhook) throw notFound(id);
        if (!store.find(id, deliveryId)) throw ApiError::notFound("delivery", deliveryId);
        if (!webhook->enabled) {
            throw ApiError::conflict("webhook '" + id + "' is disabled; enable it before anything is sent again");
        }
        if (!store.requeue(id, deliveryId)) {
            throw ApiError::conflict("delivery '" + deliveryId + "' is being sent right now");
        }
        letGo(sql, webhook->lane);
        return *store.find(id, deliveryId);
    });
}

void WebhookService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) {
        std::int64_t left = kRemovedAtOnce;
        for (const std::string& id : WebhookStore(sql).removeOfBucket(bucketId)) {
            left -= UpkeepStore(sql).removeOfWebhook(id, left);
        }
    });
}

void WebhookService::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql& sql) {
        fillAlone(services_.events(), bucketId, bucketId);  // as whoever stores a webhook, whose types must exist then
        WebhookStore store(sql);
        for (Webhook& webhook : store.ofSomeTypes(bucketId)) {
            const auto found = std::find(webhook.objectTypes.begin(), webhook.objectTypes.end(), from);
            if (found == webhook.objectTypes.end()) continue;
            *found = to;
            store.update(webhook);
        }
    });
}

// Each is looked at again in its write: a replica may not show a new bucket yet.
void WebhookService::removeOfDeletedBuckets() {
    auto& buckets = services_.get<BucketDirectory>();
    std::vector<std::string> ids = services_.database().read([](Sql& sql) { return WebhookStore(sql).bucketIds(); });
    std::erase_if(ids, [&](const std::string& id) { return buckets.findById(id) != nullptr; });
    for (const std::string& id : ids) {
        services_.database().write([&](Sql&) {
            if (buckets.findById(id) == nullptr) removeOfBucket(id);
        });
    }
}

void WebhookService::warnOfMissingTypes() {
    auto* catalog = services_.find<ObjectCatalog>();
    if (catalog == nullptr) return;
    const auto all = services_.database().read([](Sql& sql) { return WebhookStore(sql).allOfSomeTypes(); });
    for (const Webhook& webhook : all) {
        const auto bucket = services_.get<BucketDirectory>().findById(webhook.bucketId);
        if (bucket == nullptr) continue;
        std::string slugs;
        for (const std::string& slug : missingTypes(*catalog, *bucket, webhook.objectTypes)) {
            slugs.append(slugs.empty() ? "'" : ", '").append(slug).append("'");
        }
        if (slugs.empty()) continue;
        services_.log().warn("webhook '" + webhook.id + "' names object types that bucket '" + bucket->slug +
                             "' does not have, so that it hears nothing of them: " + slugs +
                             "; an admin of the bucket can change its object_types");
    }
}

void WebhookService::publish(const Bucket& bucket, const std::string& id, const char* action, const Access& access,
                             const std::string& detail) {
    Change change{0, bucket.id, "webhook", "", id, action, 0, access.actor(), ""};
    change.detail = detail;
    services_.events().publish(WebhookChanged{std::move(change)});
}

// Outside the transaction: a name service can take seconds.
void WebhookService::checkEndpoint(const Bucket& bucket, WebhookInput& input) {
    if (!input.endpoint) return;
    try {
        guard_.check(*input.endpoint, bucket.id);
    } catch (const ApiError& error) {
        if (error.status() != kBadRequest) throw;
        input.problems.add("endpoint", error.message());
    }
}

void WebhookService::checkTypes(const Bucket& bucket, const std::vector<std::string>& kept, WebhookInput& input) {
    if (!input.objectTypes) return;
    std::vector<std::string> added = *input.objectTypes;
    std::erase_if(added, [&](const std::string& slug) { return std::ranges::find(kept, slug) != kept.end(); });
    if (added.empty()) return;
    auto* catalog = services_.find<ObjectCatalog>();
    if (catalog == nullptr) {
        return input.problems.add("object_types", "cannot be given while the plugin of object types is disabled");
    }
    for (const std::string& slug : missingTypes(*catalog, bucket, added)) {
        input.problems.add("object_types", "object type '" + slug + "' was not found in bucket '" + bucket.slug + "'");
    }
}

}  // namespace inkwell::webhooks
