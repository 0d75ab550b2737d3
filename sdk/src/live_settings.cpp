#include "inkwell/live_settings.h"

namespace inkwell {

Json SetupSettings::configValue(const std::string& key, Json fallback, const std::string& meaning) {
    const auto read = [&]<class T>(T value) { return boost::json::value_from(registrar_.config(key, value, meaning)); };
    if (fallback.is_bool()) return read(fallback.get_bool());
    if (fallback.is_int64()) return read(std::int64_t{fallback.get_int64()});
    if (fallback.is_string()) return read(std::string(fallback.get_string()));
    return read(boost::json::value_to<std::vector<std::string>>(fallback));
}

}  // namespace inkwell
