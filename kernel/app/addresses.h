#pragma once

#include <string>

namespace inkwell::kernel {

/// "https://[::1]:8055": where a listener is, without a slash at the end. Any thread, as all of this file.
std::string listenAddress(const std::string& scheme, const std::string& host, int port);

/// Where clients find that listener: as the operator configured it, without a slash at the end, or, when `configured`
/// is empty, where it listens; a listener at every address of the machine is found at 127.0.0.1.
std::string clientAddress(const std::string& configured, const std::string& scheme, const std::string& host, int port);

}  // namespace inkwell::kernel
