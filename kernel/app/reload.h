#pragma once

#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "kernel/app/server.h"
#include "kernel/config/config.h"

namespace inkwell::kernel {

/// What a reload changed: one line per change, without secrets.
struct ReloadReport {
    std::vector<std::string> applied;
    std::vector<std::string> restart;  // changes that take effect after a restart
    std::vector<std::string> failed;   // plugins that failed to take what is in force now
};

/// Reads the configuration of a running server again, for SIGHUP and `inkwell reload`, and reopens the log file. All or
/// nothing: a configuration that the next start would refuse, or a plugin that cannot be switched, leaves everything as
/// it was. Any thread, one at a time.
class Reloader {
public:
    /// `current` is what the server was started with, `load` reads it again.
    Reloader(Server& server, Config current, std::function<Config()> load);

    /// Also logs the result. Throws std::exception with the reason when the old configuration stays in force.
    ReloadReport reload();

private:
    struct Switch {
        std::string id;
        bool on;
    };

    using Steps = std::vector<std::function<std::vector<std::string>()>>;

    ReloadReport apply(Config fresh);
    void checkNextStart(const Config& fresh) const;
    void checkAddresses(const Config& fresh) const;
    bool isOtherDatabase(const Config& fresh, const PluginHost& host) const;
    /// The answer puts the settings into force that plugins take while they run.
    Steps comparePlugins(const Config& fresh, ReloadReport& report) const;
    void compareSettings(const PluginStatus& plugin, const std::vector<PluginConfigKey>& keys,
                         const std::set<std::string>& taken, const Config& fresh, ReloadReport& report) const;
    std::vector<Switch> findSwitches(const Config& fresh, ReloadReport& report) const;
    void switchAll(std::vector<Switch> wanted, ReloadReport& report);
    std::string trySwitch(const Switch& one);
    void takeKeys(Config& fresh, ReloadReport& report);

    std::mutex mutex_;
    Server& server_;
    Config current_;
    const std::function<Config()> load_;
};

/// Carries out `inkwell reload` in the running server: returns {"applied", "restart", "failed"}, or {"error"}.
JsonObject answerReload(Reloader& reloader);

}  // namespace inkwell::kernel
