#include "sending/http_sender.h"

#include <Poco/Exception.h>
#include <Poco/Net/StreamSocket.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <stdexcept>

#include "inkwell/error.h"
#include "inkwell/text.h"
#include "inkwell/tls.h"
#include "inkwell/watchdog.h"
#include "sending/answer_reader.h"

namespace inkwell::webhooks {

using Poco::Net::StreamSocket;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPieceBytes = 16 * 1024;
constexpr std::int64_t kMaxBodyBytes = 64 * 1024;
constexpr std::chrono::milliseconds kMaxBodyTime{500};

// OpenSSL writes without MSG_NOSIGNAL: a receiver that hangs up must not end the process.
class NoPipeSignal {
public:
    NoPipeSignal() {
        ::sigemptyset(&pipe_);
        ::sigaddset(&pipe_, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoPipeSignal() {
        if (::sigismember(&before_, SIGPIPE) == 1) return;
        const timespec now{};
        while (::sigtimedwait(&pipe_, nullptr, &now) > 0) {
        }
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;

private:
    sigset_t pipe_{};
    sigset_t before_{};
};

// They say where a message ends or who reads it.
bool isOfTheSender(const std::string& name) {
    static constexpr std::array<std::string_view, 10> kNames = {
        "host",       "content-length", "transfer-encoding", "connection",
        "keep-alive", "upgrade",        "proxy-connection",  "te",
        "trailer",    "expect"};
    return std::find(kNames.begin(), kNames.end(), asciiLower(name)) != kNames.end();
}

bool hasHeader(const Outgoing& request, std::string_view lowerName) {
    return std::any_of(request.headers.begin(), request.headers.end(),
                       [&](const auto& header) { return asciiLower(header.first) == lowerName; });
}

std::string requestText(const Outgoing& request, const EgressTarget& target) {
    std::string text = "POST " + target.path + " HTTP/1.1\r\nHost: " + target.hostHeader() +
                       "\r\nConnection: close\r\nContent-Length: " + std::to_string(request.body.size()) + "\r\n";
    if (!hasHeader(request, "user-agent")) text += "User-Agent: Inkwell\r\n";
    for (const auto& [name, value] : request.headers) {
        if (const std::optional<std::string> problem = headerProblem(name, value)) throw std::runtime_error(*problem);
        text += name + ": " + value + "\r\n";
    }
    return text + "\r\n" + request.body;
}

// What the receiver takes of it. It may have answered and closed before it read everything: then its answer counts.
void sendAll(StreamSocket& socket, std::string_view bytes) {
    try {
        while (!bytes.empty()) {
            const int sent = socket.sendBytes(bytes.data(), static_cast<int>(std::min(bytes.size(), kPieceBytes)));
            if (sent <= 0) return;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    } catch (const Poco::Exception&) {
    }
}

AnswerHead readHead(StreamSocket& socket, AnswerReader& answer) {
    std::array<char, kPieceBytes> piece;
    for (;;) {
        int received = 0;
        try {
            received = socket.receiveBytes(piece.data(), static_cast<int>(piece.size()));
        } catch (const Poco::Exception&) {
            throw std::runtime_error("the receiver broke the connection off");
        }
        if (received <= 0) throw std::runtime_error("the receiver closed the connection without an answer");
        if (const auto head = answer.add({piece.data(), static_cast<std::size_t>(received)})) return *head;
    }
}

// Closing over unread bytes would break the receiver's answer off, which some take for a failure.
void readRest(StreamSocket& socket, const AnswerHead& head, std::int64_t bytes) {
    const std::int64_t end = std::min(head.contentLength.value_or(kMaxBodyBytes), kMaxBodyBytes);
    if (bytes >= end) return;
    std::array<char, kPieceBytes> piece;
    try {
        const Watchdog watchdog(socket, Clock::now() + kMaxBodyTime);
        while (bytes < end) {
            const int received = socket.receiveBytes(piece.data(), static_cast<int>(piece.size()));
            if (received <= 0) return;
            bytes += received;
        }
    } catch (const std::exception&) {
        // The status is known; how the connection ends is of no interest.
    }
}

std::int64_t msSince(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
}

}  // namespace

std::optional<std::string> headerProblem(const std::string& name, const std::string& value) {
    if (!isToken(name)) return "a header's name must be letters, digits and hyphens";
    if (isOfTheSender(name)) return "header '" + name + "' is set by the server";
    const bool control = std::any_of(value.begin(), value.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && c != '\t') || byte == 0x7F;
    });
    if (control) return "the value of header '" + name + "' must not contain line breaks or control characters";
    return std::nullopt;
}

HttpSender::HttpSender(const EgressGuard& guard, Options options)
    : guard_(guard), options_(std::move(options)), tls_(tlsContext(options_.caFile, "ca_file")) {}

SendResult HttpSender::send(const Outgoing& request, const Permit* permit) const noexcept {
    const auto start = Clock::now();
    SendResult result;
    try {
        const NoPipeSignal noPipeSignal;
        const auto deadline = start + std::chrono::milliseconds(options_.timeoutMs);
        const EgressTarget target = EgressGuard::parse(request.url);
        const std::string text = requestText(request, target);
        StreamSocket socket =
            guard_.connect(target, deadline, permit == nullptr ? nullptr : &permit->stopping(), request.bucketId);
        if (permit != nullptr && permit->isOver()) throw std::runtime_error("this server had to stop sending");
        socket.setBlocking(true);
        const Watchdog watchdog(socket, deadline, [permit] { return permit != nullptr && permit->isOver(); });
        try {
            // Gone before the watchdog: its goodbye may have to wait for the receiver.
            StreamSocket stream = target.secure ? secured(socket, target.host, tls_) : socket;
            sendAll(stream, text);
            AnswerReader answer;
            const AnswerHead head = readHead(stream, answer);
            result.status = head.status;
            result.retryAfterMs = head.retryAfterMs;
            result.durationMs = msSince(start);
            readRest(stream, head, answer.bodyBytes());
            return result;
        } catch (const std::runtime_error&) {
            if (watchdog.hasEnded()) throw std::runtime_error("the receiver did not answer in time");
            throw;
        }
    } catch (const ApiError& error) {
        result.error = error.message();
    } catch (const EgressBusy& error) {
        result.error = error.what();
        result.wasBusy = true;
    } catch (const std::runtime_error& error) {
        result.error = error.what();
    } catch (...) {
        result.error = "the request could not be sent";
    }
    result.durationMs = msSince(start);
    return result;
}

}  // namespace inkwell::webhooks
