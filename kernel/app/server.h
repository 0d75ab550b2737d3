#pragma once

#include <functional>
#include <memory>

#include "kernel/config/config.h"
#include "kernel/data/database.h"
#include "kernel/plugins/host.h"

namespace inkwell::kernel {

/// Makes data.directory if it is not there. Throws std::runtime_error, naming the key, when it cannot be used.
void prepareDataDirectory(const std::string& directory);

/// Everything that makes up a server, in the order it starts: log, plugins, database, schema, feed, plugins' start,
/// listeners. Used by the command line and, in-process, by the tests.
class Server {
public:
    explicit Server(Config config);
    ~Server();  // stops

    /// Starts everything except the listeners: for import, export and user commands, also while a server runs.
    void open();
    /// As open(), for commands that work on what is there: throws std::runtime_error, and makes nothing, when there is
    /// no database yet.
    void openExisting();
    /// As openExisting(), for commands that only read: throws also when the tables are not those of this program, which
    /// a start would bring up to date.
    void openToRead();
    /// open(), then the listeners. With `isAlone` it claims the database, so that an engine for one server refuses a
    /// second one (DatabaseClaim::claim); without it several servers of one process may share a file, for tests.
    void start(bool isAlone = true);
    /// From now on /health/ready is 503; everything is served as before.
    void beginDrain() noexcept;
    /// Drains requests, stops plugins, closes the database. Idempotent. `waitsFor` is told each part before it is
    /// waited for; it does not throw.
    void stop(const std::function<void(const std::string& part)>& waitsFor = {}) noexcept;

    const ServerInfo& info() const;
    int port() const;
    int uploadPort() const;
    int adminPort() const;  // 0 when the admin listener is switched off
    PluginHost& plugins();
    PooledDatabase& database();
    Events& events();  // once it is open
    /// `inkwell plugins enable ID` on a running server, with migrations, and with the settings as `load` finds them, if
    /// it was given. Throws ApiError 409 when a start would not take the configuration.
    SwitchResult enablePlugin(const std::string& id);
    SwitchResult disablePlugin(const std::string& id);
    /// How the configuration is read again. Before the first switch; `load` throws ConfigError.
    void readSettingsBy(std::function<Config()> load);
    /// Before a plugin that runs is disabled for good: throws ApiError 409 when a start without it would fail.
    void requireStartableWithout(const std::string& id);
    /// Applies the reloadable keys of `fresh`, except the log's. On a running server; any thread.
    void applyReloadable(const Config& fresh);
    /// As HttpServer::prepareCertificate.
    std::function<void()> prepareCertificate();
    void countReload(bool applied) noexcept;

private:
    enum class Opening { Serving, New, Existing, Reading };
    void open(Opening opening);
    void bringSchemaUp(DatabaseEngine& engine, Opening opening);

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
