#pragma once

#include <string>
#include <vector>

#include "bucket_token.h"
#include "inkwell/bucket_directory.h"
#include "token_input.h"
#include "token_keeper.h"
#include "token_store.h"

namespace inkwell::bucket_tokens {

/// Use cases of the tokens of a bucket (interface/bucket-tokens.md), for its admins. Any thread, only after start().
/// Throws ApiError for the client.
class TokenService {
public:
    static constexpr std::int64_t kMaxOfBucket = 100;

    /// The arguments must outlive it.
    TokenService(Services& services, TokenStore& store, TokenKeeper& keeper)
        : services_(services), store_(store), keeper_(keeper) {}

    std::vector<BucketToken> list(const Bucket& bucket);
    struct Made {
        BucketToken token;
        std::string secret;  // is told once
    };
    /// Throws 409 when the bucket has as many as it may have.
    Made make(const Bucket& bucket, const Access& access, const TokenEdit& input);
    /// Throws 404.
    BucketToken edit(const Bucket& bucket, const Access& access, const std::string& id, const TokenEdit& input);
    /// Throws 404. The token ends with the answer, on other servers with the change feed.
    void remove(const Bucket& bucket, const Access& access, const std::string& id);

    // Inside the write of the change.
    void removeOfBucket(const std::string& bucketId) { store_.removeOfBucket(bucketId); }
    /// `to` "": the type was deleted.
    void renameType(const std::string& bucketId, const std::string& from, const std::string& to);

private:
    void refuseProblems(const Bucket& bucket, const TokenEdit& input, const char* refusal);
    void publish(const std::string& bucketId, const std::string& id, const char* action, const std::string& actor,
                 const std::string& detail = {});

    Services& services_;
    TokenStore& store_;
    TokenKeeper& keeper_;
};

}  // namespace inkwell::bucket_tokens
