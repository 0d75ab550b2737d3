#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "inkwell/server_watch.h"
#include "kernel/config/config.h"
#include "kernel/operator/metrics_report.h"

namespace inkwell::kernel {

/// What the operator sees of a running server, at the admin listener: /health, /health/live, /health/ready, /metrics
/// (share/doc/operating.md, "Watch"), and what its plugins may tell its administrators. Main thread, except countReload
/// and what ServerWatch has; `look` is for the scheduler.
class Watch : public ServerWatch {
public:
    /// Between two points of the history.
    static constexpr std::chrono::seconds kStep{10};

    Watch(const Config::Admin& options, WatchedParts parts);
    ~Watch() override;  // stops

    /// Throws std::runtime_error naming the bind address. Binds nothing when the listener is switched off.
    void bind();
    /// 0 when the listener is switched off.
    int port() const;
    /// From now on the listener responds; the server is not ready yet.
    void start();
    /// The server runs: from now on health checks decide whether it is ready.
    void beginService(PooledDatabase& database, const ChangeFeed& feed, const WriteProbe& probe);
    /// From now on the server is not ready, because it stops.
    void beginDrain() noexcept;
    /// Waits for the responses and checks in progress. Idempotent.
    void stop() noexcept;

    void countReload(bool applied) noexcept;

    Health health() override;
    History lastHour() override;
    /// Takes the next point of the history.
    void look(std::int64_t nowMs);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
