#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::webhooks {

/// The SQL of the plugin's jobs. Made for one unit of work, on its thread. Methods throw DatabaseError.
class UpkeepStore {
public:
    explicit UpkeepStore(Sql& sql) : sql_(sql) {}

    struct Numbers {
        std::int64_t queued = 0;       // deliveries that have not ended
        std::int64_t lateMs = 0;       // how long the oldest that could be sent has been due
        std::int64_t neglectedMs = 0;  // the same, of endpoints to which nothing is being sent
    };
    Numbers numbers();

    // Each changes at most `limit` rows, so that no transaction is long, and answers how many.

    /// Deliveries of a webhook that is deleted, with attempts and messages that nobody else needs; removeOrphans
    /// removes what is left.
    std::int64_t removeOfWebhook(const std::string& webhookId, std::int64_t limit);
    /// Where removeEnded goes on; at the beginning, and at the end, without a webhook.
    struct Place {
        std::string webhookId, deliveryId;
    };
    /// Deliveries that ended longer ago than `keepMs`, of one webhook, and moves on.
    std::int64_t removeEnded(std::int64_t keepMs, std::int64_t limit, Place& place);
    /// Deliveries that have waited longer than kMaxWaitMs fail.
    std::int64_t giveUp(std::int64_t limit);
    /// Deliveries of webhooks that are gone: they were many, or were queued while their webhook was deleted.
    std::int64_t removeOrphans(std::int64_t limit);

private:
    /// "" after the last one that has deliveries.
    std::string webhookAfter(const std::string& webhookId);
    std::int64_t removeSome(const std::string& webhookId, std::int64_t limit);
    void remove(const std::string& webhookId, const std::vector<std::string>& ids);
    void release(const std::vector<std::string>& messageIds);

    Sql& sql_;
};

}  // namespace inkwell::webhooks
