#pragma once

#include <string>

namespace inkwell::kernel {

/// The text that the log gets for the current exception; call inside a catch block only. For an ApiError it includes
/// logText(). Valid UTF-8, whatever the exception says. Any thread.
std::string exceptionText();

}  // namespace inkwell::kernel
