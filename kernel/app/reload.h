#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "kernel/app/config.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

/// What reading the configuration again led to, a line for each change, without secrets.
struct ReloadReport {
    std::vector<std::string> applied;
    std::vector<std::string> restart;  // changes that the running server does not follow
};

/// Reads the configuration of a running server again, for SIGHUP and `inkwell reload`, and opens the log file anew. All
/// or nothing: what is invalid, or a plugin that cannot be switched as wanted, leaves everything as it was. Any thread,
/// one at a time.
class Reloader {
public:
    /// `current` is what the server was started with, `load` reads it again.
    Reloader(Server& server, Config current, std::function<Config()> load);

    /// Also tells the log. Throws std::exception with the reason when the old configuration stays.
    ReloadReport reload();

private:
    struct Switch {
        std::string id;
        bool on;
    };

    ReloadReport apply(Config fresh);
    void comparePlugins(const Config& fresh, ReloadReport& report) const;
    std::vector<Switch> findSwitches(const Config& fresh, ReloadReport& report) const;
    void switchAll(std::vector<Switch> wanted, ReloadReport& report);
    std::string trySwitch(const Switch& one);
    void takeKeys(Config& fresh, ReloadReport& report);

    std::mutex mutex_;
    Server& server_;
    Config current_;
    const std::function<Config()> load_;
};

/// `inkwell reload`: asks the running server of that data directory and prints what it answers. Exit code.
int reloadServer(const std::string& dataDirectory);

/// The running server's answer to that command: {"applied", "restart"}, or {"error"}.
JsonObject answerReload(Reloader& reloader);

}  // namespace inkwell::kernel
