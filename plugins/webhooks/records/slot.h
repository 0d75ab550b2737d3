#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "records/webhook.h"

namespace inkwell::webhooks {

/// What is needed to send to one webhook.
struct Recipient {
    std::string endpoint;
    Headers headers;
    std::vector<std::string> secrets;  // newest first; never log
};

/// One delivery of a slot.
struct Parcel {
    std::string deliveryId;
    std::string webhookId;
    std::string messageId;
    std::string event;
    std::int64_t bodyBytes = 0;
    int tries = 0;     // since it was queued, before this one
    int attempts = 0;  // ever, before this one
};

/// A worker starts no further delivery of its slot after this time.
inline constexpr std::int64_t kSlotMs = 15'000;

/// Deliveries for one lane, claimed by this server. One worker sends them, one after the other.
struct Slot {
    std::string lane;
    std::string bucketId;
    std::string claim;                            // marks the claimed deliveries in the database
    int failures = 0;                             // consecutive failures of the lane at the time of the claim
    std::map<std::string, Recipient> recipients;  // by webhook id
    std::map<std::string, std::string> bodies;    // by message id
    std::vector<Parcel> parcels;
};

struct Tried : Attempt {
    std::optional<std::int64_t> retryAfterMs;

    bool succeeded() const { return status >= 200 && status < 300; }
};

/// A slot and how far it got. tries[i] belongs to parcels[i]; only the last try can have failed; parcels without a try
/// were not sent.
struct Outcome {
    Slot slot;
    std::vector<Tried> tries;
};

}  // namespace inkwell::webhooks
