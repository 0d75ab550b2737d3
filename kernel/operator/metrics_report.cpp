#include "kernel/operator/metrics_report.h"

#include <set>

#include "kernel/operator/metrics_view.h"
#include "kernel/plugins/plugin_status.h"
#include "kernel/runtime/log.h"
#include "kernel/runtime/log_line.h"
#include "kernel/runtime/process_numbers.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

namespace {

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

template <class Number>
double number(Number value) {
    return static_cast<double>(value);
}

void addConnections(MetricsText& page, const HttpServer::Numbers& http) {
    page.one("inkwell_answers_bytes", "gauge", "Memory that large answers under way take.", number(http.answerBytes));
    page.one("inkwell_answers_limit_bytes", "gauge", "Memory that they may take (http.max_answer_bytes).",
             number(http.maxAnswerBytes));
    page.one("inkwell_http_requests_in_flight", "gauge", "Requests that are being answered.", number(http.running));
    const auto add = [&](std::string_view name, std::string_view type, std::string_view help, auto member) {
        page.family(name, type, help);
        page.sample(number(http.main.*member), {{"listener", "main"}});
        page.sample(number(http.upload.*member), {{"listener", "upload"}});
    };
    using Numbers = HttpListener::Numbers;
    add("inkwell_http_connections", "gauge", "Open connections.", &Numbers::open);
    add("inkwell_http_connections_served", "gauge", "Connections that a thread works for.", &Numbers::served);
    add("inkwell_http_connections_total", "counter", "Connections accepted.", &Numbers::accepted);
    add("inkwell_http_connections_dropped_total", "counter", "Connections closed because there was no room for them.",
        &Numbers::dropped);
    add("inkwell_http_threads", "gauge", "Threads that answer requests.", &Numbers::threads);
    add("inkwell_http_requests_queued", "gauge", "Requests that wait for a thread.", &Numbers::queued);
    add("inkwell_http_requests_refused_total", "counter", "Requests refused because the queue was full.",
        &Numbers::refused);
}

void addPlugins(MetricsText& page, const std::vector<PluginStatus>& plugins) {
    page.family("inkwell_plugin_state", "gauge", "1 for the state that the plugin is in.");
    std::set<std::string> seen;  // of two files with one id the second never runs
    for (const PluginStatus& plugin : plugins) {
        if (!seen.insert(plugin.id).second) continue;
        for (const PluginState state :
             {PluginState::Starting, PluginState::Running, PluginState::Disabled, PluginState::Failed}) {
            page.sample(plugin.state == state ? 1 : 0, {{"plugin", plugin.id}, {"state", stateName(state)}});
        }
    }
}

void addDatabase(MetricsText& page, const PooledDatabase& database) {
    const PooledDatabase::Numbers numbers = database.numbers();
    const auto add = [&](std::string_view name, std::string_view type, std::string_view help, auto value) {
        page.family(name, type, help);
        page.sample(value(numbers.sessions), {{"for", "sessions"}});
        if (numbers.writers.places > 0) page.sample(value(numbers.writers), {{"for", "writers"}});
    };
    using Numbers = Gate::Numbers;
    add("inkwell_database_pool_size", "gauge", "Sessions, or where the engine bounds them writers, at one time.",
        [](const Numbers& n) { return number(n.places); });
    add("inkwell_database_pool_in_use", "gauge", "Of those, in use.", [](const Numbers& n) { return number(n.taken); });
    add("inkwell_database_pool_waiting", "gauge", "Threads that wait for one.",
        [](const Numbers& n) { return number(n.waiting); });
    add("inkwell_database_pool_waits_total", "counter", "How often none was free.",
        [](const Numbers& n) { return number(n.waits); });
    add("inkwell_database_pool_timeouts_total", "counter", "How often none became free in time.",
        [](const Numbers& n) { return number(n.timeouts); });
    add("inkwell_database_pool_wait_seconds_total", "counter", "Time spent waiting for one.",
        [](const Numbers& n) { return seconds(n.waited); });
    page.one("inkwell_database_statements_total", "counter", "SQL statements run.", number(database.statementCount()));
    page.one("inkwell_database_request_statements_total", "counter", "Those of them that were run for requests.",
             number(database.requestStatementCount()));
    const ReplicaPool::Numbers replicas = database.replicaNumbers();
    page.family("inkwell_database_replica_reads_total", "counter",
                "Units of work of cacheable reads while replicas are configured, by who answered them.");
    page.sample(number(replicas.reads), {{"by", "replica"}});
    page.sample(number(replicas.passedOver), {{"by", "primary"}});
}

void addCache(MetricsText& page, const ResponseCache::Numbers& cache) {
    page.one("inkwell_cache_hits_total", "counter", "Reads answered from the response cache.", number(cache.hits));
    page.one("inkwell_cache_misses_total", "counter", "Reads that it could have answered, and did not.",
             number(cache.misses));
    page.one("inkwell_cache_evictions_total", "counter", "Answers dropped to make room.", number(cache.removals));
    page.one("inkwell_cache_entries", "gauge", "Answers kept.", number(cache.entries));
    page.one("inkwell_cache_bytes", "gauge", "Memory that they take.", number(cache.bytes));
    page.one("inkwell_cache_limit_bytes", "gauge", "Memory that they may take (http.cache_bytes).",
             number(cache.maxBytes));
}

void addFeed(MetricsText& page, const ChangeFeed::Numbers& feed) {
    page.one("inkwell_change_feed_lag_seconds", "gauge", "Since the change feed was last read.",
             seconds(feed.sinceRead));
    page.one("inkwell_change_feed_changes_total", "counter", "Changes of other servers that came by it.",
             number(feed.changes));
    page.one("inkwell_change_feed_failures_total", "counter", "Attempts that could not read it.",
             number(feed.failures));
}

void addJobs(MetricsText& page, const Scheduler& scheduler) {
    page.one("inkwell_scheduler_lag_seconds", "gauge", "How long the job that is due the longest has been waiting.",
             seconds(scheduler.lag()));
    const std::vector<Scheduler::JobNumbers> jobs = scheduler.numbers();
    const auto add = [&](std::string_view name, std::string_view help, auto value) {
        page.family(name, "counter", help);
        for (const auto& job : jobs) page.sample(value(job), {{"plugin", job.plugin}, {"job", job.job}});
    };
    using Numbers = Scheduler::JobNumbers;
    add("inkwell_job_runs_total", "Runs of plugins' jobs.", [](const Numbers& n) { return number(n.runs); });
    add("inkwell_job_failures_total", "Of those, ended by an exception.",
        [](const Numbers& n) { return number(n.failures); });
    add("inkwell_job_seconds_total", "Time that they took.", [](const Numbers& n) { return seconds(n.spent); });
}

void addLog(MetricsText& page) {
    page.family("inkwell_log_lines_total", "counter", "Warnings and errors logged.");
    for (const auto& [key, count] : logLineCounts()) {
        page.sample(number(count), {{"component", key.first}, {"level", levelName(key.second)}});
    }
}

void addProcess(MetricsText& page) {
    const ProcessNumbers process = readProcessNumbers();
    page.one("process_resident_memory_bytes", "gauge", "Resident memory.", number(process.residentBytes));
    page.one("process_open_fds", "gauge", "Open file descriptors.", number(process.openDescriptors));
    page.one("process_max_fds", "gauge", "File descriptors that may be open.", number(process.maxDescriptors));
    page.one("process_threads", "gauge", "Threads.", number(process.threads));
    page.one("process_cpu_seconds_total", "counter", "Processor time, user and system.", process.cpuSeconds);
    page.one("process_start_time_seconds", "gauge", "When the process began, in seconds since 1970.",
             process.startSeconds);
}

}  // namespace

std::string renderMetrics(const WatchedParts& parts, const ReloadCounts& reloads) {
    MetricsText page;
    page.family("inkwell_build_info", "gauge", "1; the labels say what runs.");
    page.sample(1, {{"version", parts.info.version}, {"compiler", __VERSION__}});
    // Held to the end, so that no plugin is stopped while its numbers are read.
    const std::shared_ptr<const Snapshot> snapshot = parts.snapshot.load();
    if (parts.database != nullptr) {
        const HttpServer::Numbers http = parts.http.numbers();
        if (snapshot->router) addRequestMetrics(page, snapshot->router->routes(), http.unrouted);
        addConnections(page, http);
        addDatabase(page, *parts.database);
        page.one("inkwell_database_writable", "gauge", "0 while the database takes no writes.",
                 parts.probe->problem().empty() ? 1 : 0);
        addFeed(page, parts.feed->numbers());
    }
    addCache(page, parts.cache.numbers());
    addJobs(page, parts.scheduler);
    addPlugins(page, parts.plugins.statuses());
    page.family("inkwell_config_reloads_total", "counter", "How often the configuration was read again.");
    page.sample(number(reloads.applied.load()), {{"result", "applied"}});
    page.sample(number(reloads.refused.load()), {{"result", "refused"}});
    addLog(page);
    addProcess(page);
    addPluginMetrics(page, snapshot->metrics);
    return page.take();
}

}  // namespace inkwell::kernel
