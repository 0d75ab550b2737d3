#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/http.h"
#include "inkwell/registrar.h"
#include "kernel/runtime/metrics.h"

namespace inkwell::kernel {

class KnownParameters;
class Router;
struct FinishedRead;

/// A route as a plugin declared it.
struct Route {
    Method method;
    std::string path;  // "/v2/buckets/{bucket_slug}/objects/{id}"
    Auth auth;
    Handler handler;
    RouteOptions options;
    std::string plugin;
    bool enabled;  // false: the path responds with a 404 that names the plugin
    // Shared by all copies, so that the counts survive when the plugin is switched.
    std::shared_ptr<RouteMetrics> metrics = std::make_shared<RouteMetrics>();
    std::shared_ptr<const KnownParameters> known = {};  // set when the snapshot is made; null: nobody knows
    // Of a public GET that answers everybody alike: what its handler would return, finished. Not set: it is asked.
    std::function<std::shared_ptr<const FinishedRead>()> finished = {};
};

struct Listener {
    std::string plugin;
    std::function<void(void*)> call;
};

/// A number of the operator's /metrics, as a plugin declared it (Registrar::metric).
struct PluginMetric {
    std::string plugin;
    MetricKind kind;
    std::string name;
    std::string help;
    std::function<double()> read;
};

/// A check of /health/ready, as a plugin declared it (Registrar::health).
struct PluginHealth {
    std::string plugin;
    std::string name;
    std::function<std::string()> problem;
    bool onlyDegrades = false;  // ProblemMeans::Degraded
};

/// Components of GET /v2/openapi.json, as a plugin declared them (Registrar::openApi).
struct PluginComponents {
    std::string plugin;
    std::string json;
};

struct Contribution {
    std::string plugin;
    std::string name;
    std::shared_ptr<void> object;
};

/// What the enabled plugins offer at one moment. Immutable: enabling or disabling a plugin builds the next one and
/// swaps the pointer. Its users hold it, so a plugin is stopped only after the last of them has let go.
struct Snapshot {
    std::shared_ptr<const Router> router;
    std::map<std::string, std::string, std::less<>> summaries;                    // plugin id -> what it is
    std::map<std::string, void*, std::less<>> services;                           // service id -> S*
    std::map<std::string, std::vector<Contribution>, std::less<>> contributions;  // contribution id -> by plugin id
    std::map<std::string, std::vector<Listener>, std::less<>> listeners;          // event id -> by plugin id
    std::vector<PluginMetric> metrics;                                            // by plugin id
    std::vector<PluginHealth> health;                                             // by plugin id
    std::vector<PluginComponents> openApi;                                        // by plugin id
};

/// The current snapshot, behind one atomic pointer. Any thread.
class CurrentSnapshot {
public:
    std::shared_ptr<const Snapshot> load() const { return std::atomic_load(&snapshot_); }
    /// The snapshot that was replaced.
    std::shared_ptr<const Snapshot> swap(std::shared_ptr<const Snapshot> next) {
        return std::atomic_exchange(&snapshot_, std::move(next));
    }

private:
    std::shared_ptr<const Snapshot> snapshot_ = std::make_shared<Snapshot>();
};

}  // namespace inkwell::kernel
