#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

/// Names file, key and allowed values; one line per thing that is wrong.
class ConfigError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where a value of the configuration comes from.
struct ValueSource {
    std::string place = "default";  // the file's name, the variable's
    std::string reference = {};     // through which (ResolvedValue): the value is a secret then
};

/// Every key of config/inkwell.json; the member is the key's path with dots as nesting.
struct Config {
    struct Http {
        std::string host = "127.0.0.1";
        int port = 8055;  // 0 picks a free one
        std::string uploadHost = "127.0.0.1";
        int uploadPort = 8056;
        std::string baseUrl;    // "" is derived from host and port
        std::string uploadUrl;  // likewise
        int threads = 256;
        int maxQueued = 1024;
        int maxConnections = 10'000;
        int maxHeadBytes = 64 * 1024;
        std::vector<std::string> trustedProxies;       // addresses and ranges whose X-Forwarded-For counts
        std::vector<std::string> corsOrigins = {"*"};  // pages that browsers may let read answers
        int corsMaxAgeSeconds = 86'400;
        std::string tlsCertificate;  // PEM file; "" for plain HTTP
        std::string tlsKey;
        int keepAliveSeconds = 15;
        int receiveTimeoutSeconds = 30;
        std::int64_t maxBodyBytes = 10 * 1024 * 1024;
        std::int64_t cacheBytes = 64 * 1024 * 1024;  // 0: no cache of answers
    } http;
    struct Admin {
        bool enabled = true;
        std::string host = "127.0.0.1";
        int port = 8057;  // 0 picks a free one
    } admin;
    struct Data {
        std::string directory = "data";  // relative to the working directory
    } data;
    struct DatabaseSection {
        std::string engine = "sqlite";
        int poolSize = 16;
        int waitMilliseconds = 5000;  // for a session, then 503
    } database;
    LogOptions log;
    struct Plugins {
        std::vector<std::string> directories;  // "" entries never; default: <prefix>/lib/inkwell/plugins
        std::string onFailure = "stop";        // stop | degrade
        std::string configDirectory;           // plugins.d beside the configuration file
    } plugins;
    struct Compatibility {
        bool hostedClients = false;
    } compatibility;
    struct Limits {
        std::int64_t maxLimit = 1000;
        std::int64_t addressRequestsPerSecond = 0;  // 0: no limit
        std::int64_t addressBurst = 200;
        std::int64_t keyRequestsPerSecond = 0;
        std::int64_t keyBurst = 1000;
    } limits;

    /// plugins.d/<id>.json by plugin id, with environment overrides applied. "enabled" (default true) is the host's.
    std::map<std::string, JsonObject> pluginSettings;

    /// Of the keys above by their paths, and of plugins' settings by "<id>.<key>"; nothing for a default.
    std::map<std::string, ValueSource> keySources;
    std::map<std::string, ValueSource> settingSources;
};

/// Reads `file` (config/inkwell.json) and the plugins.d beside it, then of the process's `environment` what begins with
/// INKWELL_ (`INKWELL_HTTP_PORT`, `INKWELL_PLUGINS_<ID>_<KEY>`). Texts in files may refer to variables and files
/// (references.h). Throws ConfigError with everything that is wrong.
Config loadConfig(const std::string& file, const std::map<std::string, std::string>& environment);

/// The folder of the plugins' settings, beside the configuration `file`.
std::string findPluginSettings(const std::string& file);

/// data.directory alone, whatever else is wrong: for commands that speak to the running server. Throws ConfigError when
/// `file` cannot be read.
std::string findDataDirectory(const std::string& file, const std::map<std::string, std::string>& environment);

/// The process's variables.
std::map<std::string, std::string> processEnvironment();

}  // namespace inkwell::kernel
