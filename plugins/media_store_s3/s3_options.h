#pragma once

#include <cstdint>
#include <string>

namespace inkwell::media_store_s3 {

/// The plugin's settings, explained in README.md.
struct S3Options {
    std::string endpoint;  // "": Amazon's endpoint of the region
    std::string region = "us-east-1";
    std::string bucket;
    std::string accessKey;
    std::string secretKey;  // never logged
    std::string prefix;
    bool pathStyle = false;
    std::string publicAddress;
    std::string caFile;
    std::int64_t timeoutSeconds = 30;
};

/// The settings, parsed and checked. Immutable.
struct S3Target {
    bool secure = true;
    std::string host;  // to connect to; begins with the bucket unless pathStyle
    std::uint16_t port = 443;
    std::string hostHeader;  // with the port, unless it is the scheme's default
    std::string bucket;
    std::string bucketPath;    // "" or "/bucket"
    std::string prefix;        // "" or "some/prefix/"
    std::string publicPrefix;  // "" or "https://cdn.example.com/some/prefix/"
};

/// Checks all settings. Throws std::runtime_error with a sentence that names the setting, never a secret.
S3Target parseTarget(const S3Options& options);

}  // namespace inkwell::media_store_s3
