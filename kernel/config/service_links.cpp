#include "kernel/config/service_links.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace inkwell::kernel {

namespace {

using Variables = std::map<std::string, std::string>;

constexpr std::string_view kHost = "_SERVICE_HOST";

bool isLinkAddress(std::string_view value) {
    return value.starts_with("tcp://") || value.starts_with("udp://") || value.starts_with("sctp://");
}

bool takeDigits(std::string_view& text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(digits);
    return digits > 0;
}

/// "8055_TCP" or "8055_TCP_ADDR".
bool isPortLink(std::string_view rest) {
    if (!takeDigits(rest)) return false;
    for (const std::string_view protocol : {"_TCP", "_UDP", "_SCTP"}) {
        if (!rest.starts_with(protocol)) continue;
        const std::string_view part = rest.substr(protocol.size());
        return part.empty() || part == "_PROTO" || part == "_PORT" || part == "_ADDR";
    }
    return false;
}

/// `rest` is what follows the Service's name.
bool isLink(std::string_view rest, std::string_view value) {
    if (rest == kHost || rest == "_SERVICE_PORT" || rest.starts_with("_SERVICE_PORT_")) return true;
    // What an operator gives http.port is no address, though a Service be named `inkwell-http`.
    if (rest == "_PORT") return isLinkAddress(value);
    return rest.starts_with("_PORT_") && isPortLink(rest.substr(6));
}

}  // namespace

void removeServiceLinks(Variables& variables, const Variables& environment) {
    if (!environment.contains("KUBERNETES_SERVICE_HOST")) return;
    std::vector<std::string> services;
    for (const auto& [name, value] : variables) {
        if (!name.ends_with(kHost)) continue;
        std::string service = name.substr(0, name.size() - kHost.size());
        if (variables.contains(service + "_SERVICE_PORT")) services.push_back(std::move(service));
    }
    std::erase_if(variables, [&](const auto& variable) {
        const std::string_view name = variable.first;
        return std::any_of(services.begin(), services.end(), [&](const std::string& service) {
            return name.starts_with(service) && isLink(name.substr(service.size()), variable.second);
        });
    });
}

}  // namespace inkwell::kernel
