#include "inkwell/live_settings.h"
#include "kernel/config/hidden_values.h"
#include "kernel/plugins/host_impl.h"
#include "kernel/plugins/settings_check.h"
#include "kernel/runtime/exception_text.h"

namespace inkwell::kernel {

namespace {

using Values = std::map<std::string, Json>;

/// Gives what stands in `settings` now, and notes what was asked for.
class FreshSettings : public PluginSettings {
public:
    explicit FreshSettings(const JsonObject& settings) : settings_(settings) {}

    const Values& given() const noexcept { return given_; }

protected:
    Json configValue(const std::string& key, Json fallback, const std::string& meaning) override {
        const PluginConfigKey asked{key, meaning, std::move(fallback), {}, {}};
        return given_[key] = findSetting(asked, settings_).value_or(asked.fallback);
    }

private:
    const JsonObject& settings_;
    Values given_;
};

const JsonObject& settingsOf(const Config& config, const std::string& id) {
    static const JsonObject none;
    const auto found = config.pluginSettings.find(id);
    return found == config.pluginSettings.end() ? none : found->second;
}

void keepValues(PluginRecord& record, const Values& values, const std::map<std::string, ValueSource>& sources) {
    for (PluginConfigKey& key : record.declared.configKeys) {
        const auto fresh = values.find(key.key);
        if (fresh == values.end()) continue;
        key.value = fresh->second;
        key.source = sourceOf(sources, record.id() + "." + key.key);
    }
}

}  // namespace

PluginHost::SettingsChange PluginHost::prepareSettings(const std::string& id, const Config& fresh) {
    Impl& h = *impl_;
    std::lock_guard lock(h.switching);
    PluginRecord* const record = h.find(id);
    SettingsChange change{{}, [] {}};
    if (record == nullptr) return change;

    const JsonObject& settings = settingsOf(fresh, id);
    FreshSettings reader(settings);
    std::vector<std::function<void()>> steps;
    try {
        for (const DeclaredContribution& one : record->declared.contributions) {
            if (one.kind != LiveSettings::kContributionId) continue;
            steps.push_back((*static_cast<const LiveSettings*>(one.contribution.object.get()))(reader));
        }
    } catch (...) {
        throw ConfigError("plugin '" + id + "': " + hideSettings(exceptionText(), id, settings, fresh.settingSources));
    }
    for (const auto& [key, value] : reader.given()) change.keys.insert(key);
    change.apply = [&h, record, steps = std::move(steps), values = reader.given(), sources = fresh.settingSources] {
        for (const std::function<void()>& step : steps) step();
        std::lock_guard stateLock(h.state);
        keepValues(*record, values, sources);
    };
    return change;
}

}  // namespace inkwell::kernel
