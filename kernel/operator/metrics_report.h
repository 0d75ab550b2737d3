#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "kernel/data/change_feed.h"
#include "kernel/data/database.h"
#include "kernel/data/write_probe.h"
#include "kernel/http/http_server.h"
#include "kernel/http/response_cache.h"
#include "kernel/plugins/host.h"
#include "kernel/runtime/scheduler.h"

namespace inkwell::kernel {

/// The parts of a server that health and metrics read. All outlive their readers.
struct WatchedParts {
    const ServerInfo& info;
    const CurrentSnapshot& snapshot;
    const PluginHost& plugins;
    const Scheduler& scheduler;
    const ResponseCache& cache;
    const HttpServer& http;
    PooledDatabase* database = nullptr;  // null, as are the next, until the server runs
    const ChangeFeed* feed = nullptr;
    const WriteProbe* probe = nullptr;
};

/// How often the configuration was read again.
struct ReloadCounts {
    std::atomic<std::uint64_t> applied{0};
    std::atomic<std::uint64_t> refused{0};
};

/// The page /metrics. share/doc/operating.md lists every family. Any thread.
std::string renderMetrics(const WatchedParts& parts, const ReloadCounts& reloads);

}  // namespace inkwell::kernel
