#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inkwell/media_store.h"
#include "s3_exchange.h"
#include "s3_options.h"

namespace inkwell::media_store_s3 {

/// One request about an object; with an empty key, about the bucket.
struct S3Request {
    std::string method;
    std::string key = {};  // the media key, without the prefix
    std::vector<std::pair<std::string, std::string>> query = {};
    std::map<std::string, std::string> headers = {};  // lower-case names
    std::string_view body = {};
    int attempts = 3;
};

/// Signs and sends requests; retries after network errors, 429 and 5xx. Any thread.
class S3Client {
public:
    /// Throws std::runtime_error for invalid settings (parseTarget, S3Connections).
    explicit S3Client(const S3Options& options);

    const S3Target& target() const { return target_; }

    /// Returns any response. Throws MediaStoreError::Unavailable when there was none.
    std::unique_ptr<S3Exchange> send(const S3Request& request);
    /// As send(), but throws errorOf() unless the status is 2xx.
    std::unique_ptr<S3Exchange> sendOk(const S3Request& request);
    /// Waits before the attempt that follows this one: 1 for the first.
    static void pauseAfter(int attempt);
    /// The error for a response that is not 2xx, by its status and the service's error code.
    static MediaStoreError errorOf(const S3Request& request, S3Exchange& exchange);
    static MediaStoreError errorOf(const S3Request& request, int status, const std::string& code);

private:
    std::unique_ptr<S3Exchange> sendOnce(const S3Request& request, bool newConnection);

    S3Options options_;
    S3Target target_;
    S3Connections connections_;
};

}  // namespace inkwell::media_store_s3
