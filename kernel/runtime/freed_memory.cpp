#include "kernel/runtime/freed_memory.h"

// The allocator's own name: only the executable links it, neither tests nor builds with a sanitizer do.
extern "C" __attribute__((weak)) void mi_collect(bool force);

namespace inkwell::kernel {

void giveBackFreedMemory() noexcept {
    if (mi_collect != nullptr) mi_collect(true);
}

}  // namespace inkwell::kernel
