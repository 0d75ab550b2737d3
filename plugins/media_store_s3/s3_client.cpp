#include "s3_client.h"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPMessage.h>
#include <Poco/Net/HTTPRequest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "s3_xml.h"
#include "signature.h"

namespace inkwell::media_store_s3 {

using Kind = MediaStoreError::Kind;

namespace {

constexpr std::chrono::milliseconds kFirstPause{200};

bool isTransient(int status) {
    return status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
}

std::int64_t unixSeconds() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

Kind kindOf(const std::string& method, int status, const std::string& code) {
    if (status == 507 || code == "XMinioStorageFull" || code == "QuotaExceeded") return Kind::Full;
    const bool writes = method == "PUT" || method == "POST";
    if (status == 404 && code != "NoSuchBucket" && !writes) return Kind::NotFound;
    return isTransient(status) ? Kind::Unavailable : Kind::Other;
}

struct Hint {
    std::string_view code;
    const char* text;
};

// The settings that the usual refusals come from.
constexpr Hint kHints[] = {
    {"NoSuchBucket", "are 'bucket' and 'endpoint' right?"},
    {"InvalidBucketName", "are 'bucket' and 'path_style' right?"},
    {"InvalidAccessKeyId", "is 'access_key' right?"},
    {"SignatureDoesNotMatch", "is 'secret_key' right?"},
    {"ExpiredToken", "'access_key' and 'secret_key' have expired"},
    {"InvalidToken", "are 'access_key' and 'secret_key' right?"},
    {"RequestTimeTooSkewed", "is the clock of this machine right?"},
    {"AuthorizationHeaderMalformed", "is 'region' right?"},
    {"AccessDenied", "has the account of 'access_key' the rights in 'bucket'?"},
};

std::string hintOf(const S3Request& request, int status, const std::string& code) {
    if (status >= 300 && status < 400) return "; are 'endpoint' and 'region' right?";
    for (const Hint& hint : kHints)
        if (hint.code == code) return std::string("; ") + hint.text;
    // A bucket that is not there has a code of its own: this is no S3, or one that is asked in the other way.
    if (status == 404 && request.key.empty()) return "; are 'endpoint' and 'path_style' right?";
    return "";
}

}  // namespace

S3Client::S3Client(const S3Options& options)
    : options_(options), target_(parseTarget(options)), connections_(target_, options.caFile, options.timeoutSeconds) {}

std::unique_ptr<S3Exchange> S3Client::send(const S3Request& request) {
    for (int attempt = 1;; ++attempt) {
        const bool last = attempt == request.attempts;
        try {
            std::unique_ptr<S3Exchange> exchange = sendOnce(request, attempt > 1);
            if (last || !isTransient(exchange->status())) return exchange;
        } catch (const MediaStoreError& error) {
            if (last || error.kind() != Kind::Unavailable) throw;
            if (attempt == 1) continue;  // a kept connection that the service has closed
        }
        pauseAfter(attempt);
    }
}

void S3Client::pauseAfter(int attempt) { std::this_thread::sleep_for(kFirstPause * attempt); }

std::unique_ptr<S3Exchange> S3Client::sendOk(const S3Request& request) {
    std::unique_ptr<S3Exchange> exchange = send(request);
    if (!exchange->isOk()) throw errorOf(request, *exchange);
    return exchange;
}

std::unique_ptr<S3Exchange> S3Client::sendOnce(const S3Request& request, bool newConnection) {
    const SigningScope scope{amzTime(unixSeconds()), options_.region};
    SignedParts parts{request.method, target_.bucketPath + "/", request.query, request.headers,
                      sha256Hex(request.body)};
    if (!request.key.empty()) parts.path += target_.prefix + request.key;
    parts.headers["host"] = target_.hostHeader;
    parts.headers["x-amz-content-sha256"] = parts.payloadHash;
    parts.headers["x-amz-date"] = scope.time;

    const std::string query = canonicalQuery(request.query);
    Poco::Net::HTTPRequest http(request.method, parts.path + (query.empty() ? "" : "?" + query),
                                Poco::Net::HTTPMessage::HTTP_1_1);
    for (const auto& [name, value] : parts.headers) http.set(name, value);
    http.set("authorization", authorization(parts, scope, options_.accessKey, options_.secretKey));
    if (request.method == "PUT" || request.method == "POST") {
        http.setContentLength64(static_cast<Poco::Int64>(request.body.size()));
    }
    return std::make_unique<S3Exchange>(connections_, newConnection ? connections_.takeNew() : connections_.take(),
                                        http, request.body);
}

MediaStoreError S3Client::errorOf(const S3Request& request, S3Exchange& exchange) {
    // Only the code: the message of an error can repeat what was signed.
    return errorOf(request, exchange.status(), parseErrorCode(exchange.readAll()));
}

MediaStoreError S3Client::errorOf(const S3Request& request, int status, const std::string& code) {
    std::string text = "the S3 service answered " + std::to_string(status) + (code.empty() ? "" : " " + code) + " to " +
                       request.method + (request.key.empty() ? " of the bucket" : " '" + request.key + "'");
    text += hintOf(request, status, code);
    return {kindOf(request.method, status, code), text};
}

}  // namespace inkwell::media_store_s3
