#include "kernel/runtime/crash_report.h"

#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>

#include "kernel/runtime/crash_line.h"
#include "kernel/runtime/last_words.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kHandlerStackBytes = 64 * 1024;
constexpr int kMostFrames = 48;
constexpr unsigned kPatienceSeconds = 10;  // with a handler that hangs
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

struct Library {
    std::uintptr_t begin, end;
    std::uintptr_t base;  // what addr2line's addresses count from
    char name[60];
    bool isPlugin;
};

// Read by the handler, so never freed and never changed once published.
std::atomic<const std::vector<Library>*> libraries{nullptr};
std::atomic<int> logDescriptor{-1};
std::atomic<bool> isJson{false};
std::atomic<bool> isReporting{false};

const char* nameOf(int signal) {
    switch (signal) {
        case SIGSEGV:
            return "SIGSEGV";
        case SIGBUS:
            return "SIGBUS";
        case SIGILL:
            return "SIGILL";
        case SIGFPE:
            return "SIGFPE";
        default:
            return "SIGABRT";
    }
}

const Library* libraryAt(std::uintptr_t address) {
    const std::vector<Library>* const all = libraries.load();
    if (all == nullptr) return nullptr;
    for (const Library& one : *all) {
        if (address >= one.begin && address < one.end) return &one;
    }
    return nullptr;
}

std::string_view stemOf(const Library& library) {
    const std::string_view name(library.name);
    return name.substr(0, name.rfind('.'));
}

void writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void put(CrashLine& line) {
    const std::string_view text = line.take();
    const int descriptor = logDescriptor.load();
    if (descriptor >= 0) writeAll(descriptor, text);
    writeAll(STDERR_FILENO, text);
}

void addSignal(CrashLine& line, int signal, const siginfo_t& info) {
    line.text("the server crashed: ");
    line.text(nameOf(signal));
    if (info.si_code > 0 && signal != SIGABRT) {
        line.text(" at the address ");
        line.hex(reinterpret_cast<std::uintptr_t>(info.si_addr));
    } else if (signal != SIGABRT || info.si_pid != ::getpid()) {
        line.text(" sent by the process ");
        line.number(static_cast<std::uint64_t>(info.si_pid));
    }
}

void addWork(CrashLine& line) {
    const LastWords* const words = LastWords::current();
    if (words == nullptr) {
        line.text(" in a thread whose work is not known");
        return;
    }
    line.text(" during ");
    line.text(words->act());
    line.text(words->object().empty() ? "" : " ");
    line.text(words->object());
    line.text(" of the plugin '");
    line.text(words->plugin());
    line.text("'");
    if (words->requestId().empty()) return;
    line.text(", request '");
    line.text(words->requestId());
    line.text("'");
}

std::uintptr_t crashedAt(const void* context) {
#if defined(__x86_64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
    (void)context;
    return 0;
#endif
}

void addStack(CrashLine& line, const void* context) {
    void* frames[kMostFrames];
    const int count = ::backtrace(frames, kMostFrames);
    const auto at = [&](int n) { return reinterpret_cast<std::uintptr_t>(frames[n]); };
    // The handler's own frames are of no interest.
    int first = 0;
    while (first < count && at(first) != crashedAt(context)) ++first;
    if (first == count) first = 0;
    for (int n = first; n < count; ++n) {
        const Library* const library = libraryAt(at(n));
        if (library == nullptr || !library->isPlugin) continue;
        line.text(", in the code of the plugin '");
        line.text(stemOf(*library));
        line.text("'");
        break;
    }
    line.text("; stack:");
    for (int n = first; n < count; ++n) {
        const Library* const library = libraryAt(at(n));
        line.text(" ");
        line.text(library != nullptr ? library->name : "?");
        line.text(library != nullptr ? "+" : "");
        // But for the first they are return addresses: one before them is the call.
        line.hex(at(n) - (library != nullptr ? library->base : 0) - (n > first ? 1 : 0));
    }
}

// Whatever it calls is async-signal-safe (signal-safety(7)), but for backtrace(), which is once it was called before
// (backtrace(3)), and which comes last: what is known for certain is written by then.
void report(int signal, siginfo_t* info, void* context) {
    ::alarm(kPatienceSeconds);
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    CrashLine line(isJson);
    line.begin(now);
    addSignal(line, signal, *info);
    addWork(line);
    put(line);
    addStack(line, context);
    line.end();
    put(line);
}

void handle(int signal, siginfo_t* info, void* context) {
    const int code = errno;
    if (!isReporting.exchange(true)) {
        report(signal, info, context);
    } else {
        for (;;) ::pause();  // another thread crashed first; its report is being written and ends the process
    }
    // Blocked until the handler returns; then it ends the process where it crashed, as the core file shows.
    ::signal(signal, SIG_DFL);
    ::raise(signal);
    errno = code;
}

void copyName(Library& library, const char* path) {
    const char* const slash = std::strrchr(path, '/');
    std::strncpy(library.name, slash != nullptr ? slash + 1 : path, sizeof library.name - 1);
}

int addLibrary(dl_phdr_info* info, std::size_t, void* into) {
    Library library{UINTPTR_MAX, 0, info->dlpi_addr, {}, false};
    for (int n = 0; n < info->dlpi_phnum; ++n) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[n];
        if (segment.p_type != PT_LOAD) continue;
        library.begin = std::min<std::uintptr_t>(library.begin, info->dlpi_addr + segment.p_vaddr);
        library.end = std::max<std::uintptr_t>(library.end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
    }
    const bool isProgram = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
    copyName(library, isProgram ? program_invocation_short_name : info->dlpi_name);
    auto& [all, plugins] = *static_cast<std::pair<std::vector<Library>*, const std::set<std::string>*>*>(into);
    library.isPlugin = !isProgram && plugins->contains(info->dlpi_name);
    all->push_back(library);
    return 0;
}

/// A thread's stack for the handler.
class HandlerStack {
public:
    HandlerStack() noexcept {
        memory_ =
            ::mmap(nullptr, kHandlerStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        if (memory_ == MAP_FAILED) return;
        stack_t stack{};
        stack.ss_sp = memory_;
        stack.ss_size = kHandlerStackBytes;
        ::sigaltstack(&stack, nullptr);
    }
    ~HandlerStack() {
        if (memory_ == MAP_FAILED) return;
        stack_t none{};
        none.ss_flags = SS_DISABLE;
        ::sigaltstack(&none, nullptr);
        ::munmap(memory_, kHandlerStackBytes);
    }
    HandlerStack(const HandlerStack&) = delete;
    HandlerStack& operator=(const HandlerStack&) = delete;

private:
    void* memory_;
};

// Sanitizers have handlers and stacks of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kReports = false;
#else
constexpr bool kReports = true;
#endif

std::atomic<bool> isPrepared{false};

}  // namespace

void prepareCrashReport() {
    if (!kReports) return;
    noteLibraries({});
    void* frames[1];
    ::backtrace(frames, 1);  // loads what it needs
    isPrepared = true;
    prepareThreadForCrashReport();
    struct sigaction action {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (const int signal : kSignals) sigaddset(&action.sa_mask, signal);
    for (const int signal : kSignals) ::sigaction(signal, &action, nullptr);
}

void prepareThreadForCrashReport() noexcept {
    if (!isPrepared.load(std::memory_order_relaxed)) return;
    static thread_local const HandlerStack stack;
    (void)stack;
}

void noteLibraries(const std::vector<std::string>& plugins) {
    if (!kReports) return;
    static std::mutex mutex;
    static auto* const known = new std::set<std::string>;
    const std::lock_guard lock(mutex);
    known->insert(plugins.begin(), plugins.end());
    auto* const all = new std::vector<Library>;
    std::pair<std::vector<Library>*, const std::set<std::string>*> into{all, known};
    ::dl_iterate_phdr(addLibrary, &into);
    libraries = all;
}

void directCrashReport(int descriptor, bool json) noexcept {
    isJson = json;
    logDescriptor = descriptor;
}

}  // namespace inkwell::kernel
