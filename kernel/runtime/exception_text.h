#pragma once

#include <string>

namespace inkwell::kernel {

/// The text for the log of the exception that is being handled; call inside a catch block only. An ApiError adds what
/// it keeps from clients. Valid UTF-8, whatever the exception says. Any thread.
std::string exceptionText();

}  // namespace inkwell::kernel
