#include "connection.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <sys/poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace inkwell::webhooks {

namespace {

constexpr std::chrono::milliseconds kLongestPoll{200};

bool wouldBlock(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

bool isAddress(const std::string& host) {
    in6_addr raw{};
    return ::inet_pton(AF_INET, host.c_str(), &raw) == 1 || ::inet_pton(AF_INET6, host.c_str(), &raw) == 1;
}

// By name the receiver is also told which of its certificates is asked for; RFC 6066 forbids that for addresses.
bool expectHost(SSL* ssl, const std::string& host) {
    if (isAddress(host)) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) == 1;
    SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(ssl, host.c_str()) == 1 && SSL_set_tlsext_host_name(ssl, host.c_str()) == 1;
}

int sizeOf(std::size_t size) { return static_cast<int>(std::min<std::size_t>(size, std::numeric_limits<int>::max())); }

}  // namespace

void Connection::SslDeleter::operator()(ssl_st* ssl) const { SSL_free(ssl); }

Connection::Connection(const Poco::Net::StreamSocket& socket, const std::atomic<bool>* cancelled)
    : socket_(socket), cancelled_(cancelled) {}

Connection::~Connection() {
    // Says goodbye as far as that needs no waiting.
    if (ssl_ && SSL_is_init_finished(ssl_.get())) SSL_shutdown(ssl_.get());
    ERR_clear_error();
}

void Connection::secure(const Poco::Net::Context& context, const std::string& host, Deadline deadline) {
    ssl_.reset(SSL_new(context.sslContext()));
    // Without a callback a certificate that fails ends the handshake.
    if (ssl_) SSL_set_verify(ssl_.get(), SSL_VERIFY_PEER, nullptr);
    if (!ssl_ || SSL_set_fd(ssl_.get(), socket_.impl()->sockfd()) != 1 || !expectHost(ssl_.get(), host)) {
        throw std::runtime_error("TLS with host '" + host + "' is not possible");
    }
    for (;;) {
        ERR_clear_error();
        const int result = SSL_connect(ssl_.get());
        if (result == 1) return;
        if (mustWait(result)) {
            if (!wait(deadline)) throw std::runtime_error("host '" + host + "' did not agree on TLS in time");
            continue;
        }
        const long problem = SSL_get_verify_result(ssl_.get());
        if (problem == X509_V_OK) throw std::runtime_error("host '" + host + "' did not agree on TLS");
        throw std::runtime_error("the certificate of host '" + host +
                                 "' is not accepted: " + X509_verify_cert_error_string(problem));
    }
}

std::optional<std::size_t> Connection::write(std::string_view bytes) {
    if (ssl_) {
        ERR_clear_error();
        const int result = SSL_write(ssl_.get(), bytes.data(), sizeOf(bytes.size()));
        if (result > 0) return result;
        return mustWait(result) ? std::optional<std::size_t>(0) : std::nullopt;
    }
    const ssize_t sent = ::send(socket_.impl()->sockfd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) return sent;
    if (!wouldBlock(errno)) return std::nullopt;
    events_ |= POLLOUT;
    return 0;
}

std::optional<std::size_t> Connection::read(char* bytes, std::size_t size) {
    if (ssl_) {
        ERR_clear_error();
        const int result = SSL_read(ssl_.get(), bytes, sizeOf(size));
        if (result > 0) return result;
        return mustWait(result) ? std::optional<std::size_t>(0) : std::nullopt;
    }
    const ssize_t received = ::recv(socket_.impl()->sockfd(), bytes, size, 0);
    if (received > 0) return received;
    if (received == 0) return std::nullopt;
    if (!wouldBlock(errno)) throw std::runtime_error("the receiver broke the connection off");
    events_ |= POLLIN;
    return 0;
}

bool Connection::wait(Deadline deadline) {
    pollfd poll{socket_.impl()->sockfd(), std::exchange(events_, static_cast<short>(0)), 0};
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0 || (cancelled_ != nullptr && *cancelled_)) return false;
        if (::poll(&poll, 1, static_cast<int>(std::min(left, kLongestPoll).count())) > 0) return true;
    }
}

bool Connection::mustWait(int result) {
    const int error = SSL_get_error(ssl_.get(), result);
    if (error == SSL_ERROR_WANT_READ) events_ |= POLLIN;
    if (error == SSL_ERROR_WANT_WRITE) events_ |= POLLOUT;
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

}  // namespace inkwell::webhooks
