#include "kernel/http/idempotency/kept_caller.h"

#include <algorithm>
#include <vector>

#include "inkwell/bucket_tokens.h"
#include "inkwell/crypto.h"
#include "inkwell/identity.h"
#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

template <class Service>
Service* findService(const Snapshot& snapshot) {
    const auto found = snapshot.services.find(Service::kServiceId);
    return found == snapshot.services.end() ? nullptr : static_cast<Service*>(found->second);
}

std::string_view tokenOf(const RequestParts& parts) {
    const auto header = std::find_if(parts.headers.begin(), parts.headers.end(),
                                     [](const auto& one) { return asciiLower(one.first) == "authorization"; });
    return header == parts.headers.end() ? std::string_view() : bearerToken(header->second);
}

JsonArray rightsOf(const Membership& member) {
    return {static_cast<int>(member.role), member.draftOnly, boost::json::value_from(member.additionalPermissions),
            boost::json::value_from(member.objectTypes)};
}

JsonArray rightsOf(const Access& access, const Bucket& bucket) {
    JsonArray all{access.mayRead(), access.mayPublish(), access.mayWriteMedia(), access.mayWriteObjectTypes(),
                  access.mayReadDrafts(bucket)};
    if (const std::optional<Membership>& member = access.membership()) all.push_back(rightsOf(*member));
    return all;
}

// Of a route that reaches every bucket of the account.
JsonArray rightsOf(const Account& account, Identity& identity) {
    std::vector<std::string> buckets = identity.bucketsOf(account.id);
    std::vector<std::string> accepted = identity.acceptedBucketsOf(account.id);
    std::sort(buckets.begin(), buckets.end());
    std::sort(accepted.begin(), accepted.end());
    JsonArray all{account.serverAdmin, boost::json::value_from(accepted)};
    for (const std::string& bucket : buckets) {
        const std::optional<Membership> member = identity.findMembership(account.id, bucket);
        if (member) all.push_back(JsonArray{Json(bucket), Json(rightsOf(*member))});
    }
    return all;
}

KeptCaller callerOf(const std::string& actor, const std::string& bucketId, const JsonArray& rights) {
    return {toHex(Digest::of(writeJson(JsonArray{Json(actor), Json(bucketId)}))), writeJson(rights)};
}

std::optional<KeptCaller> findByBucketToken(const Snapshot& snapshot, std::string_view token) {
    auto* tokens = findService<BucketTokens>(snapshot);
    auto* directory = findService<BucketDirectory>(snapshot);
    if (tokens == nullptr || directory == nullptr) return std::nullopt;
    const std::string id = tokens->bucketOf(token);
    const std::shared_ptr<const Bucket> bucket = id.empty() ? nullptr : directory->findById(id);
    if (!bucket) return std::nullopt;
    const std::optional<Access> access = tokens->admit(*bucket, token);
    if (!access) return std::nullopt;
    return callerOf(access->actor(), {}, rightsOf(*access, *bucket));
}

std::optional<Account> findAccount(const Snapshot& snapshot, std::string_view token) {
    auto* identity = findService<Identity>(snapshot);
    return identity == nullptr || token.empty() ? std::nullopt : identity->findByToken(token);
}

std::optional<KeptCaller> findByToken(const Snapshot& snapshot, std::string_view token) {
    if (token.starts_with(BucketTokens::kPrefix)) return findByBucketToken(snapshot, token);
    const std::optional<Account> account = findAccount(snapshot, token);
    if (!account) return std::nullopt;
    return callerOf(account->id, {}, rightsOf(*account, *findService<Identity>(snapshot)));
}

}  // namespace

std::optional<KeptCaller> findKeptCaller(const Snapshot& snapshot, Auth auth, const RequestParts& parts) {
    if (auth == Auth::Public) return findByToken(snapshot, tokenOf(parts));
    const std::string actor = parts.access.actor();
    if (actor.empty()) return std::nullopt;
    if (parts.bucket) return callerOf(actor, parts.bucket->id, rightsOf(parts.access, *parts.bucket));
    // Roles do not count: whoever makes a bucket gets one by it.
    const std::optional<Account> account = findAccount(snapshot, tokenOf(parts));
    return callerOf(actor, {}, {account && account->serverAdmin});
}

}  // namespace inkwell::kernel
