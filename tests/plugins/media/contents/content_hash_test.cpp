#include "contents/content_hash.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>

#include "inkwell/crypto.h"
#include "tests/support/eventually.h"

namespace inkwell::media {
namespace {

std::string direct(const std::string& bytes) { return toHex(sha256(bytes)); }

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

std::ptrdiff_t threadsOfThisProcess() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

TEST(ContentHash, LeavesNoThreadBehindWhenItIsLeftUnfinished) {
    const std::ptrdiff_t before = threadsOfThisProcess();
    {
        ContentHash hash;
        for (int n = 0; n < 20; ++n) hash.update(std::string(200'000, 'x'));
        EXPECT_EQ(threadsOfThisProcess(), before + 1);
    }
    EXPECT_TRUE(test::eventually([&] { return threadsOfThisProcess() == before; }));
}

}  // namespace
}  // namespace inkwell::media
