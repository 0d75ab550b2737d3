#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fake_services.h"
#include "inkwell/plugin.h"
#include "mini_events.h"

namespace inkwell::testkit {

/// A server in miniature for the tests of one plugin: a fresh database on the installed SQLite engine, the services
/// every plugin has, and a host that sets the plugin up. No HTTP: a handler is called directly, after the gatekeeper
/// would have let the request through. One thread, but handlers may be called on many.
class MiniServer : public Services {
public:
    /// `pluginDirectory` contains the built database_sqlite.so.
    explicit MiniServer(const std::string& pluginDirectory);
    ~MiniServer() override;  // stops the plugins

    Database& database() override;
    MiniEvents& events() override;
    FixedClock& clock() override;
    CountingIds& ids() override;
    CapturingLog& log() override;
    const ServerInfo& server() override;
    ChangeLog& changes() override;  // throws std::logic_error: no feed is kept

    /// Runs setup, migrations and start. `settings` are as in plugins.d/<id>.json: an unknown key or a value of another
    /// type throws, as does a service under the manifest's `needs` that setService did not provide. For the plugin that
    /// is linked into the test, declare `extern "C" const inkwell::PluginManifest inkwell_plugin;`.
    Plugin& host(const PluginManifest& manifest, JsonObject settings = {});

    /// Calls the handler of the route that was declared with this template. Throws what the handler throws, and
    /// std::logic_error for a route that was not declared.
    Response call(Method method, const std::string& path, RequestParts parts = {});
    /// Who may call that route.
    Auth authOf(Method method, const std::string& path) const;
    /// Runs the jobs of that name once.
    void runJob(const std::string& jobName);

    /// Provides a fake of another plugin's service; nullptr removes it. It must outlive the server.
    template <class S>
    void setService(S* service) {
        setServiceAny(S::kServiceId, service);
    }

protected:
    void* getService(const char* serviceId) override;
    void* findService(const char* serviceId) override;
    std::vector<void*> findContributions(const char* contributionId) override;

private:
    class Recorder;
    struct Impl;
    void setServiceAny(const std::string& serviceId, void* service);
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::testkit
