#pragma once

#include <filesystem>
#include <string>

namespace inkwell::kernel {

/// The file that a path leads to through links, be it there or not; the path itself when it is no link.
std::filesystem::path behindLinks(std::filesystem::path path);

/// Writes a command's output to a file: whole or not at all. What is no regular file (a pipe, a device) is written to
/// and stays what it is. Throws std::runtime_error.
void writeOutputFile(const std::filesystem::path& path, const std::string& text);

}  // namespace inkwell::kernel
