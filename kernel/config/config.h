#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

/// One line per problem, naming file, key and allowed values.
class ConfigError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where a value of the configuration comes from.
struct ValueSource {
    std::string place = "default";  // the name of the file or the variable
    std::string reference = {};     // if it came through one (ResolvedValue): the value is a secret
};

/// Every key of config/inkwell.json; the member is the key's path with dots as nesting.
struct Config {
    struct Http {
        std::string host = "127.0.0.1";
        int port = 8055;  // 0 picks a free one
        std::string uploadHost = "127.0.0.1";
        int uploadPort = 8056;
        std::string baseUrl;    // "" is derived from host and port
        std::string uploadUrl;  // "" is derived from uploadHost and uploadPort
        int threads = 256;
        int maxQueued = 1024;
        int maxConnections = 10'000;
        int maxHeadBytes = 64 * 1024;
        std::vector<std::string> trustedProxies;       // IP addresses and ranges whose X-Forwarded-For is trusted
        std::vector<std::string> corsOrigins = {"*"};  // origins whose pages may read responses
        int corsMaxAgeSeconds = 86'400;
        std::string tlsCertificate;  // PEM file; "" for plain HTTP
        std::string tlsKey;
        int hstsSeconds = 15'552'000;  // how long browsers keep to https; 0 tells them nothing
        int keepAliveSeconds = 15;
        int receiveTimeoutSeconds = 30;
        int drainSeconds = 0;  // served while /health/ready is 503 already
        int stopSeconds = 10;
        std::int64_t maxBodyBytes = 10 * 1024 * 1024;
        std::int64_t maxAnswerBytes = 512 * 1024 * 1024;  // of all responses under way together
        std::int64_t cacheBytes = 64 * 1024 * 1024;       // 0: no response cache
        int sharedCacheSeconds = 0;                       // 0: caches between keep nothing
        int staleWhileRevalidateSeconds = 60;
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
        int waitMilliseconds = 5000;  // longest wait for a session, then 503
    } database;
    LogOptions log;
    struct Plugins {
        std::vector<std::string> directories;  // never contains ""; default: <prefix>/lib/inkwell/plugins
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
        std::int64_t keptAnswers = 10'000;  // of one credential in one bucket
    } limits;

    /// plugins.d/<id>.json by plugin id, with environment overrides applied. "enabled" (default true) is the host's.
    std::map<std::string, JsonObject> pluginSettings;

    /// Where the keys above (by path) and plugins' settings (by "<id>.<key>") come from; defaults are absent.
    std::map<std::string, ValueSource> keySources;
    std::map<std::string, ValueSource> settingSources;
};

/// Reads `file` (config/inkwell.json), the plugins.d beside it, and then the variables of `environment` that begin with
/// INKWELL_ (`INKWELL_HTTP_PORT`, `INKWELL_PLUGINS_<ID>_<KEY>`). Strings in files may refer to variables and files
/// (references.h). Throws ConfigError with every problem.
Config loadConfig(const std::string& file, const std::map<std::string, std::string>& environment);

/// The folder of the plugins' settings, beside the configuration `file`.
std::string findPluginSettings(const std::string& file);

/// data.directory alone, ignoring problems of other keys: for commands that talk to the running server. Throws
/// ConfigError when it cannot be known: `file` cannot be read or parsed, has an unknown section, or that key is wrong.
std::string findDataDirectory(const std::string& file, const std::map<std::string, std::string>& environment);

/// The process's environment variables.
std::map<std::string, std::string> processEnvironment();

}  // namespace inkwell::kernel
