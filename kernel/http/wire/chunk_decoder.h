#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace inkwell::kernel {

/// Takes the bytes of a chunked body (RFC 9112, 7.1) out of their chunks as they come. Extensions and trailers are
/// ignored. Poco's reader cannot tell a body that breaks off from one that ends. One body, one thread.
class ChunkDecoder {
public:
    /// Leaves what the `count` bytes have of the body at the front of `bytes` and returns how many these are; nothing
    /// when no chunk looks like that. What follows the end is ignored.
    std::optional<std::size_t> decode(char* bytes, std::size_t count);
    /// The last chunk and the end of the trailers have come.
    bool ended() const noexcept { return ended_; }

private:
    enum class Line { Size, EndOfChunk, Trailer };
    bool add(char c);
    bool takeLine();
    bool takeSize();

    std::uint64_t left_ = 0;  // bytes of the chunk that are still to come
    Line awaited_ = Line::Size;
    std::string line_;  // as far as it has come
    bool ended_ = false;
};

}  // namespace inkwell::kernel
