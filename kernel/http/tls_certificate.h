#pragma once

#include <Poco/Net/Context.h>

#include <functional>
#include <mutex>
#include <string>

namespace inkwell::kernel {

/// Throws std::runtime_error, naming the faulty file, when the listeners could not use these PEM files: the certificate
/// with its chain, and its key. For checking a configuration.
void checkCertificate(const std::string& certificateFile, const std::string& keyFile);

/// The listeners' TLS certificate, which can be replaced while they run. Any thread.
class TlsCertificate {
public:
    /// PEM files: the certificate with its chain, and its key. Throws std::runtime_error naming the faulty file.
    TlsCertificate(std::string certificateFile, std::string keyFile);

    /// Reads both files again; calling the result makes new connections use them, while open connections keep the old
    /// certificate. Throws like the constructor.
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
