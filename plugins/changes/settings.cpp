#include "settings.h"

#include <stdexcept>

#include "inkwell/registrar.h"

namespace inkwell::changes {

namespace {

constexpr std::int64_t kMost = 100'000;

std::int64_t atLeast(Registrar& registrar, const std::string& key, std::int64_t least, std::int64_t fallback,
                     const std::string& meaning) {
    const auto value = registrar.config<std::int64_t>(key, fallback, meaning);
    if (value >= least && value <= kMost) return value;
    throw std::runtime_error("the setting '" + key + "' must be from " + std::to_string(least) + " to " +
                             std::to_string(kMost) + ", not " + std::to_string(value));
}

}  // namespace

Settings readSettings(Registrar& registrar) {
    const Settings fallback;
    Settings settings;
    settings.maxStreams = atLeast(registrar, "max_streams", 0, fallback.maxStreams,
                                  "how many streams of changes this server keeps open; each holds a thread");
    settings.keepDays = atLeast(registrar, "keep_days", 0, fallback.keepDays,
                                "how long changes are kept for the audit and for streams that resume; 0: for ever");
    settings.heartbeat =
        std::chrono::seconds(atLeast(registrar, "heartbeat_seconds", 1, fallback.heartbeat.count(),
                                     "after how long without an event a stream says that it is still there"));
    return settings;
}

}  // namespace inkwell::changes
