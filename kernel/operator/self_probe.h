#pragma once

#include <chrono>
#include <string>

namespace inkwell::kernel {

/// True if a server at this host and port responds to GET /health/live with 200 within `patience`. `host` as
/// configured; if it means all interfaces, the loopback address is asked. `secure`: over TLS, whatever the certificate.
bool answersItself(const std::string& host, int port, bool secure, std::chrono::milliseconds patience);

}  // namespace inkwell::kernel
