#include "kernel/plugins/settings_check.h"

#include <algorithm>

namespace inkwell::kernel {

namespace {

// The host's own key in plugins.d/<id>.json.
constexpr std::string_view kEnabledKey = "enabled";

bool isWholeNumber(const Json& value) {
    return value.is_int64() || (value.is_uint64() && value.get_uint64() <= INT64_MAX);
}

bool isTextList(const Json& value) {
    return value.is_array() && std::all_of(value.get_array().begin(), value.get_array().end(),
                                           [](const Json& one) { return one.is_string(); });
}

bool isOfKind(const Json& fallback, const Json& value) {
    if (fallback.is_bool()) return value.is_bool();
    if (fallback.is_int64()) return isWholeNumber(value);
    if (fallback.is_string()) return value.is_string() || isWholeNumber(value) || value.is_bool();
    return isTextList(value);
}

// "must be a whole number, not a number" would tell nothing.
std::string foundKind(const Json& value) {
    if (value.is_number() && !isWholeNumber(value)) return "a number with a fraction, an exponent or too many digits";
    return std::string(jsonKindName(value));
}

// What is wrong with a value that is not of the kind of `fallback`.
std::string whyNot(const Json& fallback, const Json& value) {
    const JsonArray* const all = fallback.is_array() ? value.if_array() : nullptr;
    if (all == nullptr) return ", not " + foundKind(value);
    const auto wrong = std::find_if(all->begin(), all->end(), [](const Json& one) { return !one.is_string(); });
    return "; its element " + std::to_string(wrong - all->begin()) + " is " + std::string(jsonKindName(*wrong));
}

bool isAsked(const std::vector<PluginConfigKey>& keys, const std::string& name) {
    return std::any_of(keys.begin(), keys.end(), [&](const PluginConfigKey& one) { return one.key == name; });
}

std::string knownKeys(const std::vector<PluginConfigKey>& keys) {
    std::string text = "'enabled' (whether the plugin runs)";
    for (const PluginConfigKey& one : keys) text += ", '" + one.key + "' (" + one.meaning + ")";
    return text;
}

}  // namespace

std::string_view kindOf(const Json& fallback) {
    if (fallback.is_bool()) return "true or false";
    if (fallback.is_int64()) return "a whole number";
    return fallback.is_string() ? "a string" : "an array of strings";
}

std::optional<Json> findSetting(const PluginConfigKey& key, const JsonObject& settings) {
    const Json* value = settings.if_contains(key.key);
    if (value == nullptr) return key.fallback;
    if (!isOfKind(key.fallback, *value)) return std::nullopt;
    // A variable of the environment has no quotes: INKWELL_..._PASSWORD=12345 is a text all the same.
    if (key.fallback.is_string() && !value->is_string()) return Json(writeJson(*value));
    return *value;
}

PlaceOfSetting placeIn(const std::map<std::string, ValueSource>& sources, std::string plugin, std::string file) {
    return [&sources, plugin = std::move(plugin), file = std::move(file)](const std::string& key) {
        const auto found = sources.find(plugin + "." + key);
        if (found == sources.end()) return SettingPlace{file};
        return SettingPlace{found->second.place, found->second.place != file || !found->second.reference.empty()};
    };
}

std::vector<std::string> findSettingProblems(const std::vector<PluginConfigKey>& keys, const JsonObject& settings,
                                             const PlaceOfSetting& placeOf) {
    std::vector<std::string> problems;
    for (const PluginConfigKey& key : keys) {
        const Json* value = settings.if_contains(key.key);
        if (value == nullptr) continue;
        const SettingPlace place = placeOf(key.key);
        const bool isRight = isOfKind(key.fallback, *value);
        if (isRight && (place.isText || !key.fallback.is_string() || value->is_string())) continue;
        problems.push_back(place.name + ": '" + key.key + "' (" + key.meaning + ") must be " +
                           std::string(kindOf(key.fallback)) + whyNot(key.fallback, *value));
    }
    for (const auto& member : settings) {
        const std::string name(member.key());
        if (name == kEnabledKey) {
            if (!member.value().is_bool())
                problems.push_back(placeOf(name).name + ": 'enabled' must be true or false, not " +
                                   std::string(jsonKindName(member.value())));
        } else if (!isAsked(keys, name)) {
            problems.push_back(placeOf(name).name + ": unknown key '" + name + "'; known keys: " + knownKeys(keys));
        }
    }
    return problems;
}

std::vector<std::string> findUnaskedSettings(const std::vector<PluginConfigKey>& keys, const JsonObject& settings,
                                             const PlaceOfSetting& placeOf) {
    std::vector<std::string> problems;
    for (const auto& member : settings) {
        const std::string name(member.key());
        if (name == kEnabledKey || isAsked(keys, name)) continue;
        problems.push_back(placeOf(name).name + ": the plugin did not ask for the key '" + name +
                           "' before its setup failed; it asked for: " + knownKeys(keys));
    }
    return problems;
}

}  // namespace inkwell::kernel
