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

/// One request about an object or, with an empty key, about the bucket.
struct S3Request {
    std::string method;
    std::string key = {};  // the media key, without the prefix
    std::vector<std::pair<std::string, std::string>> query = {};
    std::map<std::string, std::string> headers = {};  // lower-case names
    std::string_view body = {};
    int attempts = 3;
};

/// Signs requests, sends them and tries those again that met a network error, 429 or 5xx. Any thread.
class S3Client {
public:
    /// Throws std::runtime_error for settings that cannot be (parseTarget, S3Connections).
    explicit S3Client(const S3Options& options);

    const S3Target& target() const { return target_; }

    /// Whatever the service answered. Throws MediaStoreError::Unavailable when it did not.
    std::unique_ptr<S3Exchange> send(const S3Request& request);
    /// The same, but throws errorOf() for what is no 2xx.
    std::unique_ptr<S3Exchange> sendOk(const S3Request& request);
    /// What an answer means that is no 2xx: its status and the service's error code.
    static MediaStoreError errorOf(const S3Request& request, S3Exchange& exchange);

private:
    std::unique_ptr<S3Exchange> sendOnce(const S3Request& request, bool newConnection);

    S3Options options_;
    S3Target target_;
    S3Connections connections_;
};

}  // namespace inkwell::media_store_s3
