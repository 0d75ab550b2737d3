#include "kernel/config/config_keys.h"

#include <charconv>
#include <regex>

namespace inkwell::kernel {

namespace {

using Slot = ConfigKey::Slot;

constexpr std::int64_t kGiB = 1024 * 1024 * 1024;
constexpr std::string_view kFilled = "\\S(.*\\S)?";
constexpr std::string_view kAddress =
    "(https?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])"
    "(:([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?"
    "(/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*)?)?";
constexpr std::string_view kAddressMeaning = "an address such as https://cms.example.com, or empty";

std::string ruleOf(const ConfigKey& key, const Slot& slot) {
    if (std::holds_alternative<bool*>(slot)) return "true or false";
    if (std::holds_alternative<std::vector<std::string>*>(slot)) return "an array of texts, such as [\"a\", \"b\"]";
    if (!std::holds_alternative<std::string*>(slot)) {
        return "a whole number from " + std::to_string(key.min) + " to " + std::to_string(key.max);
    }
    if (!key.patternMeaning.empty()) return std::string(key.patternMeaning);
    std::string rule = key.allowed.empty() ? "a text" : "one of ";
    for (std::size_t i = 0; i < key.allowed.size(); ++i) {
        rule.append(i == 0 ? "'" : ", '").append(key.allowed[i]).append("'");
    }
    return rule;
}

bool isAllowed(const ConfigKey& key, const std::string& text) {
    if (!key.pattern.empty() && !std::regex_match(text, std::regex(std::string(key.pattern)))) return false;
    if (key.allowed.empty()) return true;
    for (const std::string_view one : key.allowed) {
        if (one == text) return true;
    }
    return false;
}

// One per type of member: false refuses the value and leaves the member as it was.
bool assign(const ConfigKey& key, const Json& value, std::string* member) {
    if (!value.is_string()) return false;
    std::string text(value.get_string());
    if (!isAllowed(key, text)) return false;
    *member = std::move(text);
    return true;
}

bool assign(const ConfigKey&, const Json& value, bool* member) {
    if (!value.is_bool()) return false;
    *member = value.get_bool();
    return true;
}

template <class Number>
bool assign(const ConfigKey& key, const Json& value, Number* member) {
    if (!value.is_int64() || value.get_int64() < key.min || value.get_int64() > key.max) return false;
    *member = static_cast<Number>(value.get_int64());
    return true;
}

bool assign(const ConfigKey&, const Json& value, std::vector<std::string>* member) {
    if (!value.is_array()) return false;
    std::vector<std::string> texts;
    for (const Json& one : value.get_array()) {
        if (!one.is_string() || one.get_string().empty()) return false;
        texts.emplace_back(one.get_string());
    }
    *member = std::move(texts);
    return true;
}

Json valueOf(const Slot& slot, std::string_view text) {
    if (std::holds_alternative<std::string*>(slot)) return Json(text);
    if (std::holds_alternative<bool*>(slot)) {
        if (text == "true") return true;
        if (text == "false") return false;
        return Json(text);
    }
    if (std::holds_alternative<std::vector<std::string>*>(slot)) {
        try {
            return parseJson(text);
        } catch (const ApiError&) {
            return Json(text);  // which is no array: refused with the rule
        }
    }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return Json(text);
    return number;
}

ConfigKey reloadable(ConfigKey key) {
    key.reloadable = true;
    return key;
}

}  // namespace

const std::vector<ConfigKey>& configKeys() {
    static const std::vector<ConfigKey> keys = {
        {"http.host", [](Config& c) -> Slot { return &c.http.host; }, 0, 0, {}, kFilled, "a host name or address"},
        {"http.port", [](Config& c) -> Slot { return &c.http.port; }, 0, 65535},
        {"http.upload_host",
         [](Config& c) -> Slot { return &c.http.uploadHost; },
         0,
         0,
         {},
         kFilled,
         "a host name or address"},
        {"http.upload_port", [](Config& c) -> Slot { return &c.http.uploadPort; }, 0, 65535},
        {"http.base_url", [](Config& c) -> Slot { return &c.http.baseUrl; }, 0, 0, {}, kAddress, kAddressMeaning},
        {"http.upload_url", [](Config& c) -> Slot { return &c.http.uploadUrl; }, 0, 0, {}, kAddress, kAddressMeaning},
        {"http.threads", [](Config& c) -> Slot { return &c.http.threads; }, 1, 10'000},
        {"http.max_queued", [](Config& c) -> Slot { return &c.http.maxQueued; }, 1, 100'000},
        {"http.max_connections", [](Config& c) -> Slot { return &c.http.maxConnections; }, 1, 1'000'000},
        {"http.max_head_bytes", [](Config& c) -> Slot { return &c.http.maxHeadBytes; }, 1024, 1024 * 1024},
        {"http.trusted_proxies", [](Config& c) -> Slot { return &c.http.trustedProxies; }},
        {"http.cors_origins", [](Config& c) -> Slot { return &c.http.corsOrigins; }},
        {"http.cors_max_age_seconds", [](Config& c) -> Slot { return &c.http.corsMaxAgeSeconds; }, 0, 86'400},
        {"http.tls_certificate", [](Config& c) -> Slot { return &c.http.tlsCertificate; }},
        {"http.tls_key", [](Config& c) -> Slot { return &c.http.tlsKey; }},
        {"http.hsts_seconds", [](Config& c) -> Slot { return &c.http.hstsSeconds; }, 0, 63'072'000},
        {"http.keep_alive_seconds", [](Config& c) -> Slot { return &c.http.keepAliveSeconds; }, 0, 3600},
        {"http.receive_timeout_seconds", [](Config& c) -> Slot { return &c.http.receiveTimeoutSeconds; }, 1, 3600},
        {"http.drain_seconds", [](Config& c) -> Slot { return &c.http.drainSeconds; }, 0, 3600},
        {"http.stop_seconds", [](Config& c) -> Slot { return &c.http.stopSeconds; }, 1, 3600},
        reloadable({"http.max_body_bytes", [](Config& c) -> Slot { return &c.http.maxBodyBytes; }, 1024, kGiB}),
        {"http.max_answer_bytes", [](Config& c) -> Slot { return &c.http.maxAnswerBytes; }, 1024 * 1024, 1024 * kGiB},
        reloadable({"http.cache_bytes", [](Config& c) -> Slot { return &c.http.cacheBytes; }, 0, 1024 * kGiB}),
        {"http.shared_cache_seconds", [](Config& c) -> Slot { return &c.http.sharedCacheSeconds; }, 0, 31'536'000},
        {"http.stale_while_revalidate_seconds", [](Config& c) -> Slot { return &c.http.staleWhileRevalidateSeconds; },
         0, 31'536'000},
        {"admin.enabled", [](Config& c) -> Slot { return &c.admin.enabled; }},
        {"admin.host", [](Config& c) -> Slot { return &c.admin.host; }, 0, 0, {}, kFilled, "a host name or address"},
        {"admin.port", [](Config& c) -> Slot { return &c.admin.port; }, 0, 65535},
        {"data.directory", [](Config& c) -> Slot { return &c.data.directory; }, 0, 0, {}, kFilled, "a directory"},
        {"database.engine",
         [](Config& c) -> Slot { return &c.database.engine; },
         0,
         0,
         {},
         kFilled,
         "the name of a database engine"},
        {"database.pool_size", [](Config& c) -> Slot { return &c.database.poolSize; }, 1, 1000},
        {"database.wait_milliseconds", [](Config& c) -> Slot { return &c.database.waitMilliseconds; }, 1, 600'000},
        reloadable({"log.format", [](Config& c) -> Slot { return &c.log.format; }, 0, 0, {"text", "json"}}),
        reloadable(
            {"log.level", [](Config& c) -> Slot { return &c.log.level; }, 0, 0, {"debug", "info", "warn", "error"}}),
        reloadable({"log.file", [](Config& c) -> Slot { return &c.log.file; }}),
        {"plugins.directories", [](Config& c) -> Slot { return &c.plugins.directories; }},
        {"plugins.on_failure", [](Config& c) -> Slot { return &c.plugins.onFailure; }, 0, 0, {"stop", "degrade"}},
        {"compatibility.hosted_clients", [](Config& c) -> Slot { return &c.compatibility.hostedClients; }},
        reloadable({"limits.max_limit", [](Config& c) -> Slot { return &c.limits.maxLimit; }, 1000, 1'000'000}),
        reloadable({"limits.address_requests_per_second",
                    [](Config& c) -> Slot { return &c.limits.addressRequestsPerSecond; }, 0, 1'000'000}),
        reloadable({"limits.address_burst", [](Config& c) -> Slot { return &c.limits.addressBurst; }, 1, 1'000'000}),
        reloadable({"limits.key_requests_per_second", [](Config& c) -> Slot { return &c.limits.keyRequestsPerSecond; },
                    0, 1'000'000}),
        reloadable({"limits.key_burst", [](Config& c) -> Slot { return &c.limits.keyBurst; }, 1, 1'000'000}),
        reloadable({"limits.kept_answers", [](Config& c) -> Slot { return &c.limits.keptAnswers; }, 100, 10'000'000}),
    };
    return keys;
}

std::string variableOf(const ConfigKey& key) {
    std::string name = "INKWELL_";
    for (const char c : key.path)
        name += c == '.' ? '_' : (c >= 'a' && c <= 'z') ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

std::string assignConfig(const ConfigKey& key, const Json& value, Config& config, std::string_view reference) {
    const Slot slot = key.slot(config);
    if (std::visit([&](auto* member) { return assign(key, value, member); }, slot)) return {};
    return "must be " + ruleOf(key, slot) + ", not " +
           (reference.empty() ? writeJson(value) : "what is in " + std::string(reference));
}

std::string assignConfigText(const ConfigKey& key, std::string_view text, Config& config, std::string_view reference) {
    return assignConfig(key, valueOf(key.slot(config), text), config, reference);
}

std::string ruleOf(const ConfigKey& key) {
    Config any;
    return ruleOf(key, key.slot(any));
}

Json configValue(const ConfigKey& key, Config& config) {
    return std::visit([](const auto* member) { return boost::json::value_from(*member); }, key.slot(config));
}

}  // namespace inkwell::kernel
