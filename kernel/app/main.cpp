#ifdef INKWELL_MIMALLOC
#include <mimalloc.h>
#endif

#include <iostream>
#include <string>
#include <vector>

#include "kernel/app/command_line.h"
#include "kernel/app/commands.h"
#include "kernel/runtime/last_words.h"

namespace {

// The memory of a large answer goes back to the system when nothing has asked for it for two seconds, not after 25 ms:
// taking it again page by page for the next answer cost more than making that answer.
void keepFreedMemoryForAWhile() {
#ifdef INKWELL_MIMALLOC
    constexpr long kDelayMs = 2000;
    mi_option_set_default(mi_option_decommit_delay, kDelayMs);
#endif
}

}  // namespace

int main(int argc, char** argv) {
    using namespace inkwell::kernel;
    keepFreedMemoryForAWhile();
    prepareLastWords();
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        return runCommand(parseCommandLine(words));
    } catch (const UsageError& error) {
        std::cerr << "inkwell: " << error.what() << "\n\n" << error.usage();
        return 2;
    }
}
