#pragma once

#include <Poco/Net/Context.h>

#include <functional>
#include <mutex>
#include <string>

namespace inkwell::kernel {

/// Throws std::runtime_error naming the file that is wrong when the listeners could not speak with these PEM files: the
/// certificate with its chain, and its key. For checking a configuration.
void checkCertificate(const std::string& certificateFile, const std::string& keyFile);

/// The certificate that listeners speak TLS with, read again while they run. Any thread.
class TlsCertificate {
public:
    /// PEM files: the certificate with its chain, and its key. Throws std::runtime_error naming the file that is wrong.
    TlsCertificate(std::string certificateFile, std::string keyFile);

    /// Reads both files again; what it returns makes the next connections speak with them, those that are open keep
    /// what they began with. Throws as the constructor.
    std::function<void()> prepareReload();
    /// For the next connection.
    Poco::Net::Context::Ptr context() const;

private:
    const std::string certificateFile_;
    const std::string keyFile_;
    mutable std::mutex mutex_;
    Poco::Net::Context::Ptr context_;
};

}  // namespace inkwell::kernel
