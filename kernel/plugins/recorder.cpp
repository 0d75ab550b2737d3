#include "kernel/plugins/recorder.h"

#include <algorithm>
#include <stdexcept>

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

/// What the setting must be, in words, by the type of its default; "" when `value` is of that type.
std::string_view wantedKind(const Json& fallback, const Json& value) {
    if (fallback.is_bool()) return value.is_bool() ? "" : "true or false";
    if (fallback.is_int64()) return isWholeNumber(value) ? "" : "a whole number";
    if (fallback.is_string()) return value.is_string() ? "" : "a string";
    return isTextList(value) ? "" : "an array of strings";
}

bool isMetricName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

std::string knownKeys(const std::vector<PluginConfigKey>& keys) {
    std::string text = "'enabled' (whether the plugin runs)";
    for (const PluginConfigKey& one : keys) text += ", '" + one.key + "' (" + one.meaning + ")";
    return text;
}

}  // namespace

Recorder::Recorder(std::string plugin, const JsonObject& settings, std::string settingsFile, Services& services,
                   const std::string& dataDirectory)
    : plugin_(std::move(plugin)),
      settings_(settings),
      settingsFile_(std::move(settingsFile)),
      services_(services),
      dataDirectory_(dataDirectory) {}

void Recorder::migrations(std::span<const Migration> migrations) {
    declared_.migrations.insert(declared_.migrations.end(), migrations.begin(), migrations.end());
}

void Recorder::every(std::chrono::milliseconds interval, const std::string& jobName, std::function<void()> job) {
    if (interval.count() <= 0 || !job)
        throw std::logic_error("the job '" + jobName + "' needs a function and an interval above zero");
    declared_.jobs.push_back({jobName, interval, std::move(job)});
}

void Recorder::metric(MetricKind kind, const std::string& name, const std::string& help, std::function<double()> read) {
    if (!isMetricName(name) || !read)
        throw std::logic_error("the metric '" + name + "' needs a name of [a-z0-9_] and a function");
    declared_.metrics.push_back({kind, name, help, std::move(read)});
}

void Recorder::health(const std::string& name, std::function<std::string()> problem) {
    if (name.empty() || !problem) throw std::logic_error("the health check '" + name + "' needs a name and a function");
    declared_.health.push_back({name, std::move(problem)});
}

void Recorder::openApi(std::string_view components) {
    if (!parseJson(components, "OpenAPI components").is_object()) {
        throw std::logic_error("the OpenAPI components must be a JSON object");
    }
    declared_.openApi.emplace_back(components);
}

void Recorder::addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions options) {
    if (path.empty() || path.front() != '/' || !handler)
        throw std::logic_error("the route '" + path + "' needs a handler and a path that begins with '/'");
    declared_.routes.push_back({method, std::move(path), auth, std::move(handler), options, plugin_, true});
}

Json Recorder::configValue(const std::string& key, Json fallback, const std::string& meaning) {
    if (key == kEnabledKey) throw std::logic_error("the setting 'enabled' belongs to the server");
    declared_.configKeys.push_back({key, meaning, fallback});
    const Json* value = settings_.if_contains(key);
    if (value == nullptr) return fallback;
    const std::string_view wanted = wantedKind(fallback, *value);
    if (wanted.empty()) return *value;
    // A variable of the environment has no quotes: INKWELL_..._PASSWORD=12345 is a text all the same.
    if (fallback.is_string() && (isWholeNumber(*value) || value->is_bool())) return Json(writeJson(*value));
    // The value itself stays out of the message: it may be a password.
    wrongTypes_.push_back(settingsFile_ + ": '" + key + "' (" + meaning + ") must be " + std::string(wanted) +
                          ", not " + std::string(jsonKindName(*value)));
    return fallback;
}

void Recorder::listen(const char* eventId, std::function<void(void*)> listener) {
    declared_.listeners.push_back({eventId, std::move(listener)});
}

void Recorder::provideService(const char* serviceId, void* service) {
    if (!declared_.services.emplace(serviceId, service).second)
        throw std::logic_error("the service '" + std::string(serviceId) + "' is provided twice");
}

void Recorder::contributeAny(const char* contributionId, const std::string& name, std::shared_ptr<void> contribution) {
    if (name.empty() || contribution == nullptr)
        throw std::logic_error("a contribution of '" + std::string(contributionId) + "' needs a name and an object");
    declared_.contributions.push_back({contributionId, {plugin_, name, std::move(contribution)}});
}

std::vector<std::string> Recorder::settingProblems() const {
    std::vector<std::string> problems = wrongTypes_;
    for (const auto& member : settings_) {
        const std::string_view key(member.key().data(), member.key().size());
        const auto asked = std::any_of(declared_.configKeys.begin(), declared_.configKeys.end(),
                                       [&](const PluginConfigKey& one) { return one.key == key; });
        if (key == kEnabledKey) {
            if (!member.value().is_bool())
                problems.push_back(settingsFile_ + ": 'enabled' must be true or false, not " +
                                   std::string(jsonKindName(member.value())));
        } else if (!asked) {
            problems.push_back(settingsFile_ + ": unknown key '" + std::string(key) +
                               "'; known keys: " + knownKeys(declared_.configKeys));
        }
    }
    return problems;
}

}  // namespace inkwell::kernel
