#pragma once

#include <filesystem>
#include <string>

namespace inkwell::kernel {

/// The folder above that of the running program: /usr, or the build folder. What is installed lies below it. Throws
/// std::filesystem::filesystem_error.
std::filesystem::path installationPrefix();

/// What a command without --config reads: config/inkwell.json in the working directory, else the configuration of this
/// installation, else /etc/inkwell/inkwell.json; the first again when there is none, for the message.
std::string defaultConfigFile();

}  // namespace inkwell::kernel
