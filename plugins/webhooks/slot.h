#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "webhook.h"

namespace inkwell::webhooks {

/// What sending to one webhook takes.
struct Recipient {
    std::string endpoint;
    Headers headers;
    std::vector<std::string> secrets;  // the newest first; never log
};

/// One delivery of a slot.
struct Parcel {
    std::string deliveryId;
    std::string webhookId;
    std::string messageId;
    std::string event;
    std::int64_t bodyBytes = 0;
    int tries = 0;     // since it was queued, without this one
    int attempts = 0;  // in its whole life, without this one
};

/// Deliveries for one lane that this server has claimed: one worker sends them, one after the other.
struct Slot {
    std::string lane;
    std::string bucketId;
    std::string claim;                            // what the deliveries are marked with
    int failures = 0;                             // of the lane in a row, when it was claimed
    std::map<std::string, Recipient> recipients;  // by webhook id
    std::map<std::string, std::string> bodies;    // by message id
    std::vector<Parcel> parcels;
};

struct Tried : Attempt {
    std::optional<std::int64_t> retryAfterMs;

    bool succeeded() const { return status >= 200 && status < 300; }
};

/// A slot that was worked off as far as it went: the i-th try was that of the i-th parcel, only the last one can have
/// failed, and parcels behind it were not sent.
struct Outcome {
    Slot slot;
    std::vector<Tried> tries;
};

}  // namespace inkwell::webhooks
