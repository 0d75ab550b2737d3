#include "settings.h"

#include <charconv>
#include <stdexcept>

namespace inkwell::webhooks {

namespace {

void require(std::int64_t value, const char* key, std::int64_t min, std::int64_t max) {
    if (value >= min && value <= max) return;
    throw std::runtime_error("'" + std::string(key) + "' must be " + std::to_string(min) + " to " +
                             std::to_string(max));
}

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
    const auto number = [&](const char* key, std::int64_t fallback, const char* meaning) {
        return registrar.config<std::int64_t>(key, fallback, meaning);
    };
    settings.rules.allowedHosts = registrar.config<std::vector<std::string>>(
        "allowed_hosts", {}, "hosts and ranges that are not public and may be endpoints, such as '10.1.0.0/16'");
    for (const std::string& port : registrar.config<std::vector<std::string>>(
             "allowed_ports", {"80", "443"}, "ports that endpoints may have, as texts")) {
        settings.rules.allowedPorts.push_back(parsePort(port));
    }
    settings.sender.caFile = registrar.config<std::string>("ca_file", "", "certificates to trust beside the system's");
    settings.workers = number("workers", settings.workers, "how many deliveries are sent at once, at most");
    settings.keepDays = number("keep_days", settings.keepDays, "how long ended deliveries stay in the log");
    settings.maxPerBucket = number("max_per_bucket", settings.maxPerBucket, "webhooks that a bucket may have");
    require(settings.workers, "workers", 1, 512);
    require(settings.keepDays, "keep_days", 1, 3650);
    require(settings.maxPerBucket, "max_per_bucket", 1, 1000);
    return settings;
}

}  // namespace inkwell::webhooks
