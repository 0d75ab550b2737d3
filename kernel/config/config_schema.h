#pragma once

#include <string>

namespace inkwell::kernel {

/// What config/inkwell.schema.json, which is built into the program, says of a key: configMeaning("http.port"). Throws
/// std::out_of_range for a key that it does not have. Any thread.
std::string configMeaning(const std::string& path);

}  // namespace inkwell::kernel
