#include "inkwell/number_setting.h"

#include <limits>
#include <stdexcept>

namespace inkwell {

namespace {

std::string rangeOf(const NumberSetting& setting) {
    if (setting.most == std::numeric_limits<std::int64_t>::max()) return "at least " + std::to_string(setting.least);
    return "from " + std::to_string(setting.least) + " to " + std::to_string(setting.most);
}

}  // namespace

std::int64_t readNumber(PluginSettings& settings, const NumberSetting& setting) {
    const auto value = settings.config<std::int64_t>(setting.key, setting.fallback, setting.meaning);
    if (value >= setting.least && value <= setting.most) return value;
    throw std::runtime_error("the setting '" + setting.key + "' must be " + rangeOf(setting) + ", not " +
                             std::to_string(value));
}

}  // namespace inkwell
