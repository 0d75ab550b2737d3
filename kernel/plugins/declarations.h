#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"
#include "inkwell/registrar.h"
#include "kernel/config/config.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// A setting that a plugin asked for: what plugins.d/<id>.json may hold.
struct PluginConfigKey {
    std::string key;
    std::string meaning;
    Json fallback;
    Json value;          // what the plugin was given
    ValueSource source;  // where that stood
};

struct DeclaredJob {
    std::string name;
    std::chrono::milliseconds interval;
    std::function<void()> run;
};

struct DeclaredMetric {
    MetricKind kind;
    std::string name;
    std::string help;
    std::function<double()> read;
};

struct DeclaredHealth {
    std::string name;
    std::function<std::string()> problem;
    ProblemMeans means;
};

struct DeclaredListener {
    std::string eventId;
    std::function<void(void*)> call;
};

struct DeclaredContribution {
    std::string kind;  // contribution id
    Contribution contribution;
};

/// What one plugin declared in setup(). Filled by the recorder, read-only afterwards, dropped whole when setup fails.
struct Declarations {
    std::vector<Route> routes;
    std::vector<Migration> migrations;
    std::vector<PluginConfigKey> configKeys;
    std::vector<DeclaredListener> listeners;
    std::vector<DeclaredJob> jobs;
    std::map<std::string, void*> services;
    std::vector<DeclaredContribution> contributions;
    std::vector<DeclaredMetric> metrics;
    std::vector<DeclaredHealth> health;
    std::vector<std::string> openApi;  // components, as JSON texts
};

}  // namespace inkwell::kernel
