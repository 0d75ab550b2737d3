#include "s3_media_store.h"

#include <Poco/DateTime.h>
#include <Poco/DateTimeFormat.h>
#include <Poco/DateTimeParser.h>

#include <algorithm>
#include <sstream>

#include "s3_stream.h"
#include "s3_writer.h"
#include "s3_xml.h"

namespace inkwell::media_store_s3 {

using Kind = MediaStoreError::Kind;

namespace {

constexpr int kOk = 200;
constexpr int kPartialContent = 206;
constexpr int kRangeNotSatisfiable = 416;
constexpr int kServiceError = 500;
constexpr int kNotImplemented = 501;
constexpr std::int64_t kMaxCopyBytes = std::int64_t{5} * 1024 * 1024 * 1024;
// For what is done again later anyway: the second one because the service may have closed a kept connection.
constexpr int kLaterAttempts = 2;

// Ages are told by the service's clock, whatever ours says.
std::int64_t serverTimeMs(const S3Exchange& exchange) {
    const std::string text = exchange.header("Date");
    Poco::DateTime date;
    int zone = 0;
    if (!Poco::DateTimeParser::tryParse(Poco::DateTimeFormat::HTTP_FORMAT, text, date, zone)) {
        throw MediaStoreError(Kind::Other, "the S3 service's answer has no Date");
    }
    return date.timestamp().epochMicroseconds() / 1000;
}

std::string rangeOf(std::int64_t offset, std::int64_t length) {
    std::string range = "bytes=" + std::to_string(offset) + "-";
    if (length <= MediaStore::kToEnd - offset) range += std::to_string(offset + length - 1);
    return range;
}

void requireKey(const std::string& key, Kind otherwise) {
    if (!isMediaKey(key)) throw MediaStoreError(otherwise, "'" + key + "' is no key of a media store");
}

}  // namespace

std::unique_ptr<MediaWriter> S3MediaStore::begin(const std::string& key, const MediaContentInfo& info) {
    requireKey(key, Kind::Other);
    return std::make_unique<S3Writer>(client_, key, info);
}

bool S3MediaStore::copy(const std::string& from, const std::string& to) {
    requireKey(to, Kind::Other);
    if (size(from) > kMaxCopyBytes) return false;
    const S3Target& target = client_.target();
    const S3Request request{"PUT", to, {}, {{"x-amz-copy-source", "/" + target.bucket + "/" + target.prefix + from}}};
    // As at the end of an upload in parts, the status may be sent before the work is done.
    const std::string code = parseCopy(client_.sendOk(request)->readAll());
    if (!code.empty()) throw S3Client::errorOf(request, kServiceError, code);
    return true;
}

std::unique_ptr<std::istream> S3MediaStore::open(const std::string& key, std::int64_t offset, std::int64_t length) {
    requireKey(key, Kind::NotFound);
    if (length == 0) {
        // There is no range without a byte.
        size(key);
        return std::make_unique<std::istringstream>();
    }
    const bool whole = offset == 0 && length == kToEnd;
    S3Request request{"GET", key};
    if (!whole) request.headers["range"] = rangeOf(offset, length);
    std::unique_ptr<S3Exchange> exchange = client_.send(request);
    // An empty content has no range; s3rver says so with a total of 0.
    const bool nothing =
        exchange->status() == kRangeNotSatisfiable || exchange->header("Content-Range").ends_with("/0");
    if (nothing) return std::make_unique<std::istringstream>();
    if (!exchange->isOk()) throw S3Client::errorOf(request, *exchange);
    // A service may answer with the whole to a range from the start.
    if (exchange->status() != kPartialContent && !(exchange->status() == kOk && offset == 0)) {
        throw MediaStoreError(Kind::Other, "the S3 service does not answer with the range that it was asked for");
    }
    return streamOf(std::move(exchange), length);
}

std::int64_t S3MediaStore::size(const std::string& key) {
    requireKey(key, Kind::NotFound);
    const std::optional<std::int64_t> length = client_.sendOk({"HEAD", key})->length();
    if (!length) throw MediaStoreError(Kind::Other, "the S3 service does not tell the size of '" + key + "'");
    return *length;
}

void S3MediaStore::check() {
    S3Request request{"GET", "", {{"list-type", "2"}, {"max-keys", "1"}, {"prefix", client_.target().prefix}}};
    request.attempts = kLaterAttempts;
    const std::string answer = client_.sendOk(request)->readAll();
    try {
        parseObjectPage(answer);
    } catch (const MediaStoreError& error) {
        throw MediaStoreError(error.kind(), std::string(error.what()) + "; is 'endpoint' right?");
    }
}

void S3MediaStore::remove(const std::string& key) {
    if (!isMediaKey(key)) return;
    S3Request request{"DELETE", key};
    request.attempts = kLaterAttempts;
    const std::unique_ptr<S3Exchange> exchange = client_.send(request);
    if (exchange->isOk()) return;
    const MediaStoreError error = S3Client::errorOf(request, *exchange);
    if (error.kind() != Kind::NotFound) throw error;
}

std::optional<std::string> S3MediaStore::publicAddress(const std::string& key) const {
    if (client_.target().publicPrefix.empty() || !isMediaKey(key)) return std::nullopt;
    return client_.target().publicPrefix + key;
}

std::optional<std::string> S3MediaStore::keyOf(const std::string& object) const {
    const std::string& prefix = client_.target().prefix;
    if (!object.starts_with(prefix) || !isMediaKey(object.substr(prefix.size()))) return std::nullopt;
    return object.substr(prefix.size());
}

void S3MediaStore::list(const std::function<void(const Entry&)>& visit) {
    std::string token;
    do {
        S3Request request{"GET", "", {{"list-type", "2"}, {"prefix", client_.target().prefix}}};
        if (!token.empty()) request.query.emplace_back("continuation-token", token);
        const std::unique_ptr<S3Exchange> exchange = client_.sendOk(request);
        const std::int64_t nowMs = serverTimeMs(*exchange);
        const ObjectPage page = parseObjectPage(exchange->readAll());
        for (const ObjectPage::Object& object : page.objects) {
            const std::optional<std::string> key = keyOf(object.key);
            if (key) visit({*key, object.sizeBytes, std::max<std::int64_t>(0, nowMs - object.modifiedAtMs)});
        }
        token = page.nextToken;
    } while (!token.empty());
}

void S3MediaStore::removeUnfinished(std::int64_t olderThanMs) {
    UploadPage page;
    do {
        S3Request request{"GET", "", {{"uploads", ""}, {"prefix", client_.target().prefix}}};
        if (!page.nextKey.empty()) request.query.emplace_back("key-marker", page.nextKey);
        if (!page.nextId.empty()) request.query.emplace_back("upload-id-marker", page.nextId);
        request.attempts = kLaterAttempts;
        const std::unique_ptr<S3Exchange> exchange = client_.send(request);
        // Such a service clears up by itself, or cannot be helped.
        if (exchange->status() == kNotImplemented) return;
        if (!exchange->isOk()) throw S3Client::errorOf(request, *exchange);
        const std::int64_t nowMs = serverTimeMs(*exchange);
        page = parseUploadPage(exchange->readAll());
        for (const UploadPage::Upload& upload : page.uploads) {
            const std::optional<std::string> key = keyOf(upload.key);
            if (!key || nowMs - upload.initiatedAtMs <= olderThanMs) continue;
            S3Request abort{"DELETE", *key, {{"uploadId", upload.id}}};
            abort.attempts = kLaterAttempts;
            client_.send(abort);
        }
    } while (!page.nextKey.empty());
}

}  // namespace inkwell::media_store_s3
