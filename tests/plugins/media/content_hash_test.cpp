#include "content_hash.h"

#include <gtest/gtest.h>

#include <array>

namespace inkwell::media {
namespace {

std::string direct(const std::string& bytes) {
    std::array<unsigned char, crypto_generichash_BYTES> digest;
    crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                       nullptr, 0);
    std::array<char, 2 * digest.size() + 1> hex;
    return sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
}

TEST(ContentHash, IsThatOfTheWholeHoweverItComes) {
    std::string bytes;
    for (int n = 0; n < 5'000'000; ++n) bytes += static_cast<char>(n * 7 % 251);
    for (const std::size_t size : {0U, 1U, 300'000U, 1'048'576U, 1'048'577U, 5'000'000U}) {
        for (const std::size_t piece : {size_t{4'096}, size_t{100'003}, size_t{2'000'000}}) {
            ContentHash hash;
            for (std::size_t at = 0; at < size; at += piece) {
                std::string part = bytes.substr(at, std::min(piece, size - at));
                hash.update(part);
                part.assign(part.size(), '!');  // the caller uses its memory again
            }
            EXPECT_EQ(hash.finish(), direct(bytes.substr(0, size))) << size << " in pieces of " << piece;
        }
    }
}

TEST(ContentHash, MayBeLeftUnfinished) {
    ContentHash hash;
    for (int n = 0; n < 20; ++n) hash.update(std::string(200'000, 'x'));
}

}  // namespace
}  // namespace inkwell::media
