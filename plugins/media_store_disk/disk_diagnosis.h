#pragma once

#include <filesystem>

#include "inkwell/diagnosis.h"

namespace inkwell::media_store_disk {

/// The line of `inkwell doctor` about the folder at `root`. In a data directory with entries a server has run before,
/// and has made the folder if it was new. Throws as Diagnosis does.
Diagnosis::Finding diagnose(const std::filesystem::path& root, const std::filesystem::path& dataDirectory);

}  // namespace inkwell::media_store_disk
