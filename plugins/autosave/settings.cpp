#include "settings.h"

#include <stdexcept>
#include <string>

#include "inkwell/registrar.h"

namespace inkwell::autosave {

namespace {

std::int64_t number(Registrar& registrar, const std::string& key, std::int64_t fallback, std::int64_t least,
                    std::int64_t most, const std::string& meaning) {
    const auto value = registrar.config<std::int64_t>(key, fallback, meaning);
    if (value >= least && value <= most) return value;
    throw std::runtime_error("the setting '" + key + "' must be from " + std::to_string(least) + " to " +
                             std::to_string(most) + ", not " + std::to_string(value));
}

}  // namespace

Settings readSettings(Registrar& registrar) {
    const Settings fallback;
    Settings settings;
    settings.maxBytes = number(registrar, "max_bytes", fallback.maxBytes, 1024, 16'777'216,
                               "size of what is kept for one person and object");
    settings.perPerson = number(registrar, "per_person", fallback.perPerson, 1, 10'000,
                                "objects of a bucket of which it is kept for one person; the oldest gives way");
    settings.keepDays =
        number(registrar, "keep_days", fallback.keepDays, 1, 3650, "how long it is kept after it was last put");
    return settings;
}

}  // namespace inkwell::autosave
