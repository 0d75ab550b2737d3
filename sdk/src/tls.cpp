#include "inkwell/tls.h"

#include <Poco/Delegate.h>
#include <Poco/Exception.h>
#include <Poco/Net/Context.h>
#include <Poco/Net/IPAddress.h>
#include <Poco/Net/SSLException.h>
#include <Poco/Net/SSLManager.h>
#include <Poco/Net/SecureStreamSocket.h>

#include <stdexcept>

namespace inkwell {

using Poco::Net::Context;
using Poco::Net::StreamSocket;

namespace {

constexpr int kVerificationDepth = 9;

// Why OpenSSL refused a certificate: what Poco throws does not say it. It is told on the thread of the handshake.
thread_local std::string refusal;

void keepRefusal(const void*, Poco::Net::VerificationErrorArgs& error) { refusal = error.errorMessage(); }

void listenForRefusals() {
    static const bool once = [] {
        Poco::Net::SSLManager::instance().ClientVerificationError += Poco::delegate(&keepRefusal);
        return true;
    }();
    static_cast<void>(once);
}

}  // namespace

Context::Ptr tlsContext(const std::string& caFile, std::string_view setting) {
    try {
        Context::Ptr context =
            new Context(Context::TLS_CLIENT_USE, caFile, Context::VERIFY_STRICT, kVerificationDepth, true);
        context->requireMinimumProtocol(Context::PROTO_TLSV1_2);
        return context;
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("'" + std::string(setting) + "' cannot be used: " + error.displayText());
    }
}

StreamSocket secured(const StreamSocket& socket, const std::string& host, const Context::Ptr& context) {
    listenForRefusals();
    refusal.clear();
    const std::string refused = "the certificate of host '" + host + "' is not accepted: ";
    try {
        // Poco tells the peer which host is asked for, which RFC 6066 forbids for addresses. Without a name it compares
        // the certificate with the address that it is connected to.
        Poco::Net::IPAddress address;
        const bool isAddress = Poco::Net::IPAddress::tryParse(host, address);
        return Poco::Net::SecureStreamSocket::attach(socket, isAddress ? "" : host, context);
    } catch (const Poco::Net::CertificateValidationException&) {
        throw std::runtime_error(refused + (refusal.empty() ? "hostname mismatch" : refusal));
    } catch (const Poco::Exception&) {
        if (!refusal.empty()) throw std::runtime_error(refused + refusal);
        throw std::runtime_error("host '" + host + "' did not agree on TLS");
    }
}

}  // namespace inkwell
