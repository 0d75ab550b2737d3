#pragma once

#include <fstream>
#include <string>

namespace inkwell::kernel {

/// A file that a command was given, to read. Throws std::runtime_error with path, `purpose` and reason when it cannot
/// be read.
std::ifstream openInput(const std::string& path, const std::string& purpose = "");

}  // namespace inkwell::kernel
