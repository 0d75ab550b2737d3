#include "sandbox.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <system_error>
#include <vector>

namespace inkwell::images {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kMachine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kMachine = AUDIT_ARCH_AARCH64;
#else
#error "the image worker's sandbox knows x86-64 and arm64"
#endif

// No call that opens a file, reaches another process, makes a socket or starts a program. `read` and its kin work on
// what the server has handed over.
constexpr std::initializer_list<int> kAllowed = {
    // descriptors
    SYS_read,
    SYS_write,
    SYS_readv,
    SYS_writev,
    SYS_pread64,
    SYS_pwrite64,
    SYS_lseek,
    SYS_fstat,
    SYS_dup,
    SYS_close,
    SYS_recvmsg,
    SYS_recvfrom,
    SYS_sendto,
    SYS_ppoll,
    // memory
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    // threads; `clone` has a rule of its own
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_gettid,
    SYS_getpid,
    SYS_exit,
    SYS_exit_group,
    // signals to itself, time
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_setitimer,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_restart_syscall,
    SYS_getrandom,
#if defined(__x86_64__)
    SYS_poll,
    SYS_alarm,
    SYS_time,
#endif
};

constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;

using Program = std::vector<sock_filter>;

void load(Program& program, std::size_t offset) {
    program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)));
}

void answer(Program& program, std::uint32_t verdict) { program.push_back(BPF_STMT(BPF_RET | BPF_K, verdict)); }

// The lower half, which comes first on these machines.
std::size_t argument(int index) {
    return offsetof(seccomp_data, args) + static_cast<std::size_t>(index) * sizeof(std::uint64_t);
}

/// The instructions of `then` are run for this call alone, and must end with an answer.
void onCall(Program& program, long call, const Program& then) {
    const auto over = static_cast<std::uint8_t>(then.size());
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, over));
    program.insert(program.end(), then.begin(), then.end());
}

Program ifBits(int index, std::uint32_t bits, std::uint32_t otherwise) {
    Program program;
    load(program, argument(index));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, otherwise);
    return program;
}

Program ifEqual(int index, std::uint32_t value, std::uint32_t otherwise) {
    Program program;
    load(program, argument(index));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1));
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, otherwise);
    return program;
}

Program makeFilter() {
    Program program;
    load(program, offsetof(seccomp_data, arch));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0));
    answer(program, SECCOMP_RET_KILL_PROCESS);
    load(program, offsetof(seccomp_data, nr));
    Program allow;
    answer(allow, SECCOMP_RET_ALLOW);
    for (const int call : kAllowed) onCall(program, call, allow);
    // A thread, never a process. The flags of clone3 lie in memory, where no filter sees them; without it glibc takes
    // clone.
    onCall(program, SYS_clone, ifBits(0, CLONE_THREAD, kRefuse));
    Program missing;
    answer(missing, SECCOMP_RET_ERRNO | ENOSYS);
    onCall(program, SYS_clone3, missing);
    onCall(program, SYS_tgkill, ifEqual(0, static_cast<std::uint32_t>(::getpid()), kRefuse));  // abort()
    answer(program, kRefuse);
    return program;
}

// As of the newest kernels; Debian's headers are older. What a kernel does not know must stay zero.
struct Rules {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scopes = 0;
};

Rules rulesOf(long version) {
    constexpr std::uint64_t kFirst = (std::uint64_t{1} << 13) - 1;
    Rules rules;
    rules.files = kFirst;
    if (version >= 2) rules.files |= std::uint64_t{1} << 13;  // refer
    if (version >= 3) rules.files |= std::uint64_t{1} << 14;  // truncate
    if (version >= 5) rules.files |= std::uint64_t{1} << 15;  // ioctl of devices
    if (version >= 4) rules.network = 3;                      // bind and connect of TCP
    if (version >= 6) rules.scopes = 3;                       // abstract sockets, signals
    return rules;
}

void forbidPrivileges() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw std::system_error(errno, std::generic_category(), "no_new_privs cannot be set");
}

}  // namespace

bool closeFiles() {
    forbidPrivileges();
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
    const Rules rules = rulesOf(version);
    // Nothing is added to the set: nothing is allowed.
    const long set = ::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (set < 0) return false;
    const bool isClosed = ::syscall(SYS_landlock_restrict_self, set, 0) == 0;
    ::close(static_cast<int>(set));
    return isClosed;
}

void closeSystem() {
    forbidPrivileges();
    Program program = makeFilter();
    const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
    const long failed = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
    if (failed < 0) throw std::system_error(errno, std::generic_category(), "the kernel takes no seccomp filter");
    if (failed > 0) throw std::system_error(EBUSY, std::generic_category(), "a thread takes no seccomp filter");
}

}  // namespace inkwell::images
