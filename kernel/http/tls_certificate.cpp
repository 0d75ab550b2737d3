#include "kernel/http/tls_certificate.h"

#include <Poco/Net/NetSSL.h>
#include <openssl/ssl.h>

#include <fstream>
#include <stdexcept>

namespace inkwell::kernel {

namespace {

using Poco::Net::Context;

// As Mozilla's intermediate profile: TLS 1.3, and of 1.2 what keeps forward secrecy.
constexpr const char* kCiphers =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
constexpr int kVerificationDepth = 9;

void requireReadable(const std::string& file, const char* what) {
    if (!std::ifstream(file)) throw std::runtime_error(std::string(what) + " '" + file + "' cannot be read");
}

Context::Ptr read(const std::string& certificateFile, const std::string& keyFile) {
    requireReadable(certificateFile, "the certificate");
    requireReadable(keyFile, "the key");
    try {
        Context::Ptr context = new Context(Context::TLS_SERVER_USE, keyFile, certificateFile, "", Context::VERIFY_NONE,
                                           kVerificationDepth, false, kCiphers);
        context->requireMinimumProtocol(Context::PROTO_TLSV1_2);
        // A send that cannot wait goes on with the rest, wherever that lies (ConnectionSocket).
        SSL_CTX_set_mode(context->sslContext(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
        if (SSL_CTX_check_private_key(context->sslContext()) != 1) {
            throw std::runtime_error("the key '" + keyFile + "' is not that of the certificate '" + certificateFile +
                                     "'");
        }
        return context;
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("the certificate '" + certificateFile + "' with the key '" + keyFile +
                                 "' cannot be used: " + error.displayText());
    }
}

}  // namespace

void checkCertificate(const std::string& certificateFile, const std::string& keyFile) {
    const TlsCertificate tried(certificateFile, keyFile);
}

TlsCertificate::TlsCertificate(std::string certificateFile, std::string keyFile)
    : certificateFile_(std::move(certificateFile)), keyFile_(std::move(keyFile)) {
    Poco::Net::initializeSSL();
    context_ = read(certificateFile_, keyFile_);
}

std::function<void()> TlsCertificate::prepareReload() {
    return [this, fresh = read(certificateFile_, keyFile_)] {
        const std::lock_guard lock(mutex_);
        context_ = fresh;
    };
}

Context::Ptr TlsCertificate::context() const {
    const std::lock_guard lock(mutex_);
    return context_;
}

}  // namespace inkwell::kernel
