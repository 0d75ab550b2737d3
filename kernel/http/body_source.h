#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <streambuf>
#include <utility>

#include "inkwell/error.h"
#include "kernel/http/idempotency/body_digest.h"
#include "kernel/http/wire/chunk_decoder.h"

namespace inkwell::kernel {

/// ApiError 413 naming the limit.
ApiError bodyTooLarge(std::int64_t maxBytes);

/// The bytes of one request body, counted as they are taken from the connection, so that the dispatcher knows how many
/// are left. Reading throws ApiError 408 or 400 when the sender stalls, trickles or breaks off. One thread.
class BodySource : public std::streambuf {
public:
    static constexpr std::int64_t kUnknownLength = -1;
    static constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

    /// `source` is read by sgetn, which returns 0 only at the end and may wait once per call; it must
    /// outlive this. `length` is the Content-Length, or kUnknownLength for a body in chunks, which are
    /// taken apart here and may be read beyond their end. The sender's minimum speed is checked only after `patience`.
    /// A body of unknown length that exceeds `maxBytes` makes reading throw ApiError 413.
    BodySource(std::streambuf& source, std::int64_t length, std::chrono::milliseconds patience,
               std::int64_t maxBytes = kUnlimited);

    /// From now on `watcher` is told of all bytes that are taken; it must outlive this.
    void watch(BodyDigest* watcher) noexcept { watcher_ = watcher; }

    /// From now on `ask` is called with the last bytes, and before once a second at most; what it throws, reading
    /// throws.
    void keepAsking(std::function<void()> ask) { ask_ = std::move(ask); }

    /// Bytes that are still to come, or kUnknownLength.
    std::int64_t remaining() const noexcept;
    /// The body was read to its end.
    bool ended() const noexcept { return ended_; }
    /// The sender failed: the connection cannot be used any more.
    bool failed() const noexcept { return failed_; }

protected:
    int_type underflow() override;
    /// Large pieces bypass the buffer.
    std::streamsize xsgetn(char* to, std::streamsize count) override;

private:
    std::streamsize receive(char* to, std::streamsize room);
    std::streamsize wantedBytes(std::streamsize room) const noexcept;
    std::streamsize takeOfBody(char* to, std::streamsize wanted);
    std::streamsize take(char* to, std::streamsize wanted);
    void checkSpeed() const;
    void askAgain();

    std::streambuf& source_;
    std::int64_t length_;
    std::chrono::milliseconds patience_;
    std::int64_t maxBytes_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::int64_t taken_ = 0;
    BodyDigest* watcher_ = nullptr;
    std::function<void()> ask_;
    std::chrono::steady_clock::time_point asked_ = begin_;
    ChunkDecoder chunks_;
    bool ended_ = false;
    bool failed_ = false;
    std::array<char, 64 * 1024> buffer_;
};

}  // namespace inkwell::kernel
