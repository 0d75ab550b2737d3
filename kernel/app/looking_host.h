#pragma once

#include "kernel/plugins/host.h"
#include "kernel/runtime/scheduler.h"
#include "kernel/runtime/system.h"

namespace inkwell::kernel {

/// A plugin host for commands that inspect plugins without starting them. One thread.
class LookingHost {
public:
    /// `config` must outlive it.
    explicit LookingHost(const Config& config);

    PluginHost& host() noexcept { return host_; }
    /// PluginHost::check, once the host has loaded.
    void check();
    /// PluginHost::diagnose, likewise.
    std::vector<PluginHost::Diagnosed> diagnose();

private:
    ServerInfo info_;
    LiveServerInfo liveInfo_{info_};
    SystemClock clock_;
    CurrentSnapshot snapshot_;
    Scheduler scheduler_;
    PluginHost host_;
};

}  // namespace inkwell::kernel
