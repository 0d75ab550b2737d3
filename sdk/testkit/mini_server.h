#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fake_services.h"
#include "inkwell/plugin.h"
#include "mini_events.h"

namespace inkwell::testkit {

/// A server in miniature for the tests of a plugin: a fresh database on an installed engine, the services every plugin
/// has, and a host that sets plugins up. No HTTP: a handler is called directly, after the gatekeeper would have let the
/// request through. One thread, but handlers may be called on many.
class MiniServer : public Services {
public:
    /// `pluginDirectory` contains `enginePlugin`.so; with "database_sqlite" the database is a file that goes with the
    /// server, unless the settings name another.
    explicit MiniServer(const std::string& pluginDirectory, const std::string& enginePlugin = "database_sqlite",
                        JsonObject engineSettings = {});
    ~MiniServer() override;  // stops the plugins

    MiniDatabase& database() override;
    MiniEvents& events() override;
    FixedClock& clock() override;
    CountingIds& ids() override;
    CapturingLog& log() override;
    ServerInfo& server() override;  // for a test to change before it hosts a plugin
    ChangeLog& changes() override;  // throws std::logic_error: no feed is kept

    /// Runs setup, migrations and start. `settings` are as in plugins.d/<id>.json: an unknown key or a value of another
    /// type throws, as does a service under the manifest's `needs` that setService did not provide, one that the plugin
    /// looks up without listing it, or before start(), and `provides` that setup does not keep. For the plugin that is
    /// linked into the test, declare `extern "C" const inkwell::PluginManifest inkwell_plugin;`.
    Plugin& host(const PluginManifest& manifest, JsonObject settings = {});
    /// The same with a built plugin of the plugin directory.
    Plugin& load(const std::string& id, JsonObject settings = {});
    /// Only the tables, without the plugin: MiniDatabase::migrate.
    void migrate(const std::string& plugin, const std::vector<Migration>& migrations);

    /// Calls the handler of the route that was declared with this template. Throws what the handler throws, and
    /// std::logic_error for a route that was not declared.
    Response call(Method method, const std::string& path, RequestParts parts = {});
    /// Who may call that route.
    Auth authOf(Method method, const std::string& path) const;
    /// Runs the jobs of that name once.
    void runJob(const std::string& jobName);
    /// What a metric or health check of that name says now. Throws std::logic_error for one that nobody declared.
    double metric(const std::string& name) const;
    std::string healthProblem(const std::string& name) const;

    /// Provides a fake of another plugin's service: `setService<Identity>(&fake)`; nullptr removes it. It must outlive
    /// the server.
    template <PluginInterface S>
    void setService(std::type_identity_t<S>* service) {
        setServiceAny(S::kServiceId, service);
    }

    /// Contributes the test's own object, as a plugin would: `contribute<MediaStore>(object)`. It must outlive the
    /// server.
    template <PluginInterface C>
    void contribute(std::type_identity_t<C>& contribution) {
        C* const one = &contribution;
        contributeAny(C::kContributionId, std::shared_ptr<void>(one, [](void*) {}));
    }

protected:
    void* getService(const char* serviceId) override;
    void* findService(const char* serviceId) override;
    std::vector<void*> findContributions(const char* contributionId) override;

private:
    class PluginServices;
    class Recorder;
    struct Impl;
    void setServiceAny(const std::string& serviceId, void* service);
    void contributeAny(const std::string& contributionId, std::shared_ptr<void> contribution);
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::testkit
