#pragma once

#include <string>

namespace inkwell::kernel {

/// Why the dynamic linker would crash on this library instead of refusing it: the file is shorter than its headers say,
/// as while it is still being copied. "" when it is complete, or when the linker will report the error itself. Called
/// by the loader. Source: elf(5).
std::string findLibraryDamage(const std::string& file);

}  // namespace inkwell::kernel
