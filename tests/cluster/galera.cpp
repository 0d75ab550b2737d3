#include "tests/cluster/galera.h"

#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "tests/support/unused_port.h"

namespace inkwell::test {

namespace fs = std::filesystem;

namespace {

constexpr int kPort = 3306;
constexpr int kGroupPort = 4567;
constexpr const char* kProvider = "/usr/lib/galera/libgalera_smm.so";
// Whoever is silent for three seconds is out: by default it takes five, as long as the test freezes a node.
constexpr const char* kGroupOptions =
    ";gcache.size=64M;evs.suspect_timeout=PT3S;evs.inactive_timeout=PT5S;evs.install_timeout=PT5S";

bool isRoot() { return ::geteuid() == 0; }

Finished ran(const std::vector<std::string>& words, const std::string& input = "") {
    return runProgram("/usr/bin/env", words, {}, input);
}

}  // namespace

Galera::Galera(const Network& network, const std::string& folder) : network_(network), folder_(folder) {
    if (!fs::exists(kProvider)) throw std::runtime_error("the package galera-4 is not installed");
    std::string members;
    for (int i = 0; i < kNodes; ++i) {
        Node& node = nodes_[static_cast<std::size_t>(i)];
        node.folder = folder_ + "/" + std::to_string(i);
        fs::create_directories(node.folder);
        node.port = network.canCut() ? kPort : unusedPort();
        node.groupPort = network.canCut() ? kGroupPort : unusedPort();
        node.address = network.hostOf(i) + ":" + std::to_string(node.groupPort);
        members += (members.empty() ? "" : ",") + node.address;
    }
    install();
    for (int i = 0; i < kNodes; ++i) describe(i, members);
    found();
    launch(0, "--wsrep-new-cluster");
    if (!waitUntilReady(0)) throw std::runtime_error("the first node is not ready: " + log(0));
    for (int i = 1; i < kNodes; ++i) launch(i, "");
    for (int i = 1; i < kNodes; ++i)
        if (!waitUntilReady(i)) throw std::runtime_error("a node is not ready: " + log(i));
}

void Galera::install() {
    const std::string data = nodes_[0].folder + "/data";
    const std::string accounts = folder_ + "/accounts.sql";
    // Its reader takes a statement a line.
    std::ofstream(accounts) << "FLUSH PRIVILEGES;\nCREATE USER root@'%';\nGRANT ALL ON *.* TO root@'%';\n"
                            << "CREATE DATABASE inkwell CHARACTER SET utf8mb4;\n";
    std::vector<std::string> words{"TMPDIR=" + folder_,
                                   "mariadb-install-db",
                                   "--no-defaults",
                                   "--datadir=" + data,
                                   "--tmpdir=" + folder_,
                                   "--skip-test-db",
                                   "--auth-root-authentication-method=normal",
                                   "--skip-name-resolve",
                                   "--innodb-log-file-size=16M",
                                   "--extra-file=" + accounts};
    if (isRoot()) words.emplace_back("--user=root");
    const Finished installed = ran(words);
    if (installed.code != 0) throw std::runtime_error("mariadb-install-db failed: " + installed.out + installed.err);
}

// All nodes begin with the same data, and with the cluster's name for it: nobody needs a copy of another's.
void Galera::found() {
    const std::string data = nodes_[0].folder + "/data";
    launch(0, "--wsrep-new-cluster");
    if (!waitUntilReady(0)) throw std::runtime_error("the first node is not ready: " + log(0));
    signal(0, SIGTERM);
    nodes_[0].process->wait();
    fs::remove(data + "/galera.cache");
    for (int i = 1; i < kNodes; ++i)
        fs::copy(data, nodes_[static_cast<std::size_t>(i)].folder + "/data", fs::copy_options::recursive);
    // What sends a node what it lacks begins with a word through rsync, which runs as nobody where it is started as
    // root.
    for (const Node& node : nodes_) fs::permissions(node.folder + "/data", fs::perms::all);
}

void Galera::describe(int i, const std::string& members) {
    Node& node = nodes_[static_cast<std::size_t>(i)];
    const std::string host = network_.hostOf(i);
    node.words = network_.runAt(i);
    const std::string in = node.folder;
    for (const std::string& word :
         {std::string("mariadbd"),
          std::string("--no-defaults"),
          "--datadir=" + in + "/data",
          "--socket=" + in + "/socket",
          "--pid-file=" + in + "/pid",
          "--tmpdir=" + in,
          "--log-error=" + in + "/log.err",
          "--port=" + std::to_string(node.port),
          "--bind-address=" + host,
          std::string("--skip-name-resolve"),
          std::string("--character-set-server=utf8mb4"),
          std::string("--innodb-flush-log-at-trx-commit=2"),
          std::string("--innodb-buffer-pool-size=48M"),
          std::string("--innodb-log-file-size=16M"),
          std::string("--performance-schema=OFF"),
          std::string("--max-connections=200"),
          std::string("--wsrep-on=ON"),
          std::string("--wsrep-provider=") + kProvider,
          "--wsrep-cluster-address=gcomm://" + members,
          std::string("--binlog-format=ROW"),
          std::string("--innodb-autoinc-lock-mode=2"),
          std::string("--wsrep-sst-method=rsync"),
          "--wsrep-node-address=" + host,
          "--wsrep-provider-options=gmcast.listen_addr=tcp://" + node.address + ";ist.recv_addr=" + host + ":" +
              std::to_string(network_.canCut() ? kGroupPort + 1 : unusedPort()) + kGroupOptions}) {
        node.words.push_back(word);
    }
    if (!network_.canCut())
        node.words.push_back("--wsrep-sst-receive-address=" + host + ":" + std::to_string(unusedPort()));
    if (isRoot()) node.words.emplace_back("--user=root");
}

void Galera::launch(int i, const std::string& more) {
    Node& node = nodes_[static_cast<std::size_t>(i)];
    std::vector<std::string> words = node.words;
    if (!more.empty()) words.push_back(more);
    node.process = startBound(words);
}

// As Debian's unit does with galera_recovery: with that position the node gets what it lacks, and not everything.
void Galera::start(int i) {
    const Node& node = nodes_[static_cast<std::size_t>(i)];
    std::vector<std::string> words = node.words;
    const std::string log = node.folder + "/recovery.err";
    fs::remove(log);
    words.push_back("--log-error=" + log);
    words.emplace_back("--wsrep-recover");
    ran(words);
    std::ifstream file(log);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::string mark = "Recovered position: ";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) throw std::runtime_error("a database node does not say how far it was: " + text);
    const std::size_t begin = at + mark.size();
    launch(i, "--wsrep-start-position=" + text.substr(begin, text.find_first_of(", \n", begin) - begin));
}

std::string Galera::address(int node) const {
    return network_.hostOf(node) + ":" + std::to_string(nodes_[static_cast<std::size_t>(node)].port);
}

std::string Galera::run(int node, const std::string& sql) const {
    const Finished done =
        ran({"mariadb", "--no-defaults", "--user=root", "--skip-column-names", "--batch", "--connect-timeout=5",
             "--socket=" + nodes_[static_cast<std::size_t>(node)].folder + "/socket"},
            sql);
    if (done.code != 0) throw std::runtime_error("MariaDB: " + done.err);
    return done.out;
}

bool Galera::isReady(int node) const {
    try {
        return run(node, "SHOW STATUS LIKE 'wsrep_ready'").find("ON") != std::string::npos;
    } catch (const std::runtime_error&) {
        return false;
    }
}

bool Galera::waitUntilReady(int node) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(4);
    while (!isReady(node)) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        if (!nodes_[static_cast<std::size_t>(node)].process->isRunning()) start(node);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return true;
}

void Galera::signal(int node, int signal) { nodes_[static_cast<std::size_t>(node)].process->send(signal); }

void Galera::kill(int node) {
    signal(node, SIGKILL);
    nodes_[static_cast<std::size_t>(node)].process->wait();
}

std::string Galera::log(int node) const {
    std::ifstream file(nodes_[static_cast<std::size_t>(node)].folder + "/log.err");
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace inkwell::test
