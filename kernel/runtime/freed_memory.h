#pragma once

namespace inkwell::kernel {

/// Gives the memory that this thread has freed back to the system, where the process runs on mimalloc
/// (share/doc/decisions/0005-mimalloc.md): a thread's memory stays with it until it allocates or frees again. For
/// threads that have nothing to do. Any thread.
void giveBackFreedMemory() noexcept;

}  // namespace inkwell::kernel
