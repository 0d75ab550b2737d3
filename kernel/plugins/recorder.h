#pragma once

#include <string>
#include <vector>

#include "inkwell/registrar.h"
#include "kernel/plugins/declarations.h"
#include "kernel/plugins/settings_check.h"

namespace inkwell::kernel {

/// The Registrar of one plugin's setup(): records everything and changes nothing else, so that a failed setup leaves no
/// trace. The thread of setup(), as long as it runs. Throws std::logic_error for a mistake in the plugin's code.
class Recorder : public Registrar {
public:
    /// `services` are the plugin's own. What is passed by reference must outlive the recorder.
    Recorder(std::string plugin, const JsonObject& settings, PlaceOfSetting placeOf, Services& services,
             const std::string& dataDirectory);

    Services& services() override { return services_; }
    const std::string& dataDirectory() const override { return dataDirectory_; }
    void migrations(std::span<const Migration> migrations) override;
    void every(std::chrono::milliseconds interval, const std::string& jobName, std::function<void()> job) override;

    void metric(MetricKind kind, const std::string& name, const std::string& help,
                std::function<double()> read) override;
    void health(const std::string& name, std::function<std::string()> problem,
                ProblemMeans means = ProblemMeans::NotReady) override;
    void openApi(std::string_view components) override;

    /// After setup(): the problems of the settings, one sentence each.
    std::vector<std::string> settingProblems() const;
    /// When setup() has thrown: as findUnaskedSettings.
    std::vector<std::string> unaskedSettings() const;
    Declarations take() { return std::move(declared_); }

protected:
    void addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions options) override;
    Json configValue(const std::string& key, Json fallback, const std::string& meaning) override;
    void listen(const char* eventId, std::function<void(void*)> listener) override;
    void provideService(const char* serviceId, void* service) override;
    void contributeAny(const char* contributionId, const std::string& name,
                       std::shared_ptr<void> contribution) override;

private:
    std::string plugin_;
    const JsonObject& settings_;
    PlaceOfSetting placeOf_;
    Services& services_;
    const std::string& dataDirectory_;
    Declarations declared_;
};

}  // namespace inkwell::kernel
