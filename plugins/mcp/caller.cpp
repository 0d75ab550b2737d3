#include "caller.h"

#include "inkwell/bucket_tokens.h"
#include "inkwell/error.h"
#include "inkwell/identity.h"

namespace inkwell::mcp {

namespace {

constexpr int kRetryAfterSeconds = 30;

ApiError refusal(std::string message) {
    ApiError error = ApiError::unauthorized(std::move(message));
    error.withHeader("WWW-Authenticate", "Bearer");
    return error;
}

template <class Service>
Service& serviceOf(Services& services, const char* what) {
    auto* service = services.find<Service>();
    if (service == nullptr) throw ApiError::unavailable(std::string(what) + " are disabled", kRetryAfterSeconds);
    return *service;
}

std::vector<std::string> idsOf(std::string_view token, Services& services) {
    if (token.starts_with(BucketTokens::kPrefix)) {
        std::string id = serviceOf<BucketTokens>(services, "tokens of buckets").bucketOf(token);
        if (id.empty()) throw refusal("the token of a bucket is not valid, has expired or was revoked");
        return {std::move(id)};
    }
    auto& identity = serviceOf<Identity>(services, "users");
    const std::optional<Account> account = identity.findByToken(token);
    if (!account) {
        throw refusal(
            "the Authorization header holds neither a valid user token nor a token of a bucket; the keys of a bucket "
            "are "
            "not taken here");
    }
    // Anybody may add anybody to a bucket: beside those that the user has accepted, others do not count.
    std::vector<std::string> accepted = identity.acceptedBucketsOf(account->id);
    return accepted.empty() ? identity.bucketsOf(account->id) : accepted;
}

}  // namespace

std::vector<std::shared_ptr<const Bucket>> bucketsOf(const Request& request, Services& services) {
    const std::string authorization = request.header("Authorization").value_or("");
    const std::string_view token = bearerToken(authorization);
    if (token.empty()) throw refusal("a token is needed: send the header 'Authorization: Bearer <token>'");
    auto& directory = services.get<BucketDirectory>();
    std::vector<std::shared_ptr<const Bucket>> buckets;
    for (const std::string& id : idsOf(token, services)) {
        if (std::shared_ptr<const Bucket> bucket = directory.findById(id)) buckets.push_back(std::move(bucket));
    }
    return buckets;
}

}  // namespace inkwell::mcp
