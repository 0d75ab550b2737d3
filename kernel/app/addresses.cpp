#include "kernel/app/addresses.h"

namespace inkwell::kernel {

std::string listenAddress(const std::string& scheme, const std::string& host, int port) {
    const bool isIpv6 = host.find(':') != std::string::npos;
    return scheme + "://" + (isIpv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string clientAddress(const std::string& configured, const std::string& scheme, const std::string& host, int port) {
    if (!configured.empty()) {
        return configured.back() == '/' ? configured.substr(0, configured.size() - 1) : configured;
    }
    const bool anyHost = host.empty() || host == "0.0.0.0" || host == "::";
    return listenAddress(scheme, anyHost ? "127.0.0.1" : host, port);
}

}  // namespace inkwell::kernel
