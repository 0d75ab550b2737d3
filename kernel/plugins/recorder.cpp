#include "kernel/plugins/recorder.h"

#include <algorithm>
#include <stdexcept>

#include "kernel/plugins/route_check.h"
#include "kernel/plugins/settings_check.h"
#include "kernel/runtime/clean_text.h"

namespace inkwell::kernel {

namespace {

// The host's own key in plugins.d/<id>.json.
constexpr std::string_view kEnabledKey = "enabled";

bool isMetricName(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
}

// Names of contributions stand in documents and messages.
bool isShowable(std::string_view name) {
    const auto isControl = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
    return !name.empty() && isCleanText(name) && std::none_of(name.begin(), name.end(), isControl);
}

// Under one name the operator could not tell them apart.
template <class Declared>
void refuseTwice(const std::vector<Declared>& all, std::string_view what, const std::string& name) {
    if (std::any_of(all.begin(), all.end(), [&](const Declared& one) { return one.name == name; }))
        throw std::logic_error("the " + std::string(what) + " '" + name + "' is declared twice");
}

}  // namespace

Recorder::Recorder(std::string plugin, const JsonObject& settings, PlaceOfSetting placeOf, Services& services,
                   const std::string& dataDirectory)
    : plugin_(std::move(plugin)),
      settings_(settings),
      placeOf_(std::move(placeOf)),
      services_(services),
      dataDirectory_(dataDirectory) {}

void Recorder::migrations(std::span<const Migration> migrations) {
    int expected = static_cast<int>(declared_.migrations.size());
    for (const Migration& one : migrations) {
        if (one.number == ++expected) continue;
        throw std::logic_error("migration " + std::to_string(one.number) + " '" + one.name +
                               "' is out of order: the numbers must be 1, 2, 3 ...");
    }
    declared_.migrations.insert(declared_.migrations.end(), migrations.begin(), migrations.end());
}

void Recorder::every(std::chrono::milliseconds interval, const std::string& jobName, std::function<void()> job) {
    if (interval.count() <= 0 || !job)
        throw std::logic_error("the job '" + jobName + "' needs a function and an interval above zero");
    refuseTwice(declared_.jobs, "job", jobName);
    declared_.jobs.push_back({jobName, interval, std::move(job)});
}

void Recorder::metric(MetricKind kind, const std::string& name, const std::string& help, std::function<double()> read) {
    if (!isMetricName(name) || !read)
        throw std::logic_error("the metric '" + name + "' needs a name of [a-z0-9_] and a function");
    if ((kind == MetricKind::Counter) != name.ends_with("_total"))
        throw std::logic_error("the metric '" + name + "': the name of a counter ends in '_total', no other does");
    refuseTwice(declared_.metrics, "metric", name);
    declared_.metrics.push_back({kind, name, help, std::move(read)});
}

void Recorder::health(const std::string& name, std::function<std::string()> problem, ProblemMeans means) {
    if (name.empty() || !problem) throw std::logic_error("the health check '" + name + "' needs a name and a function");
    refuseTwice(declared_.health, "health check", name);
    declared_.health.push_back({name, std::move(problem), means});
}

void Recorder::openApi(std::string_view components) {
    if (!parseJson(components, "OpenAPI components").is_object()) {
        throw std::logic_error("the OpenAPI components must be a JSON object");
    }
    declared_.openApi.emplace_back(components);
}

void Recorder::addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions options) {
    if (!handler) throw std::logic_error("the route '" + path + "' needs a handler");
    if (const std::string problem = routeProblem(path, auth); !problem.empty())
        throw std::logic_error("the route '" + path + "' " + problem);
    declared_.routes.push_back({method, std::move(path), auth, std::move(handler), options, plugin_, true});
}

Json Recorder::configValue(const std::string& key, Json fallback, const std::string& meaning) {
    if (key == kEnabledKey) throw std::logic_error("the setting 'enabled' belongs to the server");
    PluginConfigKey& asked =
        declared_.configKeys.emplace_back(PluginConfigKey{key, meaning, std::move(fallback), {}, {}});
    asked.value = findSetting(asked, settings_).value_or(asked.fallback);
    return asked.value;
}

void Recorder::listen(const char* eventId, std::function<void(void*)> listener) {
    declared_.listeners.push_back({eventId, std::move(listener)});
}

void Recorder::provideService(const char* serviceId, void* service) {
    if (!declared_.services.emplace(serviceId, service).second)
        throw std::logic_error("the service '" + std::string(serviceId) + "' is provided twice");
}

void Recorder::contributeAny(const char* contributionId, const std::string& name, std::shared_ptr<void> contribution) {
    if (!isShowable(name) || contribution == nullptr)
        throw std::logic_error("a contribution of '" + std::string(contributionId) +
                               "' needs an object, and a name in UTF-8 without control characters");
    declared_.contributions.push_back({contributionId, {plugin_, name, std::move(contribution)}});
}

std::vector<std::string> Recorder::settingProblems() const {
    return findSettingProblems(declared_.configKeys, settings_, placeOf_);
}

std::vector<std::string> Recorder::unaskedSettings() const {
    return findUnaskedSettings(declared_.configKeys, settings_, placeOf_);
}

}  // namespace inkwell::kernel
