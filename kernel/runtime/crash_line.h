#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace inkwell::kernel {

/// A line of the log made without memory and locks, for signal handlers: of what does not fit the rest is missing.
/// async-signal-safe; one thread.
class CrashLine {
public:
    explicit CrashLine(bool json) noexcept : json_(json) {}

    /// What stands before the message of an error of the kernel: time and level.
    void begin(const timespec& now) noexcept;
    /// A part of the message; other characters than printable ASCII become '?'.
    void text(std::string_view text) noexcept;
    void number(std::uint64_t value) noexcept;
    void hex(std::uint64_t value) noexcept;
    void end() noexcept;

    /// What was added since the last call.
    std::string_view take() noexcept;

private:
    void raw(std::string_view text) noexcept;
    void digits(std::uint64_t value, int width) noexcept;

    static constexpr std::size_t kRoom = 4096;
    static constexpr std::size_t kEndRoom = 4;  // so that the line always ends

    const bool json_;
    char bytes_[kRoom];
    std::size_t size_ = 0;
    std::size_t taken_ = 0;
};

}  // namespace inkwell::kernel
