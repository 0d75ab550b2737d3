#pragma once

#include <string>
#include <vector>

namespace inkwell::kernel {

/// From now on a crash (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT) leaves one last line in the log, and on standard
/// error if the log is a file: the signal, what the thread was doing (LastWords), the plugin whose code stood on top of
/// the stack, and the stack as `library+offset`, which addr2line understands. The process then ends by that signal as
/// it would have without this, with a core file where the system keeps them. Call once, before any other thread starts.
/// Does nothing in builds with sanitizers, which report crashes themselves.
void prepareCrashReport();

/// Gives this thread a stack of its own for the report, without which a stack that overflows leaves none. Called again
/// it costs nothing. Never throws.
void prepareThreadForCrashReport() noexcept;

/// The libraries that are loaded now are named in reports; code of `plugins`, paths as they were loaded, is a plugin's.
/// Those named before stay plugins. Any thread.
void noteLibraries(const std::vector<std::string>& plugins);

/// Where the line goes, besides standard error: an open file that stays open until the next call, or -1; as JSON or
/// text. Called by the log. Any thread.
void directCrashReport(int descriptor, bool json) noexcept;

}  // namespace inkwell::kernel
