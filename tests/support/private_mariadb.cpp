#include "tests/support/private_mariadb.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/support/unused_port.h"

namespace inkwell::test {

namespace {

constexpr std::chrono::seconds kStartLimit{60};
constexpr std::chrono::milliseconds kPause{50};

// $1 folder, $2 port, $3 innodb_flush_log_at_trx_commit, then more options. Reads "start", "kill", "freeze" and
// "resume", answers all but the first with a line; the end of its input is the end of the test's process.
constexpr const char* kWatcher = R"sh(
exec 2>/dev/null
directory=$1
port=$2
flush=$3
shift 3
server=
stop() { if [ -n "$server" ]; then kill -KILL "$server"; wait "$server"; server=; fi; }
while read -r word; do
    case $word in
    start)
        mariadbd --no-defaults --datadir="$directory/data" --socket="$directory/socket" --port="$port" \
            --bind-address=127.0.0.1 --pid-file="$directory/pid" --tmpdir="$directory" --skip-name-resolve \
            --character-set-server=utf8mb4 --innodb-flush-log-at-trx-commit="$flush" --innodb-buffer-pool-size=48M \
            --innodb-log-file-size=32M --performance-schema=OFF --max-connections=300 "$@" \
            </dev/null >>"$directory/log" 2>&1 &
        server=$! ;;
    kill)
        stop
        echo done ;;
    freeze)
        # The signal is on its way to threads that run on other processors.
        kill -STOP "$server"
        while [ -n "$(grep -L '^State:[[:space:]]*T' /proc/"$server"/task/*/status)" ]; do sleep 0.01; done
        echo done ;;
    resume)
        kill -CONT "$server"
        echo done ;;
    esac
done
stop
rm -rf -- "$directory"
)sh";

std::string replaced(std::string text, std::string_view word, const std::string& by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word))
        text.replace(at, word.size(), by);
    return text;
}

std::string asRoot() { return ::geteuid() == 0 ? "--user=root" : ""; }

std::string readAll(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Through the shell; the paths are this file's own. Returns whether it succeeded.
bool shell(const std::string& command) { return std::system(command.c_str()) == 0; }

}  // namespace

PrivateMariaDb& PrivateMariaDb::instance() {
    static PrivateMariaDb server;
    return server;
}

PrivateMariaDb::PrivateMariaDb(Options options) : port_(unusedPort()) {
    std::string pattern = (std::filesystem::temp_directory_path() / "inkwell-mariadb-XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder for MariaDB");
    directory_ = pattern;
    socket_ = directory_ + "/socket";
    startWatcher(options);
    try {
        install();
        start();
    } catch (...) {
        end();
        throw;
    }
}

PrivateMariaDb::~PrivateMariaDb() { end(); }

void PrivateMariaDb::end() noexcept {
    ::close(toWatcher_);
    ::close(fromWatcher_);
    ::waitpid(watcher_, nullptr, 0);
}

void PrivateMariaDb::install() {
    const std::string log = directory_ + "/install.log";
    // A tmpdir of its own: a server that starts deletes whatever temporary tables it finds there, another's too.
    if (!shell("TMPDIR=" + directory_ + " mariadb-install-db --no-defaults --datadir=" + directory_ +
               "/data --tmpdir=" + directory_ + " --skip-test-db " +
               "--auth-root-authentication-method=normal --skip-name-resolve --innodb-log-file-size=32M " + asRoot() +
               " >" + log + " 2>&1 </dev/null")) {
        throw std::runtime_error("mariadb-install-db failed: " + readAll(log));
    }
}

void PrivateMariaDb::startWatcher(const Options& options) {
    int in[2];
    int out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for MariaDB");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A session of its own: the terminal's Ctrl-C must not take it away before it has cleaned up.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::vector<std::string> words = {
        "sh", "-c", kWatcher, "inkwell-mariadb", directory_, std::to_string(port_), options.durable ? "1" : "0"};
    if (::geteuid() == 0) words.push_back(asRoot());
    for (const std::string& option : options.more)
        words.push_back(replaced(option, "{next}", std::to_string(unusedPort())));
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int failed = ::posix_spawn(&watcher_, "/bin/sh", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    toWatcher_ = in[1];
    fromWatcher_ = out[0];
    if (failed != 0) throw std::runtime_error("no shell to watch MariaDB");
}

void PrivateMariaDb::tell(const std::string& word) {
    const std::string line = word + "\n";
    if (::write(toWatcher_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
        throw std::runtime_error("MariaDB's watcher is gone");
    }
}

bool PrivateMariaDb::answers() {
    return shell("mariadb-admin --no-defaults --user=root --socket=" + socket_ + " ping >/dev/null 2>&1 </dev/null");
}

void PrivateMariaDb::start() {
    tell("start");
    const auto deadline = std::chrono::steady_clock::now() + kStartLimit;
    while (!answers()) {
        if (std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error("MariaDB does not answer: " + readAll(directory_ + "/log"));
        }
        std::this_thread::sleep_for(kPause);
    }
}

void PrivateMariaDb::ask(const std::string& word) {
    tell(word);
    char answer[16];
    if (::read(fromWatcher_, answer, sizeof answer) <= 0) throw std::runtime_error("MariaDB's watcher is gone");
}

void PrivateMariaDb::kill() { ask("kill"); }
void PrivateMariaDb::freeze() { ask("freeze"); }
void PrivateMariaDb::resume() { ask("resume"); }

std::string PrivateMariaDb::run(const std::string& sql) {
    const std::string base = directory_ + "/run-" + std::to_string(++databases_);
    std::ofstream(base + ".sql") << sql;
    const bool done = shell("mariadb --no-defaults --user=root --skip-column-names --batch --socket=" + socket_ + " <" +
                            base + ".sql >" + base + ".out 2>&1");
    std::string output = readAll(base + ".out");
    if (!done) throw std::runtime_error("MariaDB: " + output);
    return output;
}

std::string PrivateMariaDb::freshDatabase() {
    const std::string name = "inkwell_" + std::to_string(++databases_);
    run("CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    return name;
}

}  // namespace inkwell::test
