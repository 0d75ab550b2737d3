#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// The file that a path leads to through links, be it there or not; the path itself when it is no link.
std::filesystem::path behindLinks(std::filesystem::path path);

/// Writes a command's output to a file: whole or not at all. What is no regular file (a pipe, a device) is written to
/// and stays what it is. `write` may throw std::system_error with the reason why the file takes no more. Throws
/// std::runtime_error, and what else `write` throws.
void writeOutputFile(const std::filesystem::path& path, const std::function<void(std::ostream& file)>& write);
void writeOutputFile(const std::filesystem::path& path, const std::string& text);

struct OutputFile {
    std::filesystem::path path;
    std::string text;
};
/// Writes regular files: all, or none where one of them finds no room. Throws std::runtime_error, which names that one.
void writeOutputFiles(const std::vector<OutputFile>& files);

}  // namespace inkwell::kernel
