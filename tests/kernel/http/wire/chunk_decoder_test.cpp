#include "kernel/http/wire/chunk_decoder.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

/// What the decoder makes of `bytes` that come in pieces; "malformed", or what it has and "..." when the end is
/// missing.
std::string decoded(std::string_view bytes, std::size_t piece) {
    ChunkDecoder decoder;
    std::string body;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        std::string part(bytes.substr(at, piece));
        const auto count = decoder.decode(part.data(), part.size());
        if (!count) return "malformed";
        body += part.substr(0, *count);
    }
    return decoder.ended() ? body : body + "...";
}

TEST(ChunkDecoder, TakesBodiesOutOfTheirChunksHoweverTheyCome) {
    const std::string chunked = "4\r\nwind\r\nb;name=\"value\"\r\n and waves \r\n0\r\nTrailer: ignored\r\n\r\nand more";
    for (std::size_t piece = 1; piece <= chunked.size(); ++piece) EXPECT_EQ(decoded(chunked, piece), "wind and waves ");
    EXPECT_EQ(decoded("0\r\n\r\n", 2), "");
}

TEST(ChunkDecoder, KnowsThatTheEndHasNotCome) {
    const std::string chunked = "4\r\nwind\r\n0\r\n\r\n";
    for (std::size_t length = 0; length < chunked.size(); ++length) {
        const std::string got = decoded(std::string_view(chunked).substr(0, length), 3);
        EXPECT_TRUE(got.ends_with("...")) << length << ": " << got;
    }
}

TEST(ChunkDecoder, RefusesWhatIsNoChunk) {
    for (const char* bytes : {"wind\r\n", "\r\n", "-1\r\n", "0x4\r\nwind\r\n", "4\nwind\r\n", "4\r\nwinds\r\n",
                              "4\r\nwind\n\r\n", "11111111111111111\r\n", "4 4\r\nwind\r\n"}) {
        EXPECT_EQ(decoded(bytes, 64), "malformed") << bytes;
    }
    EXPECT_EQ(decoded("4;" + std::string(5000, 'x'), 64), "malformed") << "a line is bounded";
}

}  // namespace
}  // namespace inkwell::kernel
