#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "records/webhook.h"

namespace inkwell::webhooks {

struct DeliveryFilter {
    std::string state;  // "": any
    std::int64_t limit = 0;
    std::int64_t skip = 0;
};

struct DeliveryPage {
    std::vector<Delivery> deliveries;
    std::int64_t total = 0;
};

/// The SQL of the delivery log. Made for one unit of work, on its thread. Methods throw DatabaseError.
class DeliveryStore {
public:
    explicit DeliveryStore(Sql& sql) : sql_(sql) {}

    /// Newest first.
    DeliveryPage list(const std::string& webhookId, const DeliveryFilter& filter);
    /// What is sent, as JSON; nothing for an unknown delivery.
    std::optional<std::string> findBody(const std::string& webhookId, const std::string& id);
    std::optional<Delivery> find(const std::string& webhookId, const std::string& id);
    /// Makes it due now with a full set of tries. Returns false while a server is sending it.
    bool requeue(const std::string& webhookId, const std::string& id);

private:
    void addAttempts(std::span<Delivery> deliveries);

    Sql& sql_;
};

}  // namespace inkwell::webhooks
