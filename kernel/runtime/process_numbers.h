#pragma once

#include <cstdint>

namespace inkwell::kernel {

/// What the system says of this process (Linux, /proc); 0 for what cannot be read.
struct ProcessNumbers {
    std::int64_t residentBytes = 0;
    std::int64_t openDescriptors = 0;
    std::int64_t maxDescriptors = 0;
    std::int64_t threads = 0;
    double cpuSeconds = 0;    // user and system
    double startSeconds = 0;  // since 1970
};

/// Some system calls and the listing of a folder: for a look now and then. Any thread.
ProcessNumbers readProcessNumbers();

/// Lets this process open as many files and connections as the system allows it to: shells and services start programs
/// with 1024, a limit for those that use select(). Once, at the start of a server.
void raiseDescriptorLimit() noexcept;

}  // namespace inkwell::kernel
