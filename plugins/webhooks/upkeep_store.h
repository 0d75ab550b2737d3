#pragma once

#include <cstdint>

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

    /// Deliveries that ended longer ago than `keepMs`, with their attempts.
    std::int64_t removeEnded(std::int64_t keepMs, std::int64_t limit);
    /// Messages older than `keepMs` that no delivery needs.
    std::int64_t removeMessages(std::int64_t keepMs, std::int64_t limit);
    /// Deliveries that have waited longer than kMaxWaitMs fail.
    std::int64_t giveUp(std::int64_t limit);
    /// Deliveries of webhooks that are gone: a change can be committed beside the deletion of its webhook.
    std::int64_t removeOrphans(std::int64_t limit);

private:
    std::int64_t removeDeliveries(const std::vector<SqlRow>& rows);

    Sql& sql_;
};

}  // namespace inkwell::webhooks
