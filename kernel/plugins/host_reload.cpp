#include "inkwell/live_settings.h"
#include "kernel/config/hidden_values.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/plugins/host_impl.h"
#include "kernel/plugins/settings_check.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"

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

using Step = std::function<void()>;

// Too late to refuse the settings: others are in force already.
std::vector<std::string> takeSteps(const std::string& id, const std::vector<Step>& steps,
                                   const std::function<std::string()>& failureText) {
    const LastWords inCase(id, "the new settings of a reload");
    std::vector<std::string> failures;
    for (const Step& step : steps) {
        try {
            step();
        } catch (...) {
            const std::string why = failureText();
            makeLog(id)->error("putting its new settings into force failed: " + why);
            failures.push_back("plugin '" + id + "' failed while it put its new settings into force (" + why +
                               ") and may go on with old ones: disable it and enable it again");
        }
    }
    return failures;
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
    const std::unique_lock lock = h.beginSwitch();
    PluginRecord* const record = h.find(id);
    SettingsChange change{{}, [] { return std::vector<std::string>(); }};
    if (record == nullptr) return change;

    const JsonObject& settings = settingsOf(fresh, id);
    FreshSettings reader(settings);
    std::vector<Step> steps;
    const auto failureText = [id, settings, sources = fresh.settingSources] {
        return hideSettings(exceptionText(), id, settings, sources);
    };
    try {
        for (const DeclaredContribution& one : record->declared.contributions) {
            if (one.kind != LiveSettings::kContributionId) continue;
            steps.push_back((*static_cast<const LiveSettings*>(one.contribution.object.get()))(reader));
            if (!steps.back()) throw std::logic_error("its LiveSettings give no function that puts them into force");
        }
    } catch (...) {
        throw ConfigError("plugin '" + id + "': " + failureText());
    }
    for (const auto& [key, value] : reader.given()) change.keys.insert(key);
    change.apply = [&h, record, steps = std::move(steps), values = reader.given(), sources = fresh.settingSources,
                    failureText] {
        std::vector<std::string> failures = takeSteps(record->id(), steps, failureText);
        std::lock_guard stateLock(h.state);
        keepValues(*record, values, sources);
        return failures;
    };
    return change;
}

}  // namespace inkwell::kernel
