#include "settings.h"

#include <charconv>
#include <stdexcept>

#include "inkwell/number_setting.h"

namespace inkwell::webhooks {

namespace {

std::int64_t parsePort(const std::string& text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port == 0) {
        throw std::runtime_error("'allowed_ports' has '" + text + "', which is no port");
    }
    return port;
}

}  // namespace

Settings readSettings(Registrar& registrar) {
    Settings settings;
    settings.rules.allowedHosts = registrar.config<std::vector<std::string>>(
        "allowed_hosts", {}, "hosts and ranges that are not public and may be endpoints, such as '10.1.0.0/16'");
    for (const std::string& port : registrar.config<std::vector<std::string>>(
             "allowed_ports", {"80", "443"}, "ports that endpoints may have, as texts")) {
        settings.rules.allowedPorts.push_back(parsePort(port));
    }
    settings.sender.caFile = registrar.config<std::string>("ca_file", "", "certificates to trust beside the system's");
    settings.workers =
        readNumber(registrar, {"workers", settings.workers, 1, 512, "how many deliveries are sent at once, at most"});
    settings.keepDays =
        readNumber(registrar, {"keep_days", settings.keepDays, 1, 3650, "how long ended deliveries stay in the log"});
    settings.maxPerBucket =
        readNumber(registrar, {"max_per_bucket", settings.maxPerBucket, 1, 1000, "webhooks that a bucket may have"});
    return settings;
}

}  // namespace inkwell::webhooks
