#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

/// How this server is and was during the last hour. From the kernel itself, as ServerPlugins: a plugin lists it under
/// `uses`, and finds it while a server runs. Any thread.
class INKWELL_API ServerWatch {
public:
    static constexpr const char* kServiceId = "inkwell.server-watch/1";
    virtual ~ServerWatch() = default;

    struct Check {
        std::string of;       // "kernel", a plugin's id
        std::string name;     // of the check
        std::string problem;  // "" when all is well
    };
    struct Health {
        std::string state;  // "starting", "running", "draining"
        std::string version;
        std::int64_t startedAtMs = 0;
        std::vector<Check> checks;
    };
    /// Asks every check, and waits for them, three seconds at most.
    virtual Health health() = 0;

    /// A number that is looked at again and again. `unit` is "per_second", "milliseconds", "bytes", "count", "percent".
    struct Series {
        std::string name, unit, meaning;
        std::vector<double> values;  // one for each point in time, the newest last; NaN where nothing is known
    };
    struct History {
        std::int64_t stepMs = 0;
        std::int64_t untilMs = 0;  // when the last one was taken; 0 before the first
        std::vector<Series> series;
    };
    /// The last hour, or as much of it as the server runs. Those of a plugin are called `<plugin>_<name>`.
    virtual History lastHour() = 0;
};

}  // namespace inkwell
