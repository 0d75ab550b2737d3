#include "kernel/http/gatekeeper.h"

#include <algorithm>
#include <stdexcept>

#include "inkwell/bucket_tokens.h"
#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/session_cookie.h"
#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kSessionHeader = "inkwell-session";
constexpr int kRetryAfterSeconds = 30;  // a disabled plugin comes back by an operator's hand, not by itself

template <class S>
S* findService(const Snapshot& snapshot) {
    const auto found = snapshot.services.find(S::kServiceId);
    return found == snapshot.services.end() ? nullptr : static_cast<S*>(found->second);
}

std::string_view headerOf(const RequestParts& parts, std::string_view lowerName) {
    for (const auto& [name, value] : parts.headers) {
        if (name.size() == lowerName.size() && asciiLower(name) == lowerName) return value;
    }
    return {};
}

// Of a read whose key decides: whatever stands beside it.
std::string_view firstTokenOf(const RequestParts& parts) { return bearerToken(headerOf(parts, "authorization")); }

// Of two that differ a proxy before the server may have judged one and the server another, as of two read keys.
std::string_view tokenOf(const RequestParts& parts) {
    const std::string_view token = firstTokenOf(parts);
    for (const auto& [name, value] : parts.headers) {
        if (asciiLower(name) != "authorization" || equalInConstantTime(bearerToken(value), token)) continue;
        throw ApiError::unauthorized("the request carries two headers 'Authorization' that differ");
    }
    return token;
}

bool carriesReadKey(const RequestParts& parts) {
    return !headerOf(parts, "x-read-key").empty() ||
           std::any_of(parts.query.begin(), parts.query.end(), [](const auto& parameter) {
               return parameter.first == "read_key" && !parameter.second.empty();
           });
}

std::string_view sessionTokenOf(const RequestParts& parts) {
    const std::string_view cookies = headerOf(parts, "cookie");
    const std::string_view token = findSessionToken(CookieKind::Secure, cookies);
    if (!token.empty() || !isLoopback(parts.clientAddress)) return token;
    return findSessionToken(CookieKind::Loopback, cookies);
}

// Older browsers send no Sec-Fetch-Site, and with a GET of the same origin no Origin either: they are not signed in.
bool comesFromOwnPage(const RequestParts& parts) {
    const std::string_view site = headerOf(parts, "sec-fetch-site");
    if (!site.empty()) return site == "same-origin";
    const std::string host(headerOf(parts, "host"));
    const std::string_view origin = headerOf(parts, "origin");
    return !host.empty() && (origin == "https://" + host || origin == "http://" + host);
}

// Browsers send a cookie along whoever made them ask, so it counts only where this server's own page asked, and what
// writes carries a header that forms and links cannot set. From here on it is a token in the header Authorization.
void translateSession(RequestParts& parts) {
    if (!headerOf(parts, "authorization").empty() || carriesReadKey(parts)) return;
    const std::string token(sessionTokenOf(parts));
    if (token.empty() || !comesFromOwnPage(parts)) return;
    if (parts.method != Method::Get && headerOf(parts, kSessionHeader).empty()) {
        throw ApiError::unauthorized("a session's cookie writes only beside the header 'Inkwell-Session: 1'");
    }
    parts.headers.emplace_back("Authorization", "Bearer " + token);
}

bool isKey(std::string_view given, const std::string& key) { return !key.empty() && equalInConstantTime(given, key); }

const std::string* findSlug(const RequestParts& parts) {
    for (const auto& [name, value] : parts.path) {
        if (name == "bucket_slug") return &value;
    }
    return nullptr;
}

std::shared_ptr<const Bucket> getBucket(const Snapshot& snapshot, const std::string& slug) {
    auto* directory = findService<BucketDirectory>(snapshot);
    if (directory == nullptr) throw ApiError::unavailable("buckets are disabled", kRetryAfterSeconds);
    std::shared_ptr<const Bucket> bucket = directory->findBySlug(slug);
    if (!bucket) throw ApiError::notFound("bucket", slug);
    return bucket;
}

void findBucketOfPath(const Snapshot& snapshot, RequestParts& parts) {
    if (const std::string* slug = findSlug(parts)) parts.bucket = getBucket(snapshot, *slug);
}

void needBucketOfPath(const Snapshot& snapshot, RequestParts& parts) {
    findBucketOfPath(snapshot, parts);
    if (!parts.bucket) throw std::logic_error("a route that asks for a key or a role needs {bucket_slug} in its path");
}

// Every `read_key` of the query and every header must agree; the answer is the one value, "" when there is none.
std::string_view readKeyOf(const RequestParts& parts) {
    std::string_view key;
    const auto take = [&key](std::string_view value) {
        if (value.empty()) return;
        if (!key.empty() && !equalInConstantTime(key, value)) {
            throw ApiError::unauthorized("the request carries two read keys that differ");
        }
        key = value;
    };
    for (const auto& [name, value] : parts.headers) {
        if (asciiLower(name) == "x-read-key") take(value);
    }
    for (const auto& [name, value] : parts.query) {
        if (name == "read_key") take(value);
    }
    return key;
}

std::optional<Account> findAccount(Identity* identity, std::string_view token) {
    return identity != nullptr && !token.empty() ? identity->findByToken(token) : std::nullopt;
}

// What a token of the bucket allows; nothing for what is none, or none any more.
std::optional<Access> findTokenAccess(const Snapshot& snapshot, const Bucket& bucket, std::string_view token) {
    if (!token.starts_with(BucketTokens::kPrefix)) return std::nullopt;
    auto* tokens = findService<BucketTokens>(snapshot);
    if (tokens == nullptr) throw ApiError::unavailable("tokens of buckets are disabled", kRetryAfterSeconds);
    return tokens->admit(bucket, token);
}

// A token of the bucket in place of the read key.
bool admitTokenReading(const Snapshot& snapshot, std::string_view token, RequestParts& parts) {
    std::optional<Access> access = findTokenAccess(snapshot, *parts.bucket, token);
    if (!access) return false;
    if (!access->mayRead()) throw ApiError::forbidden("this token does not allow to read");
    parts.access = std::move(*access);
    return true;
}

// Only where it matters, because it may ask the database. A read is never refused for what the header holds.
bool isBesideWriter(const Snapshot& snapshot, const RequestParts& parts) {
    if (parts.bucket->readKeyReadsDrafts) return false;
    const std::string_view token = firstTokenOf(parts);
    if (isKey(token, parts.bucket->writeKey)) return true;
    auto* identity = findService<Identity>(snapshot);
    const std::optional<Account> account = findAccount(identity, token);
    return account && identity->findMembership(account->id, parts.bucket->id);
}

// A bucket in which the token's owner has no role is like a missing one, or its slug could be found out by trying.
Membership getMembership(Identity& identity, const Account& account, const Bucket& bucket) {
    std::optional<Membership> membership = identity.findMembership(account.id, bucket.id);
    if (!membership) throw ApiError::notFound("bucket", bucket.slug);
    return *membership;
}

// Members read what they write without the read key, which not everybody is shown.
bool admitMember(const Snapshot& snapshot, RequestParts& parts) {
    auto* identity = findService<Identity>(snapshot);
    const std::optional<Account> account = findAccount(identity, tokenOf(parts));
    if (!account) return false;
    parts.access = Access::user(account->id, getMembership(*identity, *account, *parts.bucket));
    return true;
}

void admitReadKey(const Snapshot& snapshot, RequestParts& parts) {
    const std::string_view key = readKeyOf(parts);
    needBucketOfPath(snapshot, parts);
    if (key.empty()) {
        const std::string_view token = tokenOf(parts);
        if (admitTokenReading(snapshot, token, parts) || admitMember(snapshot, parts)) return;
        if (token.empty()) {
            throw ApiError::unauthorized(
                "a read key is needed: send the query parameter 'read_key' or the header 'X-Read-Key'");
        }
        throw ApiError::unauthorized("the Authorization header holds no valid token of a user or of bucket '" +
                                     parts.bucket->slug +
                                     "'; a read key is sent as parameter 'read_key' or header 'X-Read-Key'");
    }
    if (!isKey(key, parts.bucket->readKey)) {
        if (admitTokenReading(snapshot, key, parts)) return;
        throw ApiError::unauthorized("the read key is not that of bucket '" + parts.bucket->slug + "'");
    }
    parts.access = Access::readKey(isBesideWriter(snapshot, parts));
}

void admitWriteKey(const Snapshot& snapshot, RequestParts& parts) {
    const std::string_view token = tokenOf(parts);
    needBucketOfPath(snapshot, parts);
    if (token.empty()) {
        throw ApiError::unauthorized("a write key is needed: send the header 'Authorization: Bearer <write key>'");
    }
    if (isKey(token, parts.bucket->writeKey)) {
        parts.access = Access::writeKey();
        return;
    }
    if (std::optional<Access> access = findTokenAccess(snapshot, *parts.bucket, token)) {
        parts.access = std::move(*access);
        return;
    }
    auto* identity = findService<Identity>(snapshot);
    const std::optional<Account> account = findAccount(identity, token);
    if (!account) {
        throw ApiError::unauthorized("the Authorization header holds neither the write key of bucket '" +
                                     parts.bucket->slug + "' nor a valid user token");
    }
    parts.access = Access::user(account->id, getMembership(*identity, *account, *parts.bucket));
}

// Of the bucket in the path: routes that take them tell the same of a guessed one.
bool isKeyOrToken(const Snapshot& snapshot, std::string_view token, const RequestParts& parts) {
    const std::string* slug = findSlug(parts);
    auto* directory = findService<BucketDirectory>(snapshot);
    if (slug == nullptr || directory == nullptr) return false;
    const std::shared_ptr<const Bucket> bucket = directory->findBySlug(*slug);
    return bucket && (isKey(token, bucket->writeKey) || findTokenAccess(snapshot, *bucket, token));
}

void admitUser(const Snapshot& snapshot, RequestParts& parts) {
    auto* identity = findService<Identity>(snapshot);
    if (identity == nullptr) throw ApiError::unavailable("user authentication is disabled", kRetryAfterSeconds);
    const std::string_view token = tokenOf(parts);
    if (token.empty()) {
        throw ApiError::unauthorized("a user token is needed: send the header 'Authorization: Bearer <token>'");
    }
    const std::optional<Account> account = identity->findByToken(token);
    if (!account && isKeyOrToken(snapshot, token, parts)) {
        throw ApiError::forbidden(
            "this needs a user who has signed in: the header 'Authorization: Bearer <token>' "
            "holds a key or a token of the bucket");
    }
    if (!account) throw ApiError::unauthorized("the user token is not valid or has expired; sign in again");
    findBucketOfPath(snapshot, parts);
    std::optional<Membership> membership;
    if (parts.bucket) membership = getMembership(*identity, *account, *parts.bucket);
    parts.access = Access::user(account->id, std::move(membership));
}

void admitAdmin(const Snapshot& snapshot, const char* permission, RequestParts& parts) {
    admitUser(snapshot, parts);
    if (!parts.bucket) throw std::logic_error("a route for bucket admins needs {bucket_slug} in its path");
    if (permission != nullptr && parts.access.hasPermission(permission)) return;
    if (parts.access.membership()->role != Role::Admin) {
        throw ApiError::forbidden("only an admin of bucket '" + parts.bucket->slug + "' may do this");
    }
}

}  // namespace

void admit(const Snapshot& snapshot, Auth auth, RequestParts& parts, const char* permission) {
    if (auth != Auth::Public) translateSession(parts);
    switch (auth) {
        case Auth::Public:
            return findBucketOfPath(snapshot, parts);
        case Auth::ReadKey:
            return admitReadKey(snapshot, parts);
        case Auth::WriteKey:
            return admitWriteKey(snapshot, parts);
        case Auth::UserToken:
            return admitUser(snapshot, parts);
        case Auth::BucketAdmin:
            return admitAdmin(snapshot, permission, parts);
    }
    throw std::logic_error("a route asks for an unknown kind of authentication");
}

void admitAgain(const Snapshot& snapshot, Auth auth, RequestParts& parts, const char* permission) {
    const Access before = parts.access;
    admit(snapshot, auth, parts, permission);
    if (parts.access == before) return;
    throw ApiError::forbidden("what you may do here has changed while this was on its way; send it again");
}

}  // namespace inkwell::kernel
