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
        std::int64_t lateMs = 0;       // how long the oldest delivery that could be sent has been due
        std::int64_t neglectedMs = 0;  // as lateMs, but at most as long as nobody tried to send to its endpoint
    };
    Numbers numbers();

    // Each changes at most `limit` deliveries, and removes none once kMaxBytes of bodies are exceeded, to keep
    // transactions short; they return how many.
    static constexpr std::int64_t kMaxBytes = 32LL * 1024 * 1024;

    /// Removes deliveries of a deleted webhook, their attempts, and messages that no other delivery needs.
    std::int64_t removeOfWebhook(const std::string& webhookId, std::int64_t limit);
    /// Where removeEnded continues. No webhook: at the beginning, or at the end.
    struct Place {
        std::string webhookId, deliveryId;
    };
    /// Removes deliveries of one webhook that ended more than `keepMs` ago, and advances `place`.
    std::int64_t removeEnded(std::int64_t keepMs, std::int64_t limit, Place& place);
    /// Fails deliveries that have waited longer than kMaxWaitMs.
    std::int64_t giveUp(std::int64_t limit);

    /// Webhooks that are gone and have deliveries: too many for one step, or queued while it was being deleted.
    std::vector<std::string> orphaned();

private:
    /// The next webhook that has deliveries; "" after the last one.
    std::string webhookAfter(const std::string& webhookId);
    void remove(const std::string& webhookId, const std::vector<std::string>& ids);
    void release(const std::vector<std::string>& messageIds);

    Sql& sql_;
};

}  // namespace inkwell::webhooks
