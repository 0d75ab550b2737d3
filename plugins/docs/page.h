#pragma once

#include <string>

#include "files.h"

namespace inkwell::docs {

/// The bytes to send: those of the file, with links that begin with the path of the server's address, if it has one.
std::string textFor(const File& file, const std::string& baseUrl);

}  // namespace inkwell::docs
