#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inkwell::webhooks {

/// What the sender needs from the head of a response.
struct AnswerHead {
    int status = 0;
    std::optional<std::int64_t> retryAfterMs;
    std::optional<std::int64_t> contentLength;
};

/// Finds the head of the final response in the bytes of a receiver, skipping interim responses (RFC 9110, section
/// 15.2). One thread, one response.
class AnswerReader {
public:
    /// Takes the next bytes. Returns nothing until the head is complete. Throws std::runtime_error, with a sentence for
    /// the delivery log, when they are not HTTP or the head is too long.
    std::optional<AnswerHead> add(std::string_view bytes);

    /// Bytes of the body that arrived together with the head.
    std::int64_t bodyBytes() const { return static_cast<std::int64_t>(buffer_.size()); }

private:
    void checkStart() const;
    std::size_t findEnd();

    std::string buffer_;
    std::size_t searched_ = 0;
    int interimAnswers_ = 0;
};

/// Milliseconds to wait for a Retry-After in seconds or as an HTTP date (RFC 9110, section 10.2.3); never negative. Any
/// thread.
std::optional<std::int64_t> parseRetryAfter(std::string_view value, std::int64_t nowMs);

}  // namespace inkwell::webhooks
