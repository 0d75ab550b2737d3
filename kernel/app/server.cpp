#include "kernel/app/server.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

#include "inkwell/crypto.h"
#include "kernel/app/addresses.h"
#include "kernel/app/plugin_switchboard.h"
#include "kernel/app/switch_check.h"
#include "kernel/data/change_feed.h"
#include "kernel/data/change_store.h"
#include "kernel/data/migrations.h"
#include "kernel/data/write_probe.h"
#include "kernel/http/http_server.h"
#include "kernel/http/openapi/kernel_routes.h"
#include "kernel/http/response_cache.h"
#include "kernel/operator/watch.h"
#include "kernel/plugins/event_bus.h"
#include "kernel/runtime/system.h"

namespace inkwell::kernel {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kSwitchLimit{10'000};
// Other nodes see a change within this time (interface/reads-and-queries.md, "Caching").
constexpr std::chrono::milliseconds kFeedInterval{100};
// Until the feed is asked again, with time to spare.
constexpr std::chrono::milliseconds kDistrustAfterFeedFailure{3 * ChangeFeed::kRetryMs};
// Longer than a commit takes at a server that has lost its client.
constexpr std::chrono::milliseconds kDistrustAfterUnknownOutcome{10'000};
constexpr std::chrono::seconds kDoubtInterval{1};
constexpr std::chrono::minutes kSweepInterval{1};
constexpr std::chrono::seconds kProbeInterval{10};

void tellOfCut(const std::vector<std::string>& cut, int seconds) {
    if (cut.empty()) return;
    std::map<std::string, int> counts;
    for (const std::string& one : cut) ++counts[one];
    std::string which;
    for (const auto& [request, count] : counts)
        which += (which.empty() ? "" : ", ") + (count == 1 ? "" : std::to_string(count) + " times ") + request;
    kernelLog().warn((cut.size() == 1 ? "1 request was" : std::to_string(cut.size()) + " requests were") +
                     " cut: the stop waited " + std::to_string(seconds) + " seconds (http.stop_seconds) for " + which);
}

PoolOptions poolOptions(const Config::DatabaseSection& section) {
    PoolOptions options;
    options.size = section.poolSize;
    options.wait = std::chrono::milliseconds(section.waitMilliseconds);
    return options;
}

void requireSchema(EngineSession& session, const std::vector<PluginMigrations>& all) {
    const SchemaState state = readSchema(session, all);
    if (state.missing == 0) return;
    throw std::runtime_error(
        state.isNew
            ? "the database has no tables yet; the first start of the server makes them"
            : "the database's tables are " + std::to_string(state.missing) + (state.missing == 1 ? " step" : " steps") +
                  " behind this program, and this command only reads; a start of this program's server "
                  "brings them up to date: back up first");
}

}  // namespace

void prepareDataDirectory(const std::string& directory) {
    const auto refuse = [&](const std::string& why) {
        throw std::runtime_error("the data directory '" + directory + "' (data.directory) cannot be used: " + why);
    };
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) refuse(error.message());
    if (access(directory.c_str(), R_OK | W_OK | X_OK) != 0) refuse(std::generic_category().message(errno));
}

struct Server::Impl {
    explicit Impl(Config givenConfig) : config(std::move(givenConfig)) {
        info.version = INKWELL_VERSION;
        info.dataDirectory = config.data.directory;
        info.hostedClients = config.compatibility.hostedClients;
        info.maxLimit = config.limits.maxLimit;
        info.tellsCaches = config.http.sharedCacheSeconds > 0;
        useAddresses(config.http.port, config.http.uploadPort);
    }

    void useAddresses(int port, int uploadPort) {
        const char* const scheme = config.http.tlsCertificate.empty() ? "http" : "https";
        info.baseUrl = clientAddress(config.http.baseUrl, scheme, config.http.host, port);
        info.uploadUrl = clientAddress(config.http.uploadUrl, scheme, config.http.uploadHost, uploadPort);
    }

    /// For that long nobody can tell what is committed.
    void doubt(std::chrono::milliseconds time) noexcept {
        cache.distrustFor(time);
        doubtUntil = std::max(doubtUntil.load(), SteadyClock::now() + time);
        announceDoubt();
    }
    void announceDoubt() noexcept {
        ChangesUnknown unknown;
        if (events) events->announce(ChangesUnknown::kEventId, &unknown);
    }
    /// On the feed's thread, again and again: what was kept meanwhile is to be forgotten too.
    void repeatDoubt() noexcept {
        const auto now = SteadyClock::now();
        SteadyClock::time_point until = doubtUntil;
        if (until == SteadyClock::time_point{} || (now < until && now < nextDoubt)) return;
        nextDoubt = now + kDoubtInterval;
        if (now >= until) doubtUntil.compare_exchange_strong(until, {});
        announceDoubt();
    }
    void forget(const Change& change) { cache.invalidate(change.bucketId, ContentParts::namesOf(change)); }

    Config config;
    std::function<Config()> load;  // none: the settings stay what they were
    ServerInfo info;
    LiveServerInfo liveInfo{info};
    SystemClock clock;
    TimeOrderedIds ids{clock};
    CurrentSnapshot snapshot;
    Scheduler scheduler{Scheduler::Runs::WhenStarted};
    PluginHost host{config, snapshot, scheduler, kernelRoutes(liveInfo, clock, snapshot)};
    ResponseCache cache{config.http.cacheBytes};
    std::shared_ptr<void> claim;  // of the database, until all sessions have ended
    std::unique_ptr<PooledDatabase> database;
    std::unique_ptr<ChangeFeed> feed;
    std::unique_ptr<ChangeStore> changes;
    std::unique_ptr<WriteProbe> probe;
    std::unique_ptr<KeptAnswers> kept;
    std::unique_ptr<EventBus> events;
    std::atomic<SteadyClock::time_point> doubtUntil{};  // the epoch for none
    SteadyClock::time_point nextDoubt;                  // of the feed's thread
    std::unique_ptr<HttpServer> http;
    std::unique_ptr<Watch> watch;
    std::unique_ptr<PluginSwitchboard> switchboard;
    bool stopped = false;
};

Server::Server(Config config) : impl_(std::make_unique<Impl>(std::move(config))) {}

Server::~Server() { stop(); }

void Server::open() { open(Opening::New); }

void Server::openExisting() { open(Opening::Existing); }

void Server::openToRead() { open(Opening::Reading); }

void Server::open(Opening opening) {
    Impl& s = *impl_;
    const bool mayBeNew = opening == Opening::Serving || opening == Opening::New;
    if (mayBeNew) prepareDataDirectory(s.config.data.directory);
    s.host.load();
    const std::string& name = s.config.database.engine;
    DatabaseEngine& engine = s.host.databaseEngine(name);
    if (DatabaseClaim* const claim = s.host.databaseClaim(name)) {
        if (!mayBeNew && !claim->hasDatabase()) {
            throw std::runtime_error("the engine '" + name + "' has no database yet: is '" + s.config.data.directory +
                                     "' the server's data directory?");
        }
        if (opening == Opening::Serving) s.claim = claim->claim();
    }

    bringSchemaUp(engine, opening);

    s.database = std::make_unique<PooledDatabase>(engine, poolOptions(s.config.database));
    s.feed = std::make_unique<ChangeFeed>(*s.database, randomToken(12));
    s.database->onUnknownOutcome([&s] { s.doubt(kDistrustAfterUnknownOutcome); });
    s.probe = std::make_unique<WriteProbe>(*s.database);
    s.database->onFailedWrite([&s](const std::string& why) { s.probe->noteFailure(why); });
    s.events = std::make_unique<EventBus>(
        s.snapshot, *s.database, *s.feed, s.clock,
        EventBus::Options{[&s](const Change& change) { s.forget(change); },
                          // Until the feed has told of them, they are as unknown as those of a lost commit.
                          [&s] { s.doubt(kDistrustAfterUnknownOutcome); }, s.config.http.sharedCacheSeconds > 0});
    s.changes = std::make_unique<ChangeStore>(*s.database, [&s] { return s.feed->hasAnnouncedAll(); });
    s.switchboard = std::make_unique<PluginSwitchboard>(*this, s.config.plugins.configDirectory);
    s.host.start({s.database.get(), s.events.get(), &s.clock, &s.ids, &s.liveInfo, s.changes.get(), s.switchboard.get(),
                  s.watch.get(), s.http ? &s.http->routes() : nullptr});
}

void Server::bringSchemaUp(DatabaseEngine& engine, Opening opening) {
    Impl& s = *impl_;
    std::vector<PluginMigrations> all = {kernelMigrations()};
    for (PluginMigrations& one : s.host.migrations()) all.push_back(std::move(one));
    const auto bringUp = [&](const std::vector<PluginMigrations>& some) {
        if (opening == Opening::Reading) return requireSchema(*engine.open(), some);
        migrate(engine, some, s.clock.nowMs());
    };
    if (s.config.plugins.onFailure == "degrade") {
        requireOwnTables(engine, all);
        bringUp({all.front()});
        s.host.migrateEach([&](const PluginMigrations& one) { bringUp({one}); });
    } else {
        // All in one, so that nothing is changed when one of them cannot be right.
        bringUp(all);
    }
    for (const std::string& plugin : findUnknownPlugins(*engine.open(), all))
        kernelLog().warn(unknownPluginText(plugin));
}

void Server::start(bool isAlone) {
    Impl& s = *impl_;
    // Bound before anything else, so that a taken port is known before the schema is touched; requests wait in the
    // listen queue until the plugins run.
    s.http = std::make_unique<HttpServer>(s.config.http, s.config.limits, s.snapshot, s.ids, s.info, s.cache);
    s.http->bind();
    s.host.nameRequestsBy([&s](const Snapshot& one) { return s.http->underWay(one); });
    s.watch = std::make_unique<Watch>(s.config.admin,
                                      WatchedParts{s.info, s.snapshot, s.host, s.scheduler, s.cache, *s.http});
    s.watch->bind();
    s.watch->start();
    s.useAddresses(s.http->port(), s.http->uploadPort());
    open(isAlone ? Opening::Serving : Opening::New);
    const auto onRemoteChange = [&s](const Change& change) {
        s.forget(change);
        ChangeCommitted committed{change};
        s.events->announce(ChangeCommitted::kEventId, &committed);
        s.forget(change);  // again, as EventBus does
        RemoteChange remote{change};
        s.events->announce(RemoteChange::kEventId, &remote);
    };
    s.feed->follow({.interval = kFeedInterval,
                    .nowMs = s.clock.nowMs(),
                    .onChange = onRemoteChange,
                    .onFailure = [&s] { s.doubt(kDistrustAfterFeedFailure); },
                    .onRead = [&s] { s.repeatDoubt(); }});
    s.kept = std::make_unique<KeptAnswers>(*s.database, s.clock, s.config.limits.keptAnswers);
    s.http->keepAnswers(*s.kept);
    s.scheduler.add("kernel", "kept answers", kSweepInterval, [&s] { s.kept->sweep(); });
    s.probe->run();
    s.scheduler.add("kernel", "write probe", kProbeInterval, [&s] { s.probe->run(); });
    s.scheduler.start();
    s.http->start();
    s.watch->beginService(*s.database, *s.feed, *s.probe);
    s.scheduler.add("kernel", "history", Watch::kStep, [&s] { s.watch->look(s.clock.nowMs()); });
}

void Server::beginDrain() noexcept {
    if (impl_->watch) impl_->watch->beginDrain();
}

void Server::stop(const std::function<void(const std::string&)>& waitsFor) noexcept {
    Impl& s = *impl_;
    if (s.stopped) return;
    s.stopped = true;
    const auto next = [&waitsFor](const char* part) {
        if (waitsFor) waitsFor(part);
    };
    beginDrain();
    s.host.beginStop();
    next("requests in progress");
    if (s.http) tellOfCut(s.http->drain(std::chrono::seconds(s.config.http.stopSeconds)), s.config.http.stopSeconds);
    next("a plugin that is switched");
    if (s.switchboard) s.switchboard->stop();
    next("health checks");
    if (s.watch) s.watch->stop();
    next("the change feed");
    if (s.feed) s.feed->stop();
    next("jobs");
    s.scheduler.stop();
    next("the plugins");
    s.host.stop(waitsFor);
    next("the database");
    if (s.database) s.database->close();
    s.claim.reset();
    next("requests that were cut");  // by whoever destroys the server
}

const ServerInfo& Server::info() const { return impl_->info; }
int Server::port() const { return impl_->http->port(); }
int Server::uploadPort() const { return impl_->http->uploadPort(); }
int Server::adminPort() const { return impl_->watch->port(); }
PluginHost& Server::plugins() { return impl_->host; }
PooledDatabase& Server::database() { return *impl_->database; }
Events& Server::events() { return *impl_->events; }

void Server::readSettingsBy(std::function<Config()> load) { impl_->load = std::move(load); }

SwitchResult Server::enablePlugin(const std::string& id) {
    Impl& s = *impl_;
    std::optional<Config> fresh;
    try {
        if (s.load) fresh = s.load();
    } catch (const ConfigError& error) {
        throw ApiError::conflict("plugin '" + id + "' cannot be enabled, because the next start would not take the " +
                                 "configuration as it is now: " + error.what());
    }
    const auto bringUp = [&s](const PluginMigrations& own) {
        s.database->withoutWriters([&] { migrate(s.database->engine(), {own}, s.clock.nowMs()); });
    };
    return s.host.enable(id, bringUp, fresh ? &*fresh : nullptr);
}

SwitchResult Server::disablePlugin(const std::string& id) { return impl_->host.disable(id, kSwitchLimit); }

// What is needed is told by the host. What else another plugin starts with, such as the store of its files, is not.
void Server::requireStartableWithout(const std::string& id) {
    Config config = impl_->config;
    bool isRunning = false;
    for (const PluginStatus& one : impl_->host.statuses()) {
        const bool runs = one.state == PluginState::Running;
        JsonObject& settings = config.pluginSettings[one.id];
        settings["enabled"] = runs;
        // Those in force: they may be others than at the start.
        for (PluginConfigKey& key : impl_->host.configKeys(one.id)) settings[key.key] = std::move(key.value);
        isRunning = isRunning || (runs && one.id == id);
    }
    if (isRunning) checkSwitch(std::move(config), id, false);
}

std::function<void()> Server::prepareCertificate() { return impl_->http->prepareCertificate(); }

void Server::applyReloadable(const Config& fresh) {
    impl_->cache.resize(fresh.http.cacheBytes);
    impl_->http->setMaxBodyBytes(fresh.http.maxBodyBytes);
    impl_->http->setLimits(fresh.limits);
    impl_->kept->setMost(fresh.limits.keptAnswers);
    ServerInfo info = impl_->liveInfo.get();
    if (info.maxLimit == fresh.limits.maxLimit) return;
    info.maxLimit = fresh.limits.maxLimit;
    impl_->liveInfo.replace(info);
    // Kept answers may hold more than may be asked for now.
    impl_->cache.distrustFor(std::chrono::milliseconds(0));
}

void Server::countReload(bool applied) noexcept { impl_->watch->countReload(applied); }

}  // namespace inkwell::kernel
