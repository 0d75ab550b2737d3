#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "s3_options.h"
#include "tests/support/child_process.h"

namespace inkwell::test {

/// Removed with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The npm package s3rver (tests/interop/s3rver.mjs) as a process of its own, in a private folder, with one bucket.
/// Throws std::runtime_error when it cannot be installed or started.
class S3rver {
public:
    /// With a certificate and its key (files) it speaks TLS, at localhost.
    explicit S3rver(const std::string& certificateFile = "", const std::string& keyFile = "");

    /// The one that the tests of a process share: with a prefix of its own, each store is alone.
    static S3rver& shared();

    int port() const { return port_; }
    /// For this service, by path, with a prefix that nobody else has.
    media_store_s3::S3Options options() const;

private:
    TemporaryFolder folder_;
    std::unique_ptr<ChildProcess> process_;
    int port_ = 0;
};

}  // namespace inkwell::test
