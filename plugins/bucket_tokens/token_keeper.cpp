#include "token_keeper.h"

#include "inkwell/bucket_directory.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"

namespace inkwell::bucket_tokens {

namespace {

constexpr std::size_t kMaxKept = 10'000;
// However changes are lost, no revoked token is good for longer.
constexpr std::int64_t kMaxAgeMs = 60'000;
constexpr int kRetryAfterSeconds = 30;

bool isOver(const BucketToken& token, std::int64_t nowMs) { return token.expiresAtMs && *token.expiresAtMs <= nowMs; }

}  // namespace

std::optional<Access> TokenKeeper::admit(const Bucket& bucket, std::string_view token) {
    if (!token.starts_with(kPrefix)) return std::nullopt;
    identity();
    std::optional<Entry> found = find(tokenDigest(token));
    const std::int64_t nowMs = services_.clock().nowMs();
    if (!found || found->token.bucketId != bucket.id || isOver(found->token, nowMs)) return std::nullopt;
    {
        const std::lock_guard lock(mutex_);
        used_[found->token.rights.id] = nowMs;
    }
    return Access::token(std::move(found->token.rights), std::move(found->maker));
}

std::string TokenKeeper::bucketOf(std::string_view token) {
    if (!token.starts_with(kPrefix)) return {};
    identity();
    const std::optional<Entry> found = find(tokenDigest(token));
    return found && !isOver(found->token, services_.clock().nowMs()) ? found->token.bucketId : "";
}

bool TokenKeeper::isValid(const std::string& bucketId, const std::string& tokenId) {
    return readOf(bucketId, tokenId) != TokenRights::Read::None;
}

bool TokenKeeper::readsDrafts(const std::string& bucketId, const std::string& tokenId) {
    return readOf(bucketId, tokenId) == TokenRights::Read::Any;
}

void TokenKeeper::forget() {
    const std::lock_guard lock(mutex_);
    ++generation_;
    entries_.clear();
}

void TokenKeeper::flush() {
    std::map<std::string, std::int64_t> used;
    {
        const std::lock_guard lock(mutex_);
        used = used_;
    }
    if (used.empty()) return;
    store_.setUsed(used);
    const std::lock_guard lock(mutex_);
    if (stored_.size() > kMaxKept) stored_.clear();
    for (const auto& [id, timeMs] : used) {
        stored_[id] = timeMs;
        const auto entry = used_.find(id);
        if (entry != used_.end() && entry->second == timeMs) used_.erase(entry);
    }
}

std::optional<std::int64_t> TokenKeeper::lastUse(const std::string& id) {
    const std::lock_guard lock(mutex_);
    for (const auto* times : {&used_, &stored_}) {
        const auto found = times->find(id);
        if (found != times->end()) return found->second;
    }
    return std::nullopt;
}

std::optional<TokenKeeper::Entry> TokenKeeper::find(const std::string& digest) {
    std::uint64_t generation = 0;
    {
        const std::lock_guard lock(mutex_);
        const auto found = entries_.find(digest);
        const std::int64_t nowMs = services_.clock().nowMs();
        if (found != entries_.end() && nowMs - found->second.readAtMs < kMaxAgeMs) return found->second;
        generation = generation_;
    }
    std::optional<Entry> entry = read(digest);
    if (!entry) return std::nullopt;
    const std::lock_guard lock(mutex_);
    // Forgotten while it was read: it may be the state before the change.
    if (generation != generation_) return entry;
    if (entries_.size() >= kMaxKept) entries_.clear();
    entries_.insert_or_assign(digest, *entry);
    return entry;
}

std::optional<TokenKeeper::Entry> TokenKeeper::read(const std::string& digest) {
    std::optional<BucketToken> token = store_.findByDigest(digest);
    if (!token || token->digest != digest) return std::nullopt;
    std::optional<Membership> maker = makerOf(*token);
    if (!maker) return std::nullopt;
    return Entry{std::move(*token), std::move(*maker), services_.clock().nowMs()};
}

// Not from memory: whoever asks by the id does so seldom.
TokenRights::Read TokenKeeper::readOf(const std::string& bucketId, const std::string& tokenId) {
    const std::optional<BucketToken> token = store_.find(bucketId, tokenId);
    const bool isGood = token && !isOver(*token, services_.clock().nowMs()) && makerOf(*token);
    return isGood ? token->rights.read : TokenRights::Read::None;
}

std::optional<Membership> TokenKeeper::makerOf(const BucketToken& token) {
    return identity().findMembership(token.createdBy, token.bucketId);
}

// Also before what is remembered of a token: nobody tells of its maker any more.
Identity& TokenKeeper::identity() {
    if (auto* identity = services_.find<Identity>()) return *identity;
    throw ApiError::unavailable("users are disabled, and with them the tokens of buckets", kRetryAfterSeconds);
}

std::string tokenDigest(std::string_view token) { return toHex(sha256(token)); }

}  // namespace inkwell::bucket_tokens
