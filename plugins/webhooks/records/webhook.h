#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace inkwell::webhooks {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// A registration: which events of a bucket are sent to which endpoint. Times are UTC milliseconds.
struct Webhook {
    std::string id;
    std::string bucketId;
    std::string title;
    std::string endpoint;
    std::string lane;  // laneOf(bucketId, endpoint)
    std::vector<std::string> events;
    std::vector<std::string> objectTypes;  // slugs; empty: all
    std::string props;                     // as the list parameter; "": everything
    Headers headers;
    bool enabled = true;
    std::string disabledReason;  // why the server disabled it; "" when an admin did, or while it is enabled
    std::string secret;          // never log; shown at creation and rotation only
    std::int64_t createdAtMs = 0;
    std::string createdBy;  // user id
    std::int64_t modifiedAtMs = 0;
};

// The states of a delivery.
inline constexpr const char* kWaiting = "waiting";
inline constexpr const char* kSending = "sending";  // a server has claimed it until its lease expires
inline constexpr const char* kDelivered = "delivered";
inline constexpr const char* kFailed = "failed";

/// One try to send a delivery.
struct Attempt {
    std::int64_t startedAtMs = 0;
    int status = 0;     // of the response; 0: there was none
    std::string error;  // why there was no response; "" when there was one
    std::int64_t durationMs = 0;
};

/// One event for one webhook. Its id is sent as `Webhook-Id`. Times are UTC milliseconds of the database's clock.
struct Delivery {
    std::string id;
    std::string event;
    std::string state;
    std::string reason;  // why it failed; "" otherwise
    std::int64_t createdAtMs = 0;
    std::optional<std::int64_t> nextAttemptAtMs;  // while it waits and its webhook is enabled
    std::optional<std::int64_t> endedAtMs;
    std::vector<Attempt> attempts;  // oldest first
};

/// Identifies an endpoint of a bucket in 24 hex digits; spellings of the same URL give the same lane. Any thread.
std::string laneOf(const std::string& bucketId, const std::string& endpoint);

}  // namespace inkwell::webhooks
