#pragma once

#include "kernel/commands/command_line.h"

namespace inkwell::kernel {

/// Runs one command and returns the process's exit code: 0 done, 1 refused or failed, with the reason on standard
/// error, 3 done for the next start, because no server answered, 4 done, but the mail was refused, 5 `schema diff` or
/// `content diff` found differences. Call once, before any other thread runs: `serve` keeps SIGTERM, SIGINT and SIGHUP
/// for itself.
int runCommand(const CommandLine& line);

/// `inkwell serve`: until SIGTERM or SIGINT, then drains and returns 0. SIGHUP reads the configuration again.
int serve(const CommandLine& line);

}  // namespace inkwell::kernel
