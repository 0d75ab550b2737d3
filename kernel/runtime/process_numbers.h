#pragma once

#include <cstdint>

namespace inkwell::kernel {

/// What the system says about this process (Linux, /proc); 0 for what cannot be read.
struct ProcessNumbers {
    std::int64_t residentBytes = 0;
    std::int64_t openDescriptors = 0;
    std::int64_t maxDescriptors = 0;
    std::int64_t threads = 0;
    double cpuSeconds = 0;    // user and system
    double startSeconds = 0;  // since 1970
};

/// Costs a few system calls and a directory listing: for occasional use. Any thread.
ProcessNumbers readProcessNumbers();

/// Raises the process's limit of open files and connections to the maximum: shells and services start programs with
/// 1024, for the sake of those that use select(). Call once, at the start of a server.
void raiseDescriptorLimit() noexcept;

}  // namespace inkwell::kernel
