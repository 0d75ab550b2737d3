#include "file_bytes.h"

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>

namespace inkwell::images {

std::span<const std::uint8_t> FileBytes::from(std::uint64_t offset) {
    if (offset < begin_ || offset - begin_ >= size_) {
        if (offset > INT64_MAX) return {};
        begin_ = offset;
        ssize_t got = -1;
        while ((got = ::pread(file_, block_.data(), block_.size(), static_cast<off_t>(offset))) < 0 && errno == EINTR) {
        }
        size_ = got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return std::span(block_).first(size_).subspan(offset - begin_);
}

std::uint8_t FileBytes::byte(std::uint64_t offset) {
    const std::span<const std::uint8_t> found = from(offset);
    return found.empty() ? 0 : found.front();
}

std::uint64_t FileBytes::number(std::uint64_t offset, int bytes, bool lowestFirst) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
        value = value << 8 | byte(offset + static_cast<std::uint64_t>(lowestFirst ? bytes - 1 - i : i));
    return value;
}

bool FileBytes::reads(std::uint64_t offset, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (byte(offset + i) != static_cast<std::uint8_t>(text[i])) return false;
    return true;
}

}  // namespace inkwell::images
