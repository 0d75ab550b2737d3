#include "inkwell/number_setting.h"

#include <stdexcept>

namespace inkwell {

std::int64_t readNumber(Registrar& registrar, const NumberSetting& setting) {
    const auto value = registrar.config<std::int64_t>(setting.key, setting.fallback, setting.meaning);
    if (value >= setting.least && value <= setting.most) return value;
    throw std::runtime_error("the setting '" + setting.key + "' must be from " + std::to_string(setting.least) +
                             " to " + std::to_string(setting.most) + ", not " + std::to_string(value));
}

}  // namespace inkwell
