#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace inkwell::images {

/// Reads anywhere in an open file, in blocks, for those who walk through its structure. A byte behind the end is 0. The
/// caller keeps `file`, which must be seekable and whose offset does not change. One thread.
class FileBytes {
public:
    explicit FileBytes(int file) : file_(file) {}

    bool has(std::uint64_t offset) { return !from(offset).empty(); }
    std::uint8_t byte(std::uint64_t offset);
    /// `bytes` of them, the lowest first or last.
    std::uint64_t number(std::uint64_t offset, int bytes, bool lowestFirst = true);
    bool reads(std::uint64_t offset, std::string_view text);
    /// Some bytes from there on, empty at the end; until the next call.
    std::span<const std::uint8_t> from(std::uint64_t offset);

private:
    int file_;
    std::vector<std::uint8_t> block_ = std::vector<std::uint8_t>(64 * 1024);
    std::uint64_t begin_ = 0;
    std::size_t size_ = 0;
};

}  // namespace inkwell::images
