#include "kernel/runtime/process_numbers.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace inkwell::kernel {

namespace {

// Positions in /proc/self/stat after the program's name, which may hold anything up to the last bracket (proc(5)).
constexpr int kUserTicks = 11;
constexpr int kSystemTicks = 12;
constexpr int kThreads = 17;
constexpr int kStartTicks = 19;

std::string textOf(const char* file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

double bootSeconds() {
    std::istringstream lines(textOf("/proc/stat"));
    for (std::string word; lines >> word;) {
        double seconds = 0;
        if (word == "btime" && lines >> seconds) return seconds;
    }
    return 0;
}

std::int64_t countDescriptors() {
    std::error_code unreadable;
    const std::filesystem::directory_iterator all("/proc/self/fd", unreadable);
    // Without the one that lists.
    return unreadable ? 0 : std::distance(begin(all), end(all)) - 1;
}

}  // namespace

ProcessNumbers readProcessNumbers() {
    ProcessNumbers numbers;
    const std::string stat = textOf("/proc/self/stat");
    std::istringstream fields(stat.substr(std::min(stat.rfind(')') + 2, stat.size())));
    const auto ticksPerSecond = static_cast<double>(sysconf(_SC_CLK_TCK));
    std::string field;
    for (int i = 0; fields >> field; ++i) {
        if (i == kUserTicks || i == kSystemTicks) numbers.cpuSeconds += std::stod(field) / ticksPerSecond;
        if (i == kThreads) numbers.threads = std::stoll(field);
        if (i == kStartTicks) numbers.startSeconds = bootSeconds() + std::stod(field) / ticksPerSecond;
    }
    std::int64_t total = 0;
    std::int64_t resident = 0;
    if (std::istringstream(textOf("/proc/self/statm")) >> total >> resident) {
        numbers.residentBytes = resident * sysconf(_SC_PAGESIZE);
    }
    numbers.openDescriptors = countDescriptors();
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) numbers.maxDescriptors = static_cast<std::int64_t>(limit.rlim_cur);
    return numbers;
}

void raiseDescriptorLimit() noexcept {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace inkwell::kernel
