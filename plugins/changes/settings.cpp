#include "settings.h"

#include "inkwell/number_setting.h"
#include "inkwell/registrar.h"

namespace inkwell::changes {

namespace {

constexpr std::int64_t kMost = 100'000;

}  // namespace

Settings readSettings(Registrar& registrar) {
    const Settings fallback;
    Settings settings;
    settings.maxStreams =
        readNumber(registrar, {"max_streams", fallback.maxStreams, 0, kMost,
                               "how many streams of changes this server keeps open; each holds a thread"});
    settings.keepDays =
        readNumber(registrar, {"keep_days", fallback.keepDays, 0, kMost,
                               "how long changes are kept for the audit and for streams that resume; 0: for ever"});
    settings.heartbeat = std::chrono::seconds(
        readNumber(registrar, {"heartbeat_seconds", fallback.heartbeat.count(), 1, kMost,
                               "after how long without an event a stream says that it is still there"}));
    return settings;
}

}  // namespace inkwell::changes
