#pragma once

#include <cstdint>
#include <string>

#include "inkwell/export.h"
#include "inkwell/registrar.h"

namespace inkwell {

/// A whole number among the settings of a plugin.
struct NumberSetting {
    std::string key;
    std::int64_t fallback = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::string meaning;
};

/// As Registrar::config, with bounds: throws std::runtime_error, naming the setting, for a number outside of them. For
/// Plugin::setup; main thread.
INKWELL_API std::int64_t readNumber(Registrar& registrar, const NumberSetting& setting);

}  // namespace inkwell
