#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// The parent of the running program's folder: /usr, or the build folder. Installed files are below it. Throws
/// std::filesystem::filesystem_error.
std::filesystem::path installationPrefix();

/// The file that a command without --config reads: config/inkwell.json in the working directory, else the configuration
/// of this installation, else /etc/inkwell/inkwell.json; if none exists, the first, for the error message.
std::string defaultConfigFile();

/// The first of them, at least one, that is there, or of which that cannot be told: what the caller may not look at
/// must not be taken for missing. The first of all when each is missing.
std::string firstThatMayExist(const std::vector<std::filesystem::path>& files);

}  // namespace inkwell::kernel
