#pragma once

/// Restricts a process that reads hostile bytes to its memory, open descriptors and threads. Linux only; needs no
/// privileges. Called once each, from the main thread: closeFiles() before any other thread starts, then closeSystem()
/// when everything is loaded.
namespace inkwell::images {

/// Forbids this thread and threads it starts to open files by path, use TCP or signal other processes (Landlock).
/// Returns false when the kernel does not support it; old kernels enforce part of it.
bool closeFiles();

/// For all threads, permanently: system calls that decoding does not need fail with EPERM (seccomp). Sets no_new_privs.
/// Throws std::system_error when the kernel refuses.
void closeSystem();

}  // namespace inkwell::images
