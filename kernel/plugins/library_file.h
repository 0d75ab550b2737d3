#pragma once

#include <string>

namespace inkwell::kernel {

/// Why the system's linker would crash on a library instead of refusing it: the file ends before what its headers
/// promise, as while it is still being copied. "" when it is whole, or when the linker itself will say what is wrong.
/// Called by the loader. Source: elf(5).
std::string findLibraryDamage(const std::string& file);

}  // namespace inkwell::kernel
