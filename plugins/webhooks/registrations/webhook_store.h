#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "records/webhook.h"

namespace inkwell::webhooks {

struct WebhookPage {
    std::vector<Webhook> webhooks;
    std::int64_t total = 0;
};

/// The SQL of the table webhooks, except what sending needs (QueueStore). Made for one unit of work, on its thread.
/// Methods throw DatabaseError.
class WebhookStore {
public:
    explicit WebhookStore(Sql& sql) : sql_(sql) {}

    std::optional<Webhook> find(const std::string& bucketId, const std::string& id);
    /// Locks the row until commit.
    std::optional<Webhook> findForUpdate(const std::string& bucketId, const std::string& id);
    /// Sorts: "-created_at", "created_at".
    WebhookPage list(const std::string& bucketId, const ListParams& params);
    std::int64_t count(const std::string& bucketId);
    /// Those with `object_types`, locked until commit.
    std::vector<Webhook> ofSomeTypes(const std::string& bucketId);
    /// Those of all buckets.
    std::vector<Webhook> allOfSomeTypes();
    /// Of the buckets that have webhooks.
    std::vector<std::string> bucketIds();

    void insert(const Webhook& webhook);
    /// Writes everything but the secret and the columns that never change.
    void update(const Webhook& webhook);
    /// The old secret goes on signing for kOldSecretMs, by the database's clock.
    void replaceSecret(const std::string& id, const std::string& secret);

    /// Their deliveries are removed by a job (UpkeepStore).
    void remove(const std::string& bucketId, const std::string& id);
    /// Returns the ids of the removed webhooks.
    std::vector<std::string> removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::webhooks
