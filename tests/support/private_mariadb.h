#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>
#include <vector>

namespace inkwell::test {

/// A MariaDB server of this process's own: data in a temporary folder, on a free port of 127.0.0.1 and a socket, the
/// account `root` without a password. A watching shell ends it and removes the folder when this process goes, however
/// it goes. Starting takes some seconds. One thread starts and kills; the rest is for any thread.
class PrivateMariaDb {
public:
    struct Options {
        bool durable = true;                 // false: a commit does not wait for the disk
        std::vector<std::string> more = {};  // options of mariadbd; in them {next} is another free port
    };

    /// The process's shared server, started by the first call.
    static PrivateMariaDb& instance();

    /// Throws std::runtime_error when the server does not come up.
    PrivateMariaDb() : PrivateMariaDb(Options{}) {}
    explicit PrivateMariaDb(Options options);
    ~PrivateMariaDb();
    PrivateMariaDb(const PrivateMariaDb&) = delete;
    PrivateMariaDb& operator=(const PrivateMariaDb&) = delete;

    const std::string& socket() const { return socket_; }
    int port() const { return port_; }

    /// The name of a new, empty database with the server's character set utf8mb4.
    std::string freshDatabase();
    /// Runs SQL text as root through the command-line client. Throws std::runtime_error with what that says.
    std::string run(const std::string& sql);

    /// As by a crash: the data stays. Returns when it is dead.
    void kill();
    /// After kill(), on the same port and data. Returns when it answers.
    void start();
    /// Answers nothing, and still takes connections, until resume().
    void freeze();
    void resume();

private:
    void install();
    void startWatcher(const Options& options);
    void tell(const std::string& word);
    void ask(const std::string& word);
    bool answers();
    void end() noexcept;

    std::string directory_;
    std::string socket_;
    int port_ = 0;
    int toWatcher_ = -1;
    int fromWatcher_ = -1;
    pid_t watcher_ = -1;
    std::atomic<int> databases_{0};
};

}  // namespace inkwell::test
