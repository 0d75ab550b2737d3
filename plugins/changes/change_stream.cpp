#include "change_stream.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "audit_view.h"
#include "event_view.h"
#include "inkwell/bucket_tokens.h"
#include "inkwell/change_log.h"
#include "inkwell/identity.h"

namespace inkwell::changes {

namespace {

constexpr std::size_t kPage = 200;
constexpr std::int64_t kShortRun = 16;  // of numbers that are looked up one by one

}  // namespace

ChangeStream::ChangeStream(Services& services, Hub& hub, const Bucket& bucket, StreamWish wish,
                           std::chrono::seconds heartbeat)
    : services_(services),
      hub_(hub),
      bucketId_(bucket.id),
      readKey_(bucket.readKey),
      wish_(std::move(wish)),
      heartbeat_(heartbeat),
      subscription_(hub.subscribe(bucket.id, wish_.audience)),
      lastSent_(std::chrono::steady_clock::now()),
      memberSeen_(lastSent_) {
    begin();
}

// Told first and read then, with one line between the two: what the hub has already told of is read, the rest it tells.
void ChangeStream::begin() {
    target_ = subscription_->restart();
    if (isFresh_) client_ = had_ = wish_.from.value_or(target_);
    const bool isReset = client_ != target_ && isForgotten(client_);
    if (isReset) client_ = target_;
    if (isReset || !wish_.from) had_ = {};
    unread_.clear();
    if (client_ != target_) {
        for (const Run& gap : upTo(client_, target_.highest).gaps) unread_.push_back(gap);
        if (client_.highest < target_.highest) unread_.push_back({client_.highest + 1, target_.highest});
    }
    greeting_ = isFresh_ ? renderOpening(wish_.audience) : "";
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
    if (!bucket || bucket->readKey != readKey_) return false;
    if (!wish_.bucketToken.empty()) return isTokenValid();
    return wish_.token.empty() || isStillMember();
}

bool ChangeStream::isTokenValid() {
    const auto now = std::chrono::steady_clock::now();
    if (now - memberSeen_ < kMemberCheck) return true;
    auto* tokens = services_.find<BucketTokens>();
    if (tokens == nullptr || !tokens->isValid(bucketId_, wish_.bucketToken)) return false;
    memberSeen_ = now;
    return true;
}

// Asks the database, so not before each piece.
bool ChangeStream::isStillMember() {
    const auto now = std::chrono::steady_clock::now();
    if (now - memberSeen_ < kMemberCheck) return true;
    auto* identity = services_.find<Identity>();
    const std::optional<Account> account = identity != nullptr ? identity->findByToken(wish_.token) : std::nullopt;
    if (!account || !identity->findMembership(account->id, bucketId_)) return false;
    memberSeen_ = now;
    return true;
}

std::string ChangeStream::produce(std::chrono::milliseconds wait) {
    if (mustBegin_) begin();
    if (!greeting_.empty()) return std::exchange(greeting_, {});
    return unread_.empty() ? takeTold(wait) : catchUp();
}

// A page of what the client has not and the hub will not tell. The reading comes first: it may fail and is done again.
std::string ChangeStream::catchUp() {
    std::int64_t last = 0;
    const std::vector<Change> changes = readSome(last);
    const People people = findPeople(changes);
    std::string text;
    for (const Change& change : changes) {
        if (!target_.has(change.sequence)) continue;
        client_ = united(client_, upTo(target_, change.sequence));
        text += render(change, people);
    }
    markRead(last);
    client_ = united(client_, unread_.empty() ? target_ : upTo(target_, last));
    return text;
}

// Sets `last` to the number up to which all that was unread has been read.
std::vector<Change> ChangeStream::readSome(std::int64_t& last) {
    std::vector<std::int64_t> numbers;
    for (const Run& run : unread_) {
        if (run.last - run.first >= kShortRun || numbers.size() >= kPage) break;
        for (std::int64_t number = run.first; number <= run.last; ++number) numbers.push_back(number);
    }
    if (!numbers.empty()) {
        last = numbers.back();
        return findInFeed(numbers);
    }
    const Run run = unread_.front();
    std::vector<Change> page = listInFeed(run.first - 1);
    const bool isWhole = page.size() < kPage || page.back().sequence >= run.last;
    last = isWhole ? run.last : page.back().sequence;
    std::erase_if(page, [&](const Change& change) { return change.sequence > last; });
    return page;
}

std::vector<Change> ChangeStream::findInFeed(std::span<const std::int64_t> numbers) {
    ChangeLog& log = services_.changes();
    const bool forMembers = wish_.audience == Audience::Members;
    return forMembers ? log.find(bucketId_, numbers) : log.findForReaders(bucketId_, numbers);
}

std::vector<Change> ChangeStream::listInFeed(std::int64_t above) {
    ChangeLog& log = services_.changes();
    const bool forMembers = wish_.audience == Audience::Members;
    return forMembers ? log.listAbove(bucketId_, above, kPage) : log.listForReaders(bucketId_, above, kPage);
}

void ChangeStream::markRead(std::int64_t last) {
    while (!unread_.empty() && unread_.front().last <= last) unread_.pop_front();
    if (!unread_.empty()) unread_.front().first = std::max(unread_.front().first, last + 1);
}

std::string ChangeStream::takeTold(std::chrono::milliseconds wait) {
    const Subscription::Taken taken = subscription_->take(wait);
    ended_ = taken.ended;
    mustBegin_ = taken.behind;
    std::vector<Change> changes;
    for (const auto& told : taken.changes) changes.push_back(told->change);
    const People people = findPeople(changes);
    std::string text;
    for (const auto& told : taken.changes) {
        if (had_.has(told->change.sequence)) continue;
        client_ = united(client_, told->position);
        text += render(told->change, people);
    }
    for (const auto& note : taken.notes) text += *note;
    return text;
}

std::string ChangeStream::heartbeat() {
    if (std::chrono::steady_clock::now() - lastSent_ < heartbeat_) return {};
    if (unread_.empty()) {
        if (const std::optional<Position> position = subscription_->findPosition())
            client_ = united(client_, *position);
    }
    return renderHeartbeat(renderPosition(client_));
}

// What was taken from the hub is not told again, so a name is not worth an exception.
People ChangeStream::findPeople(std::span<const Change> changes) {
    if (wish_.audience != Audience::Members) return {};
    try {
        return peopleOf(services_, bucketId_, changes);
    } catch (const DatabaseError&) {
        return {};
    }
}

std::string ChangeStream::render(const Change& change, const People& people) {
    if (!isFor(wish_.audience, change)) return {};
    if (!wish_.types.empty() && !wish_.types.contains(change.type)) return {};
    hub_.countSent();
    return renderChange(change, renderPosition(client_), wish_.audience, people);
}

}  // namespace inkwell::changes
