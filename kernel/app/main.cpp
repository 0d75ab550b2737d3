#include <iostream>
#include <string>
#include <vector>

#include "kernel/app/command_line.h"
#include "kernel/app/commands.h"
#include "kernel/runtime/last_words.h"

int main(int argc, char** argv) {
    using namespace inkwell::kernel;
    prepareLastWords();
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        return runCommand(parseCommandLine(words));
    } catch (const UsageError& error) {
        std::cerr << "inkwell: " << error.what() << "\n\n" << error.usage();
        return 2;
    }
}
