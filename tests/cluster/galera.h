#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tests/cluster/network.h"

namespace inkwell::test {

/// Three MariaDB servers as a Galera cluster of Debian's galera-4, with an account `root` that needs no password. One
/// thread, that of the network.
class Galera {
public:
    static constexpr int kNodes = Network::kNodes;

    /// In `folder`, which is there. Returns when all nodes are ready. Throws std::runtime_error.
    Galera(const Network& network, const std::string& folder);

    /// "host:port", for the setting `host`.
    std::string address(int node) const;
    /// Runs SQL text through the command-line client and a socket. Throws std::runtime_error with what that says.
    std::string run(int node, const std::string& sql) const;
    bool isReady(int node) const;
    /// False when it is not within four minutes. A node that has ended by itself meanwhile, for instance because it
    /// could not get what it lacked, is started again, as systemd does.
    bool waitUntilReady(int node);

    /// Ends at once, with what it has not written.
    void kill(int node);
    /// After kill(): finds out how far it was, and joins the others again. Does not wait for that.
    void start(int node);
    void signal(int node, int signal);
    /// What the nodes have logged, for a failure's message.
    std::string log(int node) const;

private:
    struct Node {
        std::string folder, address;
        int port = 0, groupPort = 0;
        std::vector<std::string> words;
        std::unique_ptr<ChildProcess> process;
    };
    void install();
    void found();
    void describe(int node, const std::string& members);
    void launch(int node, const std::string& more);

    const Network& network_;
    const std::string folder_;
    std::array<Node, kNodes> nodes_;
};

}  // namespace inkwell::test
