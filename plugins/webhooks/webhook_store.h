#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/list_params.h"
#include "webhook.h"

namespace inkwell::webhooks {

struct WebhookPage {
    std::vector<Webhook> webhooks;
    std::int64_t total = 0;
};

/// All SQL of the table webhooks but for what sending needs (QueueStore). Made for one unit of work, on its thread.
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
    /// Those whose `object_types` are not empty, locked until commit.
    std::vector<Webhook> ofSomeTypes(const std::string& bucketId);

    void insert(const Webhook& webhook);
    /// Everything but the secret and what never changes.
    void update(const Webhook& webhook);
    /// The secret so far goes on signing for kOldSecretMs by the database's clock.
    void replaceSecret(const std::string& id, const std::string& secret);
    /// What waits for an endpoint need not wait any longer.
    void closeCircuit(const std::string& lane);

    /// Their deliveries are removed by themselves (UpkeepStore).
    void remove(const std::string& bucketId, const std::string& id);
    /// The ids of those that were removed.
    std::vector<std::string> removeOfBucket(const std::string& bucketId);

private:
    Sql& sql_;
};

}  // namespace inkwell::webhooks
