#include "http_sender.h"

#include <Poco/Exception.h>
#include <Poco/Net/StreamSocket.h>
#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <stdexcept>

#include "answer_reader.h"
#include "connection.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::webhooks {

using Poco::Net::Context;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPieceBytes = 16 * 1024;
constexpr std::int64_t kMaxBodyBytes = 64 * 1024;
constexpr std::chrono::milliseconds kMaxBodyTime{500};
constexpr int kVerificationDepth = 9;

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

bool isToken(const std::string& name) {
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               kMarks.find(c) != std::string_view::npos;
    });
}

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

// Reads while it writes: a receiver may answer and close before it has read everything.
AnswerHead exchange(Connection& connection, std::string_view unsent, AnswerReader& answer, Clock::time_point deadline) {
    std::array<char, kPieceBytes> piece;
    for (;;) {
        std::size_t moved = 0;
        if (!unsent.empty()) {
            const std::optional<std::size_t> sent = connection.write(unsent.substr(0, kPieceBytes));
            moved = sent.value_or(0);
            unsent.remove_prefix(sent ? *sent : unsent.size());
        }
        const std::optional<std::size_t> received = connection.read(piece.data(), piece.size());
        if (!received) throw std::runtime_error("the receiver closed the connection without an answer");
        if (*received > 0) {
            if (const auto head = answer.add({piece.data(), *received})) return *head;
        }
        const bool late = Clock::now() >= deadline;
        if (late || (moved + *received == 0 && !connection.wait(deadline))) {
            throw std::runtime_error("the receiver did not answer in time");
        }
    }
}

// Closing over unread bytes would break the receiver's answer off, which some take for a failure.
void readRest(Connection& connection, const AnswerHead& head, std::int64_t bytes, Clock::time_point deadline) {
    const std::int64_t end = std::min(head.contentLength.value_or(kMaxBodyBytes), kMaxBodyBytes);
    std::array<char, kPieceBytes> piece;
    try {
        while (bytes < end && Clock::now() < deadline) {
            const std::optional<std::size_t> received = connection.read(piece.data(), piece.size());
            if (!received || (*received == 0 && !connection.wait(deadline))) return;
            bytes += static_cast<std::int64_t>(*received);
        }
    } catch (const std::runtime_error&) {
        // The status is known; how the connection ends is of no interest.
    }
}

std::int64_t msSince(Clock::time_point start) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
}

Context::Ptr tlsContext(const std::string& caFile) {
    try {
        Context::Ptr context =
            new Context(Context::TLS_CLIENT_USE, caFile, Context::VERIFY_STRICT, kVerificationDepth, true);
        context->requireMinimumProtocol(Context::PROTO_TLSV1_2);
        return context;
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("'ca_file' cannot be used: " + error.displayText());
    }
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
    : guard_(guard), options_(std::move(options)), tls_(tlsContext(options_.caFile)) {}

SendResult HttpSender::send(const Outgoing& request, const std::atomic<bool>* cancelled) const noexcept {
    const auto start = Clock::now();
    SendResult result;
    try {
        const NoPipeSignal noPipeSignal;
        const auto deadline = start + std::chrono::milliseconds(options_.timeoutMs);
        const EgressTarget target = EgressGuard::parse(request.url);
        const std::string text = requestText(request, target);
        Connection connection(guard_.connect(target, deadline, cancelled), cancelled);
        if (target.secure) connection.secure(*tls_, target.host, deadline);
        AnswerReader answer;
        const AnswerHead head = exchange(connection, text, answer, deadline);
        result.status = head.status;
        result.retryAfterMs = head.retryAfterMs;
        result.durationMs = msSince(start);
        readRest(connection, head, answer.bodyBytes(), std::min(deadline, Clock::now() + kMaxBodyTime));
        return result;
    } catch (const ApiError& error) {
        result.error = error.message();
    } catch (const std::runtime_error& error) {
        result.error = error.what();
    } catch (...) {
        result.error = "the request could not be sent";
    }
    result.durationMs = msSince(start);
    return result;
}

}  // namespace inkwell::webhooks
