#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inkwell::media_store_s3 {

// AWS Signature Version 4 ("Authenticating Requests: Using the Authorization Header", Amazon S3 API Reference).
// Pure functions; any thread.

/// The parts of a request that are signed.
struct SignedParts {
    std::string method;
    std::string path;                                        // "/bucket/key", encoded as sent
    std::vector<std::pair<std::string, std::string>> query;  // in any order, not encoded
    std::map<std::string, std::string> headers;              // lower-case names; at least host and x-amz-*
    std::string payloadHash;                                 // sha256Hex of the body
};

struct SigningScope {
    std::string time;  // "20130524T000000Z"
    std::string region;
    std::string service = "s3";
};

std::string sha256Hex(std::string_view bytes);
/// "a=1&b=": encoded and sorted, as signed and sent.
std::string canonicalQuery(const std::vector<std::pair<std::string, std::string>>& query);
std::string canonicalRequest(const SignedParts& parts);
std::string stringToSign(const SignedParts& parts, const SigningScope& scope);
/// Secret; 32 bytes.
std::string signingKey(const std::string& secretKey, const SigningScope& scope);
/// The value of the header Authorization.
std::string authorization(const SignedParts& parts, const SigningScope& scope, const std::string& accessKey,
                          const std::string& secretKey);
/// "20130524T000000Z"
std::string amzTime(std::int64_t unixSeconds);

}  // namespace inkwell::media_store_s3
