#include "preview_service.h"

#include <span>

#include "inkwell/bucket_tokens.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/identity.h"
#include "inkwell/object_versions.h"
#include "preview_link.h"

namespace inkwell::previews {

namespace {

constexpr std::size_t kTokenLength = 50;
constexpr std::int64_t kSecondMs = 1000;
constexpr std::string_view kOfToken = "token:";  // Access::actor

constexpr std::size_t kIdLength = 24;

std::string digestOf(std::string_view token) { return toHex(sha256(token)); }

std::string idOf(const PreviewToken& token) { return token.digest.substr(0, kIdLength); }

// Not ApiError::notFound: it would repeat the token, which may only be in the wrong bucket.
ApiError unknownToken() {
    return ApiError(404, "not_found", "this preview is unknown or has expired; ask for a new one");
}

}  // namespace

PreviewService::Made PreviewService::make(const Bucket& bucket, const Access& access, const std::string& objectId,
                                          std::int64_t seconds) {
    auto& catalog = services_.get<ObjectCatalog>();
    Made made;
    made.token = randomToken(kTokenLength);
    services_.database().write([&](Sql&) {
        services_.get<ObjectVersions>().lock(bucket, objectId);  // a deletion takes along what is made of it
        const std::vector<ObjectRecord> found = catalog.find(bucket, std::span(&objectId, 1), Visibility::Any);
        if (found.empty()) throw ApiError::notFound("object", objectId);
        const std::int64_t nowMs = services_.clock().nowMs();
        made.expiresAtMs = nowMs + seconds * kSecondMs;
        store_.insert({digestOf(made.token), bucket.id, objectId, access.actor(), nowMs, made.expiresAtMs,
                       access.isWriteKey() ? digestOf(bucket.writeKey) : ""});
        store_.removeOldest(bucket.id, objectId, kMaxOfObject);
        const ObjectRecord& object = found.front();
        made.url = filledLink(catalog.previewLinkOf(bucket, object.type), bucket, object, made.token);
    });
    return made;
}

RenderedObjects PreviewService::show(const Bucket& bucket, const std::string& token, RenderOptions options) {
    const auto found = store_.find(digestOf(token), services_.clock().nowMs());
    if (!found || found->bucketId != bucket.id || !isMakerThere(bucket, *found)) throw unknownToken();
    auto& catalog = services_.get<ObjectCatalog>();
    options.visibility = Visibility::Any;
    return services_.database().read([&](Sql&) {
        std::vector<ObjectRecord> records = catalog.find(bucket, std::span(&found->objectId, 1), Visibility::Any);
        if (records.empty()) throw unknownToken();
        return catalog.render(bucket, std::move(records), options);
    });
}

std::vector<PreviewService::Listed> PreviewService::list(const Bucket& bucket, const std::string& objectId) {
    std::vector<Listed> found;
    for (const PreviewToken& one : openingNow(bucket, objectId))
        found.push_back({idOf(one), one.createdBy, one.createdAtMs, one.expiresAtMs});
    return found;
}

void PreviewService::revoke(const Bucket& bucket, const std::string& objectId, const std::string& id) {
    for (const PreviewToken& one : openingNow(bucket, objectId)) {
        if (idOf(one) == id) return store_.remove(one.digest);
    }
    throw ApiError::notFound("preview token", id);
}

std::vector<PreviewToken> PreviewService::openingNow(const Bucket& bucket, const std::string& objectId) {
    if (services_.get<ObjectCatalog>().find(bucket, std::span(&objectId, 1), Visibility::Any).empty())
        throw ApiError::notFound("object", objectId);
    std::vector<PreviewToken> tokens = store_.listOfObject(bucket.id, objectId, services_.clock().nowMs());
    std::erase_if(tokens, [&](const PreviewToken& one) { return !isMakerThere(bucket, one); });
    return tokens;
}

void PreviewService::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    store_.removeOfObject(bucketId, objectId);
}

void PreviewService::removeOfPerson(const std::string& bucketId, const std::string& userId) {
    store_.removeOfMaker(bucketId, userId);
}

void PreviewService::removeExpired() { store_.removeExpired(services_.clock().nowMs()); }

bool PreviewService::isMakerThere(const Bucket& bucket, const PreviewToken& token) {
    // "" stands in older rows, which do not tell the key either: they end when they expire.
    if (token.createdBy.empty() || token.createdBy == Access::writeKey().actor())
        return token.keyDigest.empty() || token.keyDigest == digestOf(bucket.writeKey);
    if (token.createdBy.starts_with(kOfToken)) {
        auto* tokens = services_.find<BucketTokens>();
        return tokens != nullptr && tokens->readsDrafts(token.bucketId, token.createdBy.substr(kOfToken.size()));
    }
    auto* identity = services_.find<Identity>();
    return identity != nullptr && identity->findMembership(token.createdBy, token.bucketId).has_value();
}

}  // namespace inkwell::previews
