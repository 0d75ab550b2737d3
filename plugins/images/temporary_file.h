#pragma once

#include <filesystem>
#include <string_view>

#include "descriptor.h"

namespace inkwell::images {

// All throw std::system_error unless they say otherwise.

Descriptor openForReading(const std::filesystem::path& path);
/// A new file, for reading and writing.
Descriptor createFile(const std::filesystem::path& path);
/// A new file in `folder` without a name: nobody else finds it, and nothing is left of it once it is closed, whatever
/// becomes of the process.
Descriptor createUnnamed(const std::filesystem::path& folder);
/// An open file once more, for reading from its start, whatever is done by the other descriptor.
Descriptor openAgain(int file);

/// Appends. Throws ApiError 503 when the disk is full; `what` is the sentence for the log.
void writeAll(int file, std::string_view bytes, const char* what);
/// Appends all bytes of the open file `from` to the new file `to`. Throws ApiError 503 when the disk is full.
void copyFile(int from, int to);

}  // namespace inkwell::images
