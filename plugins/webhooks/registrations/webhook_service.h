#pragma once

#include <cstdint>
#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/egress.h"
#include "inkwell/events.h"
#include "inkwell/identity.h"
#include "inkwell/services.h"
#include "queue/delivery_store.h"
#include "records/slot.h"
#include "registrations/webhook_input.h"
#include "registrations/webhook_store.h"

namespace inkwell::webhooks {

/// Use cases of webhooks and their delivery log. Any thread; each method is one unit of work. Throws ApiError for the
/// client: 404 for what the bucket does not have, 400 with all problems of an input.
class WebhookService {
public:
    WebhookService(Services& services, const EgressGuard& guard, std::int64_t maxPerBucket)
        : services_(services), guard_(guard), maxPerBucket_(maxPerBucket) {}

    /// Throws 409 when the bucket is full. The result includes the secret, which may be shown.
    Webhook create(const Bucket& bucket, const Access& access, WebhookInput input);
    WebhookPage list(const Bucket& bucket, const ListParams& params);
    Webhook get(const Bucket& bucket, const std::string& id);
    struct Addressed {
        Webhook webhook;
        Recipient recipient;  // with its secrets
    };
    /// For a test of it.
    Addressed addressed(const Bucket& bucket, const std::string& id);
    Webhook edit(const Bucket& bucket, const Access& access, const std::string& id, WebhookInput input);
    void remove(const Bucket& bucket, const Access& access, const std::string& id);
    /// The result includes the secret, which may be shown.
    Webhook rotateSecret(const Bucket& bucket, const Access& access, const std::string& id);

    DeliveryPage deliveries(const Bucket& bucket, const std::string& id, const DeliveryFilter& filter);
    struct WholeDelivery {
        Delivery delivery;
        std::string body;  // as it is sent
    };
    WholeDelivery delivery(const Bucket& bucket, const std::string& id, const std::string& deliveryId);
    /// Sends a delivery again under the same id, whatever its state. Throws 409 while it is being sent, and for a
    /// disabled webhook.
    Delivery redeliver(const Bucket& bucket, const std::string& id, const std::string& deliveryId);

    /// For BucketDeleting and TypeFollower.
    void removeOfBucket(const std::string& bucketId);
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);

    // For what happened while the plugin was off.
    void removeOfDeletedBuckets();
    /// Warns in the log of each webhook that names object types which its bucket does not have.
    void warnOfMissingTypes();

private:
    void checkEndpoint(const Bucket& bucket, WebhookInput& input);
    /// `kept` are those that the webhook has: of these a type may be gone.
    void checkTypes(const Bucket& bucket, const std::vector<std::string>& kept, WebhookInput& input);
    void publish(const Bucket& bucket, const std::string& id, const char* action, const Access& access,
                 const std::string& detail = {});

    Services& services_;
    const EgressGuard& guard_;
    const std::int64_t maxPerBucket_;
};

}  // namespace inkwell::webhooks
