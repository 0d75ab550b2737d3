#pragma once

#include <string>

namespace inkwell::kernel {

/// A password from standard input: one line. On a terminal it is asked for on standard error, twice, and not shown
/// while it is typed; a signal that ends the process leaves the terminal as it was. Throws std::runtime_error when the
/// two differ. One at a time.
std::string readNewPassword();

}  // namespace inkwell::kernel
