#include "tests/support/plugin_fixture.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "kernel/data/migrator.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

class ScratchFolder {
public:
    ScratchFolder() {
        std::string pattern = (fs::temp_directory_path() / "inkwell-test-XXXXXX").string();
        if (!mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder can be made at " + pattern);
        path_ = pattern;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// The test programs lie in <build>/tests, the plugins in <build>/lib/inkwell/plugins. Libraries stay loaded, as in the
// server: objects made by them may outlive the fixture's interest in them.
const PluginManifest& openPlugin(const std::string& id) {
    auto build = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
    auto file = build / "lib/inkwell/plugins" / (id + ".so");
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error("plugin '" + id + "' cannot be loaded: " + dlerror());
    void* manifest = dlsym(library, "inkwell_plugin");
    if (!manifest) throw std::runtime_error("plugin '" + id + "' has no manifest");
    return *static_cast<const PluginManifest*>(manifest);
}

std::string routeKey(Method method, const std::string& path) {
    return std::to_string(static_cast<int>(method)) + " " + path;
}

}  // namespace

void CapturingEvents::listen(const std::string& eventId, std::function<void(void*)> listener) {
    std::lock_guard lock(mutex_);
    listeners_.emplace(eventId, std::move(listener));
}

std::vector<std::string> CapturingEvents::summary() const {
    std::lock_guard lock(mutex_);
    return summary_;
}

void CapturingEvents::clear() {
    std::lock_guard lock(mutex_);
    facts_.clear();
    summary_.clear();
}

void CapturingEvents::deliver(const char* eventId, void* event) {
    std::vector<std::function<void(void*)>> listeners;
    {
        std::lock_guard lock(mutex_);
        auto [first, last] = listeners_.equal_range(eventId);
        for (auto one = first; one != last; ++one) listeners.push_back(one->second);
    }
    for (const auto& listener : listeners) listener(event);
}

void CapturingEvents::publishFact(const char* eventId, Change& change, std::shared_ptr<void> fact) {
    std::string line = std::string(eventId) + " " + change.action + " " + change.id;
    deliver(Registrar::transactionEventId(eventId).c_str(), fact.get());
    database_.afterCommit([this, id = std::string(eventId), line = std::move(line), fact = std::move(fact), change] {
        {
            std::lock_guard lock(mutex_);
            facts_.emplace_back(id, fact);
            summary_.push_back(line);
        }
        ChangeCommitted committed{change};
        deliver(ChangeCommitted::kEventId, &committed);
        deliver(id.c_str(), fact.get());
    });
}

struct PluginFixture::Impl {
    ScratchFolder scratch;
    testkit::FixedClock clock;
    std::map<std::string, std::function<double()>> metrics;
    std::map<std::string, std::function<std::string()>> health;
    testkit::CountingIds ids;
    testkit::CapturingLog log;
    ServerInfo server{"0.0.0-test", "http://localhost:8000", "http://localhost:8001", "", false, 1000};
    std::map<std::string, std::vector<std::shared_ptr<void>>> contributions;
    std::map<std::string, void*> services;
    std::map<std::string, std::pair<Auth, Handler>> routes;
    std::multimap<std::string, std::function<void()>> jobs;
    std::shared_ptr<Plugin> enginePlugin;
    std::unique_ptr<kernel::PooledDatabase> database;
    std::unique_ptr<CapturingEvents> events;
    std::vector<std::shared_ptr<Plugin>> hosted;
};

class PluginFixture::Recorder : public Registrar {
public:
    Recorder(PluginFixture& fixture, JsonObject settings) : fixture_(fixture), settings_(std::move(settings)) {}

    Services& services() override { return fixture_; }
    const std::string& dataDirectory() const override { return fixture_.server().dataDirectory; }
    void migrations(std::span<const Migration> steps) override { steps_.assign(steps.begin(), steps.end()); }
    void every(std::chrono::milliseconds, const std::string& name, std::function<void()> job) override {
        fixture_.impl_->jobs.emplace(name, std::move(job));
    }
    void metric(MetricKind, const std::string& name, const std::string&, std::function<double()> read) override {
        fixture_.impl_->metrics[name] = std::move(read);
    }
    void health(const std::string& name, std::function<std::string()> problem) override {
        fixture_.impl_->health[name] = std::move(problem);
    }
    void openApi(std::string_view components) override { parseJson(components); }
    const std::vector<Migration>& steps() const { return steps_; }

protected:
    void addRoute(Method method, std::string path, Auth auth, Handler handler, RouteOptions) override {
        auto added = fixture_.impl_->routes.emplace(routeKey(method, path), std::pair(auth, std::move(handler)));
        if (!added.second) throw std::logic_error("the route " + path + " is declared twice");
    }
    Json configValue(const std::string& key, Json fallback, const std::string&) override {
        auto found = settings_.find(key);
        return found == settings_.end() ? fallback : found->value();
    }
    void listen(const char* eventId, std::function<void(void*)> listener) override {
        fixture_.impl_->events->listen(eventId, std::move(listener));
    }
    void provideService(const char* serviceId, void* service) override { fixture_.setServiceAny(serviceId, service); }
    void contributeAny(const char* contributionId, const std::string&, std::shared_ptr<void> object) override {
        fixture_.contributeAny(contributionId, std::move(object));
    }

private:
    PluginFixture& fixture_;
    JsonObject settings_;
    std::vector<Migration> steps_;
};

PluginFixture::PluginFixture(const std::string& enginePlugin, JsonObject engineSettings)
    : impl_(std::make_unique<Impl>()) {
    impl_->server.dataDirectory = impl_->scratch.path().string();
    if (enginePlugin == "database_sqlite" && !engineSettings.contains("file"))
        engineSettings["file"] = (impl_->scratch.path() / "test.db").string();
    const PluginManifest& manifest = openPlugin(enginePlugin);
    impl_->enginePlugin.reset(manifest.create(), manifest.destroy);
    Recorder recorder(*this, std::move(engineSettings));
    impl_->enginePlugin->setup(recorder);
    auto engines = contributions<DatabaseEngine>();
    if (engines.empty()) throw std::logic_error("plugin '" + enginePlugin + "' contributes no database engine");
    impl_->database = std::make_unique<kernel::PooledDatabase>(*engines.front(), kernel::PoolOptions{});
    impl_->events = std::make_unique<CapturingEvents>(*impl_->database);
}

PluginFixture::~PluginFixture() {
    for (auto one = impl_->hosted.rbegin(); one != impl_->hosted.rend(); ++one) (*one)->stop();
    // Handlers and listeners point into the plugins, and contributions may use the database: they go first.
    impl_->routes.clear();
    impl_->jobs.clear();
    impl_->events.reset();
    impl_->hosted.clear();
    impl_->database.reset();
    impl_->contributions.clear();
}

Database& PluginFixture::database() { return *impl_->database; }
Events& PluginFixture::events() { return *impl_->events; }
const Clock& PluginFixture::clock() { return impl_->clock; }
Ids& PluginFixture::ids() { return impl_->ids; }
Log& PluginFixture::log() { return impl_->log; }
const ServerInfo& PluginFixture::server() { return impl_->server; }
ChangeLog& PluginFixture::changes() { throw std::logic_error("the miniature server keeps no change feed"); }
testkit::FixedClock& PluginFixture::fixedClock() { return impl_->clock; }
testkit::CapturingLog& PluginFixture::capturedLog() { return impl_->log; }
CapturingEvents& PluginFixture::captured() { return *impl_->events; }
ServerInfo& PluginFixture::serverInfo() { return impl_->server; }
kernel::PooledDatabase& PluginFixture::pool() { return *impl_->database; }

Plugin& PluginFixture::host(const PluginManifest& manifest, JsonObject settings) {
    std::shared_ptr<Plugin> plugin(manifest.create(), manifest.destroy);
    Recorder recorder(*this, std::move(settings));
    plugin->setup(recorder);
    impl_->hosted.push_back(plugin);
    migrate(manifest.id, recorder.steps());
    plugin->start(*this);
    return *plugin;
}

Plugin& PluginFixture::load(const std::string& id, JsonObject settings) {
    return host(openPlugin(id), std::move(settings));
}

Response PluginFixture::call(Method method, const std::string& path, RequestParts parts) {
    auto found = impl_->routes.find(routeKey(method, path));
    if (found == impl_->routes.end()) throw std::logic_error("no plugin declares the route " + path);
    parts.method = method;
    Response response = found->second.second(Request(std::move(parts)));
    if (response.text) response.json = parseStoredJson(response.text->joined());
    return response;
}

Auth PluginFixture::authOf(Method method, const std::string& path) const {
    auto found = impl_->routes.find(routeKey(method, path));
    if (found == impl_->routes.end()) throw std::logic_error("no plugin declares the route " + path);
    return found->second.first;
}

void PluginFixture::migrate(const std::string& plugin, const std::vector<Migration>& migrations) {
    kernel::migrate(impl_->database->engine(), {{plugin, migrations}}, impl_->clock.nowMs());
}

void PluginFixture::runJob(const std::string& jobName) {
    auto [first, last] = impl_->jobs.equal_range(jobName);
    if (first == last) throw std::logic_error("no plugin declares the job " + jobName);
    for (auto one = first; one != last; ++one) one->second();
}

double PluginFixture::metric(const std::string& name) const { return impl_->metrics.at(name)(); }

std::string PluginFixture::healthProblem(const std::string& name) const { return impl_->health.at(name)(); }

void* PluginFixture::getService(const char* serviceId) {
    if (void* service = findService(serviceId)) return service;
    throw std::logic_error(std::string("the test provides no service ") + serviceId);
}

void* PluginFixture::findService(const char* serviceId) {
    auto found = impl_->services.find(serviceId);
    return found == impl_->services.end() ? nullptr : found->second;
}

std::vector<void*> PluginFixture::findContributions(const char* contributionId) {
    std::vector<void*> all;
    auto found = impl_->contributions.find(contributionId);
    if (found == impl_->contributions.end()) return all;
    for (const auto& one : found->second) all.push_back(one.get());
    return all;
}

void PluginFixture::setServiceAny(const std::string& serviceId, void* service) { impl_->services[serviceId] = service; }

void PluginFixture::contributeAny(const std::string& contributionId, std::shared_ptr<void> contribution) {
    impl_->contributions[contributionId].push_back(std::move(contribution));
}

}  // namespace inkwell::test
