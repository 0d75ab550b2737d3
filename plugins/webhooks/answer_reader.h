#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace inkwell::webhooks {

/// What matters of an answer's head.
struct AnswerHead {
    int status = 0;
    std::optional<std::int64_t> retryAfterMs;
    std::optional<std::int64_t> contentLength;
};

/// Finds the head of the final answer in what a receiver sends, skipping interim ones (RFC 9110, section 15.2). One
/// thread, one answer.
class AnswerReader {
public:
    /// Takes the next bytes. Nothing until the head is complete. Throws std::runtime_error, with a sentence for the
    /// delivery log, for what is no HTTP or too long.
    std::optional<AnswerHead> add(std::string_view bytes);

    /// Bytes of the body that came with the head.
    std::int64_t bodyBytes() const { return static_cast<std::int64_t>(buffer_.size()); }

private:
    void checkStart() const;
    std::size_t findEnd();

    std::string buffer_;
    std::size_t searched_ = 0;
    int interimAnswers_ = 0;
};

/// The milliseconds that a Retry-After of seconds or of an HTTP date (RFC 9110, section 10.2.3) asks for; not below 0.
/// Any thread.
std::optional<std::int64_t> parseRetryAfter(std::string_view value, std::int64_t nowMs);

}  // namespace inkwell::webhooks
