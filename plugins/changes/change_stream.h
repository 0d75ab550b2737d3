#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hub.h"
#include "inkwell/bucket_directory.h"

namespace inkwell::changes {

/// What a client asks of its stream.
struct StreamWish {
    std::optional<Position> from;                   // the id of the last event it got
    std::set<std::string, std::less<>> types = {};  // object types; none: everything
};

/// One client's stream of server-sent events: what it has missed, read from the feed, then what is committed, as the
/// hub tells it; nothing twice, nothing left out. One thread at a time; hub and services must outlive it.
class ChangeStream {
public:
    /// Throws ApiError 503 for one stream too many, DatabaseError.
    ChangeStream(Services& services, Hub& hub, const Bucket& bucket, StreamWish wish, std::chrono::seconds heartbeat);

    /// LiveBody::next. The stream ends with its bucket, or the read key that it was asked for with.
    std::optional<std::string> next(std::chrono::milliseconds wait);

private:
    void begin();
    bool isForgotten(const Position& position);
    bool mayGoOn();
    std::string produce(std::chrono::milliseconds wait);
    std::string catchUp();
    std::vector<Change> readSome(std::int64_t& last);
    void markRead(std::int64_t last);
    std::string takeTold(std::chrono::milliseconds wait);
    std::string heartbeat();
    std::string render(const Change& change);

    Services& services_;
    Hub& hub_;
    const std::string bucketId_;
    const std::string readKey_;
    const StreamWish wish_;
    const std::chrono::seconds heartbeat_;
    std::unique_ptr<Subscription> subscription_;

    std::string greeting_;
    Position had_;     // what the client had when it came; another server may have told it more than this one knows
    Position client_;  // what it has now
    Position target_;  // up to here the feed is read; the hub tells the rest
    std::deque<Run> unread_;  // of the feed, ascending
    bool isFresh_ = true;
    bool mustBegin_ = false;
    bool ended_ = false;
    std::chrono::steady_clock::time_point lastSent_;
};

}  // namespace inkwell::changes
