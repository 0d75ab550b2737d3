#ifdef INKWELL_MIMALLOC
#include <mimalloc.h>
#endif

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include "kernel/commands/command_line.h"
#include "kernel/commands/commands.h"
#include "kernel/runtime/last_words.h"

namespace {

// The memory of a large answer goes back to the system after a second, not after 25 ms: taking it again page by page
// for the next answer costs as much as making that answer. By default each part that is freed puts it off by a
// millisecond for all: a long list frees thousands.
void keepFreedMemoryForAWhile() {
#ifdef INKWELL_MIMALLOC
    constexpr long kDelayMs = 1000;
    mi_option_set_default(mi_option_decommit_delay, kDelayMs);
    mi_option_set_default(mi_option_decommit_extend_delay, 0);
#endif
}

// What a command did stays done, but whoever asked does not know it: an invitation, say, is lost with its line.
int withOutput(int code) {
    errno = 0;
    std::cout.flush();
    if (std::cout && std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    const std::string reason = errno == 0 ? "" : ": " + std::generic_category().message(errno);
    std::cerr << "inkwell: the output cannot be written" << reason
              << "; what the command did stays done, so look before you repeat it (of a lost invitation, `inkwell user "
                 "invite` makes another)\n";
    return code == 0 ? 1 : code;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace inkwell::kernel;
    keepFreedMemoryForAWhile();
    prepareLastWords();
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        return withOutput(runCommand(parseCommandLine(words)));
    } catch (const UsageError& error) {
        std::cerr << "inkwell: " << error.what() << "\n\n" << error.usage();
        return 2;
    }
}
