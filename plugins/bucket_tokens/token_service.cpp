#include "token_service.h"

#include <algorithm>

#include "inkwell/bucket_filling.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/object_catalog.h"

namespace inkwell::bucket_tokens {

namespace {

constexpr std::size_t kRandomLength = 50;

ApiError notFound(const std::string& id) { return ApiError::notFound("token", id); }

void apply(const TokenEdit& input, BucketToken& token) {
    if (input.title) token.title = *input.title;
    if (input.expiresAtMs) token.expiresAtMs = *input.expiresAtMs;
    if (!input.rights) return;
    const std::string id = token.rights.id;
    token.rights = *input.rights;
    token.rights.id = id;
}

// For the audit.
std::string differences(const BucketToken& before, const BucketToken& after) {
    std::string all;
    const auto tell = [&](bool differs, const char* what) {
        if (differs) all += (all.empty() ? "" : ", ") + std::string(what);
    };
    tell(before.rights != after.rights, "permissions");
    tell(before.expiresAtMs != after.expiresAtMs, "expires_at");
    tell(before.title != after.title, "title");
    return all;
}

}  // namespace

std::vector<BucketToken> TokenService::list(const Bucket& bucket) {
    std::vector<BucketToken> tokens = store_.list(bucket.id);
    for (BucketToken& token : tokens) {
        const std::optional<std::int64_t> here = keeper_.lastUse(token.rights.id);
        if (here) token.lastUsedAtMs = std::max(*here, token.lastUsedAtMs.value_or(0));
    }
    return tokens;
}

TokenService::Made TokenService::make(const Bucket& bucket, const Access& access, const TokenEdit& input) {
    Made made;
    made.secret = std::string(BucketTokens::kPrefix) + randomToken(kRandomLength);
    made.token.bucketId = bucket.id;
    made.token.digest = tokenDigest(made.secret);
    made.token.createdBy = access.userId();
    apply(input, made.token);
    services_.database().write([&](Sql&) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        refuseProblems(bucket, input, "the token cannot be made");
        if (store_.count(bucket.id) >= kMaxOfBucket) {
            throw ApiError::conflict("bucket '" + bucket.slug + "' has " + std::to_string(kMaxOfBucket) +
                                     " tokens, which is as many as it may have");
        }
        made.token.rights.id = services_.ids().next();
        made.token.createdAtMs = services_.clock().nowMs();
        store_.insert(made.token);
        publish(bucket.id, made.token.rights.id, "created", access.actor());
    });
    return made;
}

BucketToken TokenService::edit(const Bucket& bucket, const Access& access, const std::string& id,
                               const TokenEdit& input) {
    return services_.database().write([&](Sql&) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        refuseProblems(bucket, input, "the token cannot be edited");
        std::optional<BucketToken> token = store_.find(bucket.id, id);
        if (!token) throw notFound(id);
        const BucketToken before = *token;
        apply(input, *token);
        store_.update(*token);
        publish(bucket.id, id, "edited", access.actor(), differences(before, *token));
        return *token;
    });
}

void TokenService::remove(const Bucket& bucket, const Access& access, const std::string& id) {
    services_.database().write([&](Sql&) {
        fillAlone(services_.events(), bucket.id, bucket.slug);
        if (!store_.remove(bucket.id, id)) throw notFound(id);
        publish(bucket.id, id, "deleted", access.actor());
    });
}

void TokenService::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    services_.database().write([&](Sql&) {
        fillAlone(services_.events(), bucketId, bucketId);  // as whoever stores a token, whose types must exist then
        for (BucketToken& token : store_.list(bucketId)) {
            std::vector<std::string>& types = token.rights.objectTypes;
            const auto at = std::find(types.begin(), types.end(), from);
            if (at == types.end()) continue;
            // All of them: rows that were stored before may name a type twice.
            if (!to.empty()) *at = to;
            std::erase(types, from);
            store_.update(token);
        }
    });
}

void TokenService::refuseProblems(const Bucket& bucket, const TokenEdit& input, const char* refusal) {
    Problems problems = input.problems;
    auto* catalog = services_.find<ObjectCatalog>();
    if (catalog != nullptr && input.rights && !input.rights->objectTypes.empty()) {
        const std::vector<std::string>& types = input.rights->objectTypes;
        const std::vector<std::string> existing = catalog->existingTypes(bucket, types);
        for (std::size_t i = 0; i < types.size(); ++i) {
            if (std::find(existing.begin(), existing.end(), types[i]) != existing.end()) continue;
            problems.add("permissions.write[" + std::to_string(i) + "]",
                         "there is no object type '" + types[i] + "' in bucket '" + bucket.slug + "'");
        }
    }
    problems.throwIfAny(refusal);
}

void TokenService::publish(const std::string& bucketId, const std::string& id, const char* action,
                           const std::string& actor, const std::string& detail) {
    Change change{0, bucketId, "bucket_token", "", id, action, 0, actor, ""};
    change.detail = detail;
    services_.events().publish(BucketTokenChanged{std::move(change)});
}

}  // namespace inkwell::bucket_tokens
