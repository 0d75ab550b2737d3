#include "mini_server.h"

#include <dlfcn.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace inkwell::testkit {

namespace fs = std::filesystem;

namespace {

class ScratchFolder {
public:
    ScratchFolder() : path_((fs::temp_directory_path() / "inkwell-testkit-XXXXXX").string()) {
        if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder can be made at " + path_);
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// Stays loaded, as in the server: what it made may be alive until the process ends.
const PluginManifest& openPlugin(const std::string& file) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error("the plugin cannot be loaded: " + std::string(dlerror()));
    const void* manifest = dlsym(library, "inkwell_plugin");
    if (manifest == nullptr) throw std::runtime_error("'" + file + "' is no plugin");
    return *static_cast<const PluginManifest*>(manifest);
}

bool lists(const char* const* serviceIds, std::string_view id) {
    for (const char* const* one = serviceIds; *one != nullptr; ++one)
        if (id == *one) return true;
    return false;
}

std::string routeKey(Method method, const std::string& path) {
    return std::to_string(static_cast<int>(method)) + " " + path;
}

}  // namespace

/// What a plugin gets: as in the server, the services that its manifest lists, from its start on.
class MiniServer::PluginServices : public Services {
public:
    PluginServices(MiniServer& server, const PluginManifest& manifest) : server_(server), manifest_(manifest) {}

    void open() { isOpen_ = true; }

    Database& database() override { return opened().database(); }
    Events& events() override { return opened().events(); }
    const Clock& clock() override { return opened().clock(); }
    Ids& ids() override { return opened().ids(); }
    Log& log() override { return opened().log(); }
    const ServerInfo& server() override { return opened().server(); }
    ChangeLog& changes() override { return opened().changes(); }

protected:
    void* getService(const char* serviceId) override {
        MiniServer& server = opened();
        if (!lists(manifest_.needs, serviceId)) refuse("gets", serviceId, "does not list under needs");
        return server.getService(serviceId);
    }
    void* findService(const char* serviceId) override {
        MiniServer& server = opened();
        if (!lists(manifest_.uses, serviceId) && !lists(manifest_.needs, serviceId))
            refuse("finds", serviceId, "lists neither under uses nor under needs");
        return server.findService(serviceId);
    }
    std::vector<void*> findContributions(const char* contributionId) override {
        return opened().findContributions(contributionId);
    }

private:
    MiniServer& opened() const {
        if (isOpen_) return server_;
        throw std::logic_error("plugin '" + std::string(manifest_.id) + "' uses its services before start()");
    }
    [[noreturn]] void refuse(const char* act, const char* serviceId, const char* what) const {
        throw std::logic_error("plugin '" + std::string(manifest_.id) + "' " + act + " the service '" + serviceId +
                               "', which its manifest " + what);
    }

    MiniServer& server_;
    const PluginManifest& manifest_;
    std::atomic<bool> isOpen_{false};
};

struct MiniServer::Impl {
    template <class Map>
    static auto& find(Map& map, const std::string& name, const char* kind) {
        const auto found = map.find(name);
        if (found == map.end()) throw std::logic_error(std::string("no plugin declares the ") + kind + " " + name);
        return found->second;
    }

    std::string pluginDirectory;
    ScratchFolder scratch;
    FixedClock clock;
    CountingIds ids;
    CapturingLog log;
    ServerInfo info{"0.0.0-test", "http://localhost:8055", "http://localhost:8056", scratch.path(), false, 1000};
    std::map<std::string, void*> services;
    // Handlers, listeners and contributions point into the plugins, which go after them; plugins may use their services
    // to the end.
    std::vector<std::unique_ptr<PluginServices>> pluginServices;
    std::vector<std::shared_ptr<Plugin>> plugins;
    std::map<std::string, std::vector<std::shared_ptr<void>>> contributions;
    std::unique_ptr<MiniDatabase> database;
    std::unique_ptr<MiniEvents> events;
    std::map<std::string, std::pair<Auth, Handler>> routes;
    std::multimap<std::string, std::function<void()>> jobs;
    std::map<std::string, std::function<double()>> metrics;
    std::map<std::string, std::function<std::string()>> health;
};

class MiniServer::Recorder : public Registrar {
public:
    Recorder(MiniServer& server, Services& services, JsonObject settings)
        : server_(server), services_(services), settings_(std::move(settings)) {}

    Services& services() override { return services_; }
    const std::string& dataDirectory() const override { return server_.impl_->info.dataDirectory; }
    void migrations(std::span<const Migration> steps) override { steps_.assign(steps.begin(), steps.end()); }
    void every(std::chrono::milliseconds interval, const std::string& name, std::function<void()> job) override {
        if (interval.count() <= 0 || !job)
            throw std::logic_error("the job '" + name + "' needs a function and an interval above zero");
        server_.impl_->jobs.emplace(name, std::move(job));
    }
    void metric(MetricKind kind, const std::string& name, const std::string&, std::function<double()> read) override {
        if ((kind == MetricKind::Counter) != name.ends_with("_total"))
            throw std::logic_error("the metric '" + name + "': the name of a counter ends in '_total', no other does");
        server_.impl_->metrics[name] = std::move(read);
    }
    void health(const std::string& name, std::function<std::string()> problem, ProblemMeans) override {
        server_.impl_->health[name] = std::move(problem);
    }
    void openApi(std::string_view components) override { parseJson(components, "components"); }

    const std::vector<Migration>& steps() const { return steps_; }
    void refuseUnknownSettings() const {
        if (settings_.empty()) return;
        throw std::logic_error("the plugin asks for no setting '" + std::string(settings_.begin()->key()) + "'");
    }
    void refuseDrift(const PluginManifest& manifest) const {
        for (const char* const* one = manifest.provides; *one != nullptr; ++one)
            if (!provided_.contains(*one))
                throw std::logic_error("its manifest lists the service '" + std::string(*one) +
                                       "' under provides, but setup() does not provide it");
        for (const std::string& one : provided_)
            if (!lists(manifest.provides, one))
                throw std::logic_error("setup() provides the service '" + one +
                                       "', which its manifest does not list under provides");
    }

protected:
    void addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions) override {
        if (!handler) throw std::logic_error("the route '" + path + "' needs a handler");
        const auto added = server_.impl_->routes.emplace(routeKey(method, path), std::pair(auth, std::move(handler)));
        if (!added.second) throw std::logic_error("the route " + path + " is declared twice");
    }
    Json configValue(const std::string& key, Json fallback, const std::string&) override {
        const auto found = settings_.find(key);
        if (found == settings_.end()) return fallback;
        Json value = found->value();
        settings_.erase(found);
        return value;
    }
    void listen(const char* eventId, std::function<void(void*)> listener) override {
        // An engine is set up before there is a database whose changes could be told of.
        if (server_.impl_->events) server_.impl_->events->listen(eventId, std::move(listener));
    }
    void provideService(const char* serviceId, void* service) override {
        provided_.insert(serviceId);
        server_.setServiceAny(serviceId, service);
    }
    void contributeAny(const char* contributionId, const std::string&, std::shared_ptr<void> object) override {
        server_.contributeAny(contributionId, std::move(object));
    }

private:
    MiniServer& server_;
    Services& services_;
    JsonObject settings_;
    std::vector<Migration> steps_;
    std::set<std::string> provided_;
};

MiniServer::MiniServer(const std::string& pluginDirectory, const std::string& enginePlugin, JsonObject engineSettings)
    : impl_(std::make_unique<Impl>()) {
    impl_->pluginDirectory = pluginDirectory;
    const PluginManifest& manifest = openPlugin(pluginDirectory + "/" + enginePlugin + ".so");
    impl_->plugins.emplace_back(manifest.create(), manifest.destroy);
    impl_->pluginServices.push_back(std::make_unique<PluginServices>(*this, manifest));
    Recorder recorder(*this, *impl_->pluginServices.back(), std::move(engineSettings));
    impl_->plugins.back()->setup(recorder);
    recorder.refuseUnknownSettings();
    const auto engines = contributions<DatabaseEngine>();
    if (engines.empty()) throw std::runtime_error("the plugin '" + enginePlugin + "' has no database engine");
    impl_->database = std::make_unique<MiniDatabase>(*engines.front());
    impl_->events = std::make_unique<MiniEvents>(*impl_->database, impl_->clock);
    impl_->pluginServices.back()->open();
}

MiniServer::~MiniServer() {
    for (auto one = impl_->plugins.rbegin(); one != impl_->plugins.rend(); ++one) (*one)->beginStop();
    for (auto one = impl_->plugins.rbegin(); one != impl_->plugins.rend(); ++one) (*one)->stop();
}

MiniDatabase& MiniServer::database() { return *impl_->database; }
MiniEvents& MiniServer::events() { return *impl_->events; }
FixedClock& MiniServer::clock() { return impl_->clock; }
CountingIds& MiniServer::ids() { return impl_->ids; }
CapturingLog& MiniServer::log() { return impl_->log; }
ServerInfo& MiniServer::server() { return impl_->info; }
ChangeLog& MiniServer::changes() { throw std::logic_error("the miniature server keeps no change feed"); }

Plugin& MiniServer::host(const PluginManifest& manifest, JsonObject settings) {
    const std::shared_ptr<Plugin> plugin(manifest.create(), manifest.destroy);
    PluginServices& services = *impl_->pluginServices.emplace_back(std::make_unique<PluginServices>(*this, manifest));
    Recorder recorder(*this, services, std::move(settings));
    plugin->setup(recorder);
    recorder.refuseUnknownSettings();
    recorder.refuseDrift(manifest);
    for (const char* const* need = manifest.needs; *need != nullptr; ++need) getService(*need);
    impl_->plugins.push_back(plugin);
    migrate(manifest.id, recorder.steps());
    services.open();
    plugin->start(services);
    return *plugin;
}

Plugin& MiniServer::load(const std::string& id, JsonObject settings) {
    return host(openPlugin(impl_->pluginDirectory + "/" + id + ".so"), std::move(settings));
}

void MiniServer::migrate(const std::string& plugin, const std::vector<Migration>& migrations) {
    impl_->database->migrate(plugin, migrations);
}

Response MiniServer::call(Method method, const std::string& path, RequestParts parts) {
    const auto found = impl_->routes.find(routeKey(method, path));
    if (found == impl_->routes.end()) throw std::logic_error("no plugin declares the route " + path);
    parts.method = method;
    Response response = found->second.second(Request(std::move(parts)));
    if (response.text) response.json = parseStoredJson(response.text->joined());
    return response;
}

Auth MiniServer::authOf(Method method, const std::string& path) const {
    const auto found = impl_->routes.find(routeKey(method, path));
    if (found == impl_->routes.end()) throw std::logic_error("no plugin declares the route " + path);
    return found->second.first;
}

void MiniServer::runJob(const std::string& jobName) {
    const auto [first, last] = impl_->jobs.equal_range(jobName);
    if (first == last) throw std::logic_error("no plugin declares the job " + jobName);
    for (auto one = first; one != last; ++one) one->second();
}

double MiniServer::metric(const std::string& name) const { return Impl::find(impl_->metrics, name, "metric")(); }

std::string MiniServer::healthProblem(const std::string& name) const {
    return Impl::find(impl_->health, name, "health check")();
}

void* MiniServer::getService(const char* serviceId) {
    if (void* service = findService(serviceId)) return service;
    throw std::logic_error(std::string("the test gives no service ") + serviceId);
}

void* MiniServer::findService(const char* serviceId) {
    const auto found = impl_->services.find(serviceId);
    return found == impl_->services.end() ? nullptr : found->second;
}

std::vector<void*> MiniServer::findContributions(const char* contributionId) {
    std::vector<void*> all;
    const auto found = impl_->contributions.find(contributionId);
    if (found == impl_->contributions.end()) return all;
    for (const auto& one : found->second) all.push_back(one.get());
    return all;
}

void MiniServer::setServiceAny(const std::string& serviceId, void* service) { impl_->services[serviceId] = service; }

void MiniServer::contributeAny(const std::string& contributionId, std::shared_ptr<void> contribution) {
    impl_->contributions[contributionId].push_back(std::move(contribution));
}

}  // namespace inkwell::testkit
