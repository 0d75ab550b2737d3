#pragma once

#include <cstdint>
#include <string>

namespace inkwell::media_store_s3 {

/// The plugin's settings; README.md says what each means.
struct S3Options {
    std::string endpoint;  // "": Amazon's of the region
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

/// The settings taken apart. Made once, then only read.
struct S3Target {
    bool secure = true;
    std::string host;  // to connect to; with host style it begins with the bucket
    std::uint16_t port = 443;
    std::string hostHeader;    // with the port, if it is not the scheme's
    std::string bucketPath;    // "" or "/bucket"
    std::string prefix;        // "" or "some/prefix/"
    std::string publicPrefix;  // "" or "https://cdn.example.com/some/prefix/"
};

/// Checks everything. Throws std::runtime_error with a sentence that names the setting, never a secret.
S3Target parseTarget(const S3Options& options);

}  // namespace inkwell::media_store_s3
