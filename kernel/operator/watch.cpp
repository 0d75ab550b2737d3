#include "kernel/operator/watch.h"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "kernel/data/change_store.h"
#include "kernel/operator/admin_listener.h"
#include "kernel/operator/health.h"
#include "kernel/operator/history.h"
#include "kernel/plugins/plugin_status.h"
#include "kernel/runtime/process_numbers.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::milliseconds kPatience{3000};
// An hour of steps.
constexpr std::size_t kPoints = 360;
// The feed is read ten times a second.
constexpr std::chrono::milliseconds kLongestFeedLag{10'000};

bool tellsOfLag(const PluginMetric& metric) {
    return metric.name.ends_with("lag_seconds") || metric.name.ends_with("late_seconds");
}

enum class Phase { Starting, Running, Draining };

std::string_view phaseName(Phase phase) {
    switch (phase) {
        case Phase::Starting:
            return "starting";
        case Phase::Running:
            return "running";
        case Phase::Draining:
            return "draining";
    }
    return "unknown";
}

AdminReply json(int status, const JsonObject& body) {
    AdminReply reply;
    reply.status = status;
    reply.body = writePrettyJson(body) + "\n";
    return reply;
}

JsonArray describeChecks(const std::vector<HealthResult>& results) {
    JsonArray all;
    for (const HealthResult& one : results) {
        all.push_back(
            JsonObject{{"of", one.owner}, {"name", one.name}, {"ok", one.problem.empty()}, {"problem", one.problem}});
    }
    return all;
}

JsonArray describeProblems(const std::vector<HealthResult>& results) {
    JsonArray all;
    for (const HealthResult& one : results) {
        if (!one.problem.empty()) all.push_back(Json(one.owner + " " + one.name + ": " + one.problem));
    }
    return all;
}

bool isKeptFromWork(const std::vector<HealthResult>& results) {
    return std::any_of(results.begin(), results.end(),
                       [](const HealthResult& one) { return !one.problem.empty() && !one.onlyDegrades; });
}

double number(auto value) { return static_cast<double>(value); }

// Everything that has a route, and what has none.
void countRequests(const WatchedParts& parts, const Snapshot& snapshot, const HttpServer::Numbers& http, Sight& sight) {
    double requests = 0;
    double errors = 0;
    const auto add = [&](const RouteTotals& totals) {
        requests += number(totals.requests());
        errors += number(totals.errors());
        for (std::size_t i = 0; i < totals.durations.size(); ++i) sight.durations[i] += totals.durations[i];
    };
    if (snapshot.router)
        for (const Route& route : snapshot.router->routes()) add(route.metrics->totals());
    add(http.unrouted);
    const ResponseCache::Numbers cache = parts.cache.numbers();
    const char* const rate = "per_second";
    sight.numbers = {
        {"requests", rate, "Requests answered.", requests, true},
        {"errors", rate, "Requests answered with 5xx.", errors, true},
        {"requests_in_flight", "count", "Requests that are being answered.", number(http.running)},
        {"requests_queued", "count", "Requests that wait for a thread.", number(http.main.queued + http.upload.queued)},
        {"connections", "count", "Open connections.", number(http.main.open + http.upload.open)},
        {"cache_hits", rate, "Reads answered from the response cache.", number(cache.hits), true},
        {"cache_misses", rate, "Reads that it could have answered, and did not.", number(cache.misses), true},
        {"cache_bytes", "bytes", "Memory that the response cache takes.", number(cache.bytes)},
    };
}

void countDatabase(const PooledDatabase& database, Sight& sight) {
    const PooledDatabase::Numbers pool = database.numbers();
    const std::int64_t statements = database.statementCount();
    const auto waiting = pool.sessions.waiting + pool.writers.waiting;
    const auto waits = pool.sessions.waits + pool.writers.waits;
    sight.numbers.push_back({"database_statements", "per_second", "SQL statements run.", number(statements), true});
    sight.numbers.push_back({"database_in_use", "count", "Database sessions in use.", number(pool.sessions.taken)});
    sight.numbers.push_back({"database_waiting", "count", "Threads that wait for a session.", number(waiting)});
    sight.numbers.push_back({"database_waits", "per_second", "How often none was free.", number(waits), true});
}

void countProcess(Sight& sight) {
    const ProcessNumbers process = readProcessNumbers();
    constexpr double kWhole = 100;
    sight.numbers.push_back({"memory", "bytes", "Resident memory.", number(process.residentBytes)});
    sight.numbers.push_back(
        {"processor", "percent", "Processor time; 100 is one core.", process.cpuSeconds * kWhole, true});
}

void countPlugins(const Snapshot& snapshot, Sight& sight) {
    for (const PluginMetric& metric : snapshot.metrics) {
        const bool counts = metric.kind == MetricKind::Counter;
        try {
            sight.numbers.push_back({metric.plugin + "_" + metric.name, counts ? "per_second" : "count", metric.help,
                                     metric.read(), counts});
        } catch (...) {  // one that cannot be read has no point at this time
        }
    }
}

JsonArray describeFailures(const std::vector<PluginStatus>& plugins) {
    JsonArray all;
    for (const PluginStatus& one : plugins) {
        if (one.state == PluginState::Failed) all.push_back(Json("plugin '" + one.id + "' is off: " + one.reason));
    }
    return all;
}

}  // namespace

struct Watch::Impl {
    Impl(const Config::Admin& givenOptions, WatchedParts givenParts) : options(givenOptions), parts(givenParts) {}

    AdminListener::Routes routes() {
        return {{"/health/live",
                 [] {
                     return json(200, {{"status", "ok"}});
                 }},
                {"/health/ready", [this] { return ready(); }},
                {"/health", [this] { return detail(); }},
                {"/metrics", [this] {
                     return AdminReply{200, "text/plain; version=0.0.4; charset=utf-8",
                                       renderMetrics(visibleParts(), reloads)};
                 }}};
    }

    // Database and feed are written before the phase.
    WatchedParts visibleParts() const {
        WatchedParts visible = parts;
        if (phase == Phase::Starting) {
            visible.database = nullptr;
            visible.feed = nullptr;
            visible.probe = nullptr;
        }
        return visible;
    }

    AdminReply detail() {
        return json(200, {{"status", "ok"},
                          {"state", phaseName(phase)},
                          {"version", parts.info.version},
                          {"plugins", describePlugins(parts.plugins.statuses())}});
    }

    AdminReply ready() {
        const Phase now = phase;
        if (now != Phase::Running) return json(503, {{"status", "not ready"}, {"state", phaseName(now)}});
        const std::vector<HealthResult> results = asked()->ask();
        JsonArray problems = describeProblems(results);
        const bool isReady = !isKeptFromWork(results) && phase == Phase::Running;
        const std::vector<PluginStatus> statuses = parts.plugins.statuses();
        JsonArray plugins;
        for (const PluginStatus& one : statuses) {
            plugins.push_back(JsonObject{{"id", one.id}, {"state", stateName(one.state)}, {"reason", one.reason}});
        }
        const JsonArray failures = describeFailures(statuses);
        problems.insert(problems.end(), failures.begin(), failures.end());
        return json(isReady ? 200 : 503, {{"status", !isReady           ? "not ready"
                                                     : problems.empty() ? "ready"
                                                                        : "degraded"},
                                          {"state", phaseName(phase)},
                                          {"problems", std::move(problems)},
                                          {"checks", describeChecks(results)},
                                          {"lags", lags()},
                                          {"plugins", std::move(plugins)}});
    }

    JsonObject lags() const {
        JsonObject all{{"change_feed_lag_seconds", static_cast<double>(parts.feed->numbers().sinceRead.count()) / 1000},
                       {"scheduler_lag_seconds", static_cast<double>(parts.scheduler.lag().count()) / 1000}};
        const std::shared_ptr<const Snapshot> snapshot = parts.snapshot.load();
        for (const PluginMetric& metric : snapshot->metrics) {
            if (!tellsOfLag(metric)) continue;
            try {
                all[metric.plugin + "_" + metric.name] = metric.read();
            } catch (...) {
                all[metric.plugin + "_" + metric.name] = nullptr;
            }
        }
        return all;
    }

    static std::int64_t startedAtMs() { return static_cast<std::int64_t>(readProcessNumbers().startSeconds * 1000); }

    std::vector<HealthCheck> checks() {
        std::vector<HealthCheck> all = {{"kernel", "database", [this] { return databaseProblem(); }},
                                        {"kernel", "change_feed", [this] { return feedProblem(); }},
                                        {"kernel", "writes", [this] { return parts.probe->problem(); }, true}};
        // With each check, so that no plugin is stopped while it is asked.
        const std::shared_ptr<const Snapshot> snapshot = parts.snapshot.load();
        for (const PluginHealth& one : snapshot->health) {
            all.push_back(
                {one.plugin, one.name, [snapshot, problem = one.problem] { return problem(); }, one.onlyDegrades});
        }
        return all;
    }

    // Over a session of its own: a pool whose sessions are all busy is no database that is away. A kept one may have
    // been cut meanwhile, so there is a second try.
    std::string databaseProblem() {
        const bool wasKept = session != nullptr;
        for (int attempt = wasKept ? 0 : 1;; ++attempt) {
            try {
                if (!session) session = parts.database->engine().open();
                findHighestSequence(*session);
                return "";
            } catch (const DatabaseError& error) {
                session.reset();
                if (attempt == 1) return std::string("the database does not answer: ") + error.what();
            }
        }
    }

    std::string feedProblem() const {
        const std::chrono::milliseconds lag = parts.feed->numbers().sinceRead;
        if (lag < kLongestFeedLag) return "";
        return "the change feed could not be read for " + std::to_string(lag.count() / 1000) +
               " seconds: changes of other servers are not seen";
    }

    std::shared_ptr<HealthMonitor> asked() const { return std::atomic_load(&monitor); }

    const Config::Admin options;
    WatchedParts parts;
    NumberHistory history{kPoints, std::chrono::milliseconds(kStep).count()};
    ReloadCounts reloads;
    std::atomic<Phase> phase{Phase::Starting};
    std::unique_ptr<EngineSession> session;  // of the monitor's thread
    std::shared_ptr<HealthMonitor> monitor;
    std::unique_ptr<AdminListener> listener;
};

Watch::Watch(const Config::Admin& options, WatchedParts parts) : impl_(std::make_unique<Impl>(options, parts)) {}

Watch::~Watch() { stop(); }

void Watch::bind() {
    Impl& w = *impl_;
    if (!w.options.enabled) return;
    w.listener = std::make_unique<AdminListener>(w.options.host, w.options.port, w.routes());
    w.listener->bind();
}

int Watch::port() const { return impl_->listener ? impl_->listener->port() : 0; }

void Watch::start() {
    if (impl_->listener) impl_->listener->start();
}

void Watch::beginService(PooledDatabase& database, const ChangeFeed& feed, const WriteProbe& probe) {
    Impl& w = *impl_;
    w.parts.database = &database;
    w.parts.feed = &feed;
    w.parts.probe = &probe;
    std::atomic_store(&w.monitor, std::make_shared<HealthMonitor>([&w] { return w.checks(); }, kPatience));
    w.phase = Phase::Running;
}

void Watch::beginDrain() noexcept { impl_->phase = Phase::Draining; }

void Watch::stop() noexcept {
    impl_->listener.reset();
    std::atomic_store(&impl_->monitor, std::shared_ptr<HealthMonitor>());
    impl_->session.reset();
}

ServerWatch::Health Watch::health() {
    Impl& w = *impl_;
    Health health{std::string(phaseName(w.phase)), w.parts.info.version, w.startedAtMs(), {}};
    if (const std::shared_ptr<HealthMonitor> monitor = w.asked()) {
        for (HealthResult& one : monitor->ask())
            health.checks.push_back({std::move(one.owner), std::move(one.name), std::move(one.problem)});
    }
    return health;
}

ServerWatch::History Watch::lastHour() { return impl_->history.get(); }

void Watch::look(std::int64_t nowMs) {
    const WatchedParts parts = impl_->visibleParts();
    if (parts.database == nullptr) return;
    Sight sight{nowMs, {}, {}};
    // Held to the end, so that no plugin is stopped while its numbers are read.
    const std::shared_ptr<const Snapshot> snapshot = parts.snapshot.load();
    countRequests(parts, *snapshot, parts.http.numbers(), sight);
    countDatabase(*parts.database, sight);
    countProcess(sight);
    countPlugins(*snapshot, sight);
    impl_->history.add(sight);
}

void Watch::countReload(bool applied) noexcept { ++(applied ? impl_->reloads.applied : impl_->reloads.refused); }

}  // namespace inkwell::kernel
