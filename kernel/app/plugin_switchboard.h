#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "inkwell/error.h"
#include "inkwell/server_plugins.h"
#include "kernel/plugins/plugin_status.h"

namespace inkwell::kernel {

class Server;

/// The plugins of a running server, for its plugins. A switch runs on a thread of its own, one at a time: disabling
/// waits for requests that use the plugin, and the one that asks for it may be among them. Any thread.
class PluginSwitchboard : public ServerPlugins {
public:
    /// `settings` is the folder plugins.d, where choices are kept. The server must outlive it.
    PluginSwitchboard(Server& server, std::string settings) : server_(server), settings_(std::move(settings)) {}
    ~PluginSwitchboard() override { stop(); }

    std::vector<Entry> list() override;
    std::vector<Setting> settingsOf(const std::string& id) override;
    std::string contributorOf(std::string_view contributionId, std::string_view name) override;
    Entry switchPlugin(const std::string& id, bool enabled) override;

    /// Waits for the switch that is under way. Before the plugins stop.
    void stop() noexcept;

private:
    struct Work {
        std::promise<std::optional<ApiError>> done;  // why not; a value, because threads share no exception
        std::atomic<bool> begun{false};              // the choice can be kept, and the host has been asked
    };
    std::shared_ptr<Work> begin(const std::string& id, bool enabled);
    void run(Work& work, const std::string& id, bool enabled) noexcept;
    void carryOut(Work& work, const std::string& id, bool enabled);
    PluginStatus statusOf(const std::string& id) const;

    Server& server_;
    const std::string settings_;
    std::mutex mutex_;  // guards the thread
    std::thread thread_;
    std::atomic<bool> isBusy_{false};
    std::atomic<bool> isStopping_{false};
};

}  // namespace inkwell::kernel
