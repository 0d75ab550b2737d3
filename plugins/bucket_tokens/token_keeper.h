#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "inkwell/bucket_tokens.h"
#include "inkwell/identity.h"
#include "token_store.h"

namespace inkwell::bucket_tokens {

/// Answers the gatekeeper, from memory where it can. What is remembered is forgotten with every change of tokens,
/// users or object types, here at once and on other servers when the change feed brings it. Any thread.
class TokenKeeper : public BucketTokens {
public:
    /// The arguments must outlive it.
    TokenKeeper(Services& services, TokenStore& store) : services_(services), store_(store) {}

    std::optional<Access> admit(const Bucket& bucket, std::string_view token) override;
    std::string bucketOf(std::string_view token) override;
    bool isValid(const std::string& bucketId, const std::string& tokenId) override;
    bool readsDrafts(const std::string& bucketId, const std::string& tokenId) override;

    void forget();
    /// A job: stores when tokens were used.
    void flush();
    /// When a token was last used on this server, as far as it is remembered.
    std::optional<std::int64_t> lastUse(const std::string& id);

private:
    struct Entry {
        BucketToken token;
        Membership maker;
        std::int64_t readAtMs = 0;
    };
    std::optional<Entry> find(const std::string& digest);
    std::optional<Entry> read(const std::string& digest);
    TokenRights::Read readOf(const std::string& bucketId, const std::string& tokenId);
    std::optional<Membership> makerOf(const BucketToken& token);
    Identity& identity();  // throws ApiError 503 while there is none

    Services& services_;
    TokenStore& store_;
    std::mutex mutex_;
    std::uint64_t generation_ = 0;
    std::unordered_map<std::string, Entry> entries_;  // by digest
    std::map<std::string, std::int64_t> used_;        // by id, not stored yet
    std::map<std::string, std::int64_t> stored_;      // by id
};

/// What is stored of a token.
std::string tokenDigest(std::string_view token);

}  // namespace inkwell::bucket_tokens
