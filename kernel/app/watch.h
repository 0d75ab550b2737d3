#pragma once

#include <memory>

#include "kernel/app/config.h"
#include "kernel/app/metrics_report.h"

namespace inkwell::kernel {

/// What the operator sees of a running server, at the admin listener: /health, /health/live, /health/ready, /metrics
/// (share/doc/operating.md, "Watch"). Main thread, except countReload.
class Watch {
public:
    Watch(const Config::Admin& options, WatchedParts parts);
    ~Watch();  // stops

    /// Throws std::runtime_error naming the address. Nothing is bound when the listener is switched off.
    void bind();
    /// 0 when the listener is switched off.
    int port() const;
    /// From now on the listener answers; the server is not ready.
    void start();
    /// The server runs: from now on its readiness is asked for.
    void beginService(PooledDatabase& database, const ChangeFeed& feed);
    /// From now on the server is not ready, because it stops.
    void beginDrain() noexcept;
    /// Waits for the answers and checks under way. Idempotent.
    void stop() noexcept;

    void countReload(bool applied) noexcept;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
