#include "change_stream.h"

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

#include "event_view.h"
#include "inkwell/change_log.h"

namespace inkwell::changes {

namespace {

constexpr std::int64_t kPage = 200;

}  // namespace

ChangeStream::ChangeStream(Services& services, Hub& hub, const Bucket& bucket, StreamWish wish,
                           std::chrono::seconds heartbeat)
    : services_(services),
      hub_(hub),
      bucketId_(bucket.id),
      readKey_(bucket.readKey),
      wish_(std::move(wish)),
      heartbeat_(heartbeat),
      subscription_(hub.subscribe(bucket.id)),
      lastSent_(std::chrono::steady_clock::now()) {
    begin();
}

// Told first and read then, with one line between the two: what the hub has already told of is read, the rest it tells.
void ChangeStream::begin() {
    target_ = subscription_->restart();
    if (isFresh_) greeting_ = renderOpening();
    const bool begins = isFresh_ && !wish_.from;
    if (isFresh_) client_ = had_ = wish_.from.value_or(Position{});
    const bool isReset = !begins && isForgotten(client_);
    if (begins || isReset) {
        client_ = target_;
        had_ = {};
    }
    catchingUp_ = !begins && !isReset;
    cursor_ = client_.highest;
    if (isFresh_ || isReset) greeting_ += renderMark(isReset ? "reset" : "ready", renderPosition(client_));
    isFresh_ = mustBegin_ = false;
}

// Also when the client knows of more than there is: the database is another one, or was restored.
bool ChangeStream::isForgotten(const Position& position) {
    ChangeLog& log = services_.changes();
    return position.highest + 1 < log.lowestSequence() || position.highest > log.highestSequence();
}

std::optional<std::string> ChangeStream::next(std::chrono::milliseconds wait) {
    std::string text;
    try {
        if (!mayGoOn()) return std::nullopt;
        text = produce(wait);
    } catch (const DatabaseError&) {
        // It comes back, and what was missed is read then; a client that was sent away would get 503 and stay away.
        std::this_thread::sleep_for(wait);
    }
    if (ended_) return std::nullopt;
    if (text.empty()) text = heartbeat();
    if (!text.empty()) lastSent_ = std::chrono::steady_clock::now();
    return text;
}

bool ChangeStream::mayGoOn() {
    const std::shared_ptr<const Bucket> bucket = services_.get<BucketDirectory>().findById(bucketId_);
    return bucket && bucket->readKey == readKey_;
}

std::string ChangeStream::produce(std::chrono::milliseconds wait) {
    if (mustBegin_) begin();
    if (!greeting_.empty()) return std::exchange(greeting_, {});
    return catchingUp_ ? catchUp() : takeTold(wait);
}

// One page of what the client has not and the hub will not tell. All reading comes first: it may fail and is done
// again.
std::string ChangeStream::catchUp() {
    std::vector<std::int64_t> gaps;
    for (const std::int64_t number : client_.gaps) {
        if (number <= cursor_ && target_.has(number)) gaps.push_back(number);
    }
    std::vector<Change> changes = services_.changes().findForReaders(bucketId_, gaps);
    std::vector<Change> page = services_.changes().listForReaders(bucketId_, cursor_, kPage);
    const bool isLast = static_cast<std::int64_t>(page.size()) < kPage || page.back().sequence > target_.highest;
    std::move(page.begin(), page.end(), std::back_inserter(changes));

    std::string text;
    for (const Change& change : changes) {
        cursor_ = std::max(cursor_, change.sequence);
        if (!target_.has(change.sequence)) continue;
        client_ = united(client_, upTo(target_, change.sequence));
        text += render(change);
    }
    client_ = united(client_, isLast ? target_ : upTo(target_, cursor_));
    catchingUp_ = !isLast;
    return text;
}

std::string ChangeStream::takeTold(std::chrono::milliseconds wait) {
    const Subscription::Taken taken = subscription_->take(wait);
    ended_ = taken.ended;
    mustBegin_ = taken.behind;
    std::string text;
    for (const auto& told : taken.changes) {
        if (had_.has(told->change.sequence)) continue;
        client_ = united(client_, told->position);
        text += render(told->change);
    }
    return text;
}

std::string ChangeStream::heartbeat() {
    if (std::chrono::steady_clock::now() - lastSent_ < heartbeat_) return {};
    if (!catchingUp_) {
        if (const std::optional<Position> position = subscription_->findPosition())
            client_ = united(client_, *position);
    }
    return renderHeartbeat(renderPosition(client_));
}

std::string ChangeStream::render(const Change& change) {
    if (!wish_.types.empty() && !wish_.types.contains(change.type)) return {};
    hub_.countSent();
    return renderChange(change, renderPosition(client_));
}

}  // namespace inkwell::changes
