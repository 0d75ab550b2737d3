#pragma once

#include <memory>
#include <string>

#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::test {

/// The npm package s3rver (tests/interop/s3rver.mjs) as a process of its own, in a private folder, with one bucket,
/// `media`, and the keys S3RVER. It ends with the thread that made it, at the latest. Throws std::runtime_error when it
/// cannot be installed or started.
class S3rver {
public:
    /// With a certificate and its key (files) it speaks TLS, at localhost.
    explicit S3rver(const std::string& certificateFile = "", const std::string& keyFile = "");

    /// The one that the tests of a process share.
    static S3rver& shared();

    int port() const { return port_; }

private:
    TemporaryFolder folder_;
    std::unique_ptr<ChildProcess> process_;
    int port_ = 0;
};

}  // namespace inkwell::test
