#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// The file that a path leads to through links, be it there or not; the path itself when it is no link.
std::filesystem::path behindLinks(std::filesystem::path path);

/// Writes a command's output to a file: whole or not at all. What is no regular file (a pipe, a device) is written to
/// and stays what it is. Throws std::runtime_error.
void writeOutputFile(const std::filesystem::path& path, const std::string& text);

struct OutputFile {
    std::filesystem::path path;
    std::string text;
};
/// Writes regular files: all, or none where one of them finds no room. Throws std::runtime_error, which names that one.
void writeOutputFiles(const std::vector<OutputFile>& files);

}  // namespace inkwell::kernel
