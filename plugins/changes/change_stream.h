#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "hub.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/member_directory.h"

namespace inkwell::changes {

/// What a client asks of its stream.
struct StreamWish {
    std::optional<Position> from;                   // the id of the last event it received
    std::set<std::string, std::less<>> types = {};  // object types; empty: all
    std::string token = {};                         // of the member who asks; "" for holders of the read key
    std::string bucketToken = {};                   // the id of the bucket's token that asks, or ""
    Audience audience = Audience::Readers;          // Members: drafts too
};

/// One client's stream of server-sent events: first the changes it missed, read from the feed, then new ones as the hub
/// announces them. No change is sent twice or lost. One thread at a time; hub and services must outlive it.
class ChangeStream {
public:
    static constexpr std::chrono::seconds kMemberCheck{1};

    /// Throws ApiError 503 when there are too many streams, DatabaseError.
    ChangeStream(Services& services, Hub& hub, const Bucket& bucket, StreamWish wish, std::chrono::seconds heartbeat);

    /// LiveBody::next. The stream ends when its bucket is deleted or its read key is reset, and that
    /// of a member within kMemberCheck after their token or their role ended.
    std::optional<std::string> next(std::chrono::milliseconds wait);

private:
    void begin();
    bool isForgotten(const Position& position);
    bool mayGoOn();
    bool isStillMember();
    bool isTokenValid();
    std::string produce(std::chrono::milliseconds wait);
    std::string catchUp();
    std::vector<Change> readSome(std::int64_t& last);
    void markRead(std::int64_t last);
    std::string takeTold(std::chrono::milliseconds wait);
    std::string heartbeat();
    std::vector<Change> findInFeed(std::span<const std::int64_t> numbers);
    std::vector<Change> listInFeed(std::int64_t above);
    People findPeople(std::span<const Change> changes);
    std::string render(const Change& change, const People& people);

    Services& services_;
    Hub& hub_;
    const std::string bucketId_;
    const std::string readKey_;
    const StreamWish wish_;
    const std::chrono::seconds heartbeat_;
    std::unique_ptr<Subscription> subscription_;

    std::string greeting_;
    Position had_;            // of the client at the start; another server may have sent it more than this one knows
    Position client_;         // of the client now
    Position target_;         // the feed is read up to here; later changes come from the hub
    std::deque<Run> unread_;  // runs of the feed still to read, ascending
    bool isFresh_ = true;
    bool mustBegin_ = false;
    bool ended_ = false;
    std::chrono::steady_clock::time_point lastSent_;
    std::chrono::steady_clock::time_point memberSeen_;
};

}  // namespace inkwell::changes
